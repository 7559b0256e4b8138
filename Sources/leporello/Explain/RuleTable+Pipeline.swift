/// What `leporello explain` says of rules: the id, the sentence of its declaration, and what to do.
///
/// A test holds the sentences against the declarations all over the program.
extension RuleTable {
  /// Pipeline files.
  static let pipeline = """
    alias-file
      A file of aliases says something that cannot be followed.
      > Mend the line that is named; a line is `name: [spelling, spelling]`, or field, spelling,
        name in CSV.
    command-invalid
      The command of a program lacks something, or has a place for what is not there.
      > Write the command as a list of words; {input} and {output} stand for the files it is
        given.
    divide-alike
      The parts of a divided book cannot be told apart by their names or numbers.
      > Put {part}, {number} or {title} into the sink's path, and {part} into a 'number' of
        'divide'.
    divide-size
      A pipeline's 'divide' does not say how large parts may be, or says it twice.
      > Say it: 'pages: 200' or 'bytes: 200MB' under 'divide'.
    duplicate-key
      A mapping has the same key twice.
      > Keep one of the two; in a list of stages, put '- ' before the second.
    fact-unknown
      A 'where:' asks for a fact that an earlier stage made unknowable before rendering.
      > Ask for the fact in a stage before the one that is named, or leave the condition out
        there.
    gather-in-place
      A pipeline makes one book of several sources, or several of one, and changes sources in
        place.
      > Write the books to another place with another sink, such as cbz.
    gather-key
      A pipeline's 'gather' does not say which sources belong together.
      > Name fields that sources of one book have alike, such as "{series} v{volume}", or write
        folder or tree.
    gather-unused
      A pattern under 'gather: list' matches no source.
      > Mend the pattern, or leave it out.
    glob-syntax
      A file pattern is not well-formed.
      > Mend the pattern: * and ? within a name, ** for folders at any depth, [a-z], {epub,cbz}; a
        backslash before one of these takes it as it is.
    hash-list
      A list of hashes has a line that is neither a SHA-256 nor CRC-32:size.
      > Write one hash a line: a SHA-256 in 64 digits, or CRC-32:size; behind # a line may say
        what the page is.
    include-cycle
      A file includes itself, directly or by others.
      > Leave one of the includes out of the circle.
    include-limit
      Files include each other too deeply, or too many of them.
      > Put parts together into fewer files.
    include-unreadable
      A file that a pipeline includes cannot be read.
      > Check the name: it begins at the folder of the file that includes.
    items-missing
      A stage or sink works on pages or on text that the stages before it leave none of.
      > Put the stage in front of the one that the message names, or leave it out.
    machine-path
      A pipeline file names a path that other machines and people do not have.
      > Write the path relative to the folder the program is run in, or take it from a variable:
        under 'vars:', where --set vars.NAME=… changes it, or under 'env:'. Only `check` asks for
        this.
    missing-sink
      A pipeline does not say what to write, or where.
      > Add 'sink:' with the name of a sink and a path, such as cbz: "out/{series}
        v{volume:00}.cbz".
    never-holds
      A 'where:' or 'when:' can never hold, so that its stage does nothing.
      > Look at what the condition asks for at once. 'and' wants both, 'or' wants either; pages
        are counted from 1.
    no-effect
      A part of a pipeline changes nothing.
      > Leave the part out that is named, or change the setting beside it that makes it useless.
    option-value
      An option has a value of the wrong kind or outside its range.
      > Write a value of the kind that the message names; `leporello plugins NAME` lists every
        option with its values and default.
    pages-in-place
      A stage that works on pages stands before a sink that changes metadata only.
      > Leave the stage out, or write the books to another place with another sink, such as cbz.
    pipeline-shape
      A part of a pipeline file is a list, a mapping or text where something else belongs.
      > Compare with a file in pipelines/, or let an editor check as you type by `leporello
        schema`. Most often a '- ' or an indentation is missing.
    pipeline-version
      A pipeline file does not say which version of the grammar it is written in.
      > Begin the file with 'leporello: 1'.
    plugin-folder
      A folder that a pipeline names under 'plugins' is not there or holds no plugin.
      > Name a folder that holds a plugin.yaml, or folders that do; the path counts from the
        pipeline's file.
    plugin-invalid
      The plugin.yaml of a plugin folder lacks something or contradicts itself.
      > Mend the line of plugin.yaml that is named; Plugins/README.md describes every key.
    predicate-syntax
      A 'where:' or 'when:' is not well-formed.
      > Conditions are made of facts, ==, !=, <, <=, >, >=, in [a, b], ~ "pattern", and, or, not
        and parentheses; texts with spaces stand in quotes.
    predicate-type
      A 'where:' or 'when:' compares a fact with something it can never be.
      > Compare numbers with numbers, and words with one of the words the message lists.
    predicate-word
      A 'where:' or 'when:' compares a fact with a word that is not one of the usual ones.
      > Take one of the usual words if this was a slip; leave it if the book really uses a word of
        its own.
    programs-not-allowed
      A pipeline runs programs, which takes the user's consent: --allow-programs.
      > See what it runs, then say --allow-programs, or allow it for all runs in the settings.
    reads-own-output
      What a pipeline writes lies where it reads from, so that the next run would take it as an
        input.
      > Write to a folder that no pattern of the source takes in, or leave that folder out by
        'exclude:'.
    secret-in-file
      A pipeline file holds a password or key in plain text.
      > Take the secret from the environment: 'env: [NAME]' at the top, and ${NAME} where it is
        needed. If the file has been shared already, change the secret.
    sides-lost
      Pages are paired, but the output cannot hold sides, and nothing in the pipeline makes use of
        them.
      > Add the stage 'join', say 'blank: insert' to 'pair', or see by `leporello plan --as komga`
        what readers will make of it.
    sink-extension
      A path ends with an extension that its sink does not write.
      > Give the path one of the extensions the sink writes, or name another sink.
    sink-not-alone
      A sink that changes files in place stands beside other sinks.
      > Put it into a pipeline of its own.
    sink-twice
      A pipeline uses a sink twice without giving each use a name of its own.
      > Give one of the two an 'id:' beside its name.
    sinks-collide
      Two sinks of a pipeline would write to the same path.
      > Give each sink a path of its own: another folder, another extension, a word in the name.
    source-returns
      Sources are moved to where the pipeline finds them again.
      > Move them to a folder that no pattern takes in, or leave that folder out by 'exclude:'.
    stage-order
      Two stages stand in an order in which one spoils the work of the other.
      > Change the two stages' places, unless this very effect is wanted.
    stage-twice
      A pipeline uses a stage twice without giving each use a name of its own.
      > Give one of the two an 'id:' beside its name, so that overrides and --set can tell them
        apart.
    template-syntax
      A path template is not well-formed, or names a field that does not exist.
      > Fields stand in braces: {series}, {number:000}, {title|default}, {series!}; a part in
        square brackets falls away where a field in it is empty; {{ and [[ are the characters
        themselves.
    test-page
      A test names pages in a way that is no number, range, 'last' or 'all'.
      > Name pages as 1, 2-5, last or all.
    test-shape
      An entry of 'tests:' does not say what to read, or not what to call it.
      > Give every test a name, and 'input:' or 'book:' for what it reads.
    test-side
      A drawn book gives a page a side that its format has no place for.
      > Leave the side out, or draw the book as an EPUB, which has a place for it.
    test-twice
      Two tests of a pipeline have the same name.
      > Give one of the two another name.
    test-without-expectation
      A test expects nothing, so that only a book that fails fails it.
      > Say under 'expect:' what should come of the book.
    unknown-fact
      A 'where:' or 'when:' asks for a fact that does not exist.
      > Take one of the facts the message lists. 'where:' asks about pages, 'when:' about books.
    unknown-key
      A pipeline file has a key that means nothing there.
      > Take the key that is suggested, or indent it below the part it belongs to.
    unknown-option
      An option is not one that the reader, stage or sink knows.
      > Take the option that is suggested; `leporello plugins NAME` lists them all.
    unknown-plugin
      A pipeline names a stage, reader or sink that does not exist.
      > Take the name that is suggested; `leporello plugins` lists readers, stages and sinks.
    unknown-variable
      A pipeline file uses a variable that it does not declare.
      > Declare it: under 'vars:' with a value, or under 'env:' to take it from the environment.
    unused-variable
      A pipeline file declares a variable and never uses it.
      > Leave the variable out, or use it as ${NAME}; perhaps a name is spelled in two ways.
    variable-syntax
      A variable is not well-formed.
      > Variables are written ${NAME} or ${NAME:-default}, with letters, digits and '_'; $$ stands
        for a dollar sign.
    variable-unset
      A pipeline file needs an environment variable that is not set.
      > Set the environment variable, or give it a default: ${NAME:-default}.
    yaml-empty
      The file says nothing.
      > Begin with 'leporello: 1', or let `leporello init` write a file to start from.
    yaml-encoding
      The file is not UTF-8 text.
      > Save the file as UTF-8.
    yaml-syntax
      The file is not well-formed YAML.
      > Look at the line that is named and the one above it: a quote that is not closed, a tab for
        an indentation, a colon without a space behind it; text that begins with { [ * & # ! | > %
        @ needs quotes.
    yaml-unsupported
      The file uses a part of YAML that is not used here: merge keys, own tags, several documents.
      > Write it out: one document a file, without merge keys (<<) and tags of your own.
    """

  /// Command lines.
  static let usage = """
    destination-missing
      Nothing says where the result goes.
      > Add -o with a file, a folder ending in / or a template; in a pipeline file, give the sink
        a path.
    field-value
      A metadata field was given a value of the wrong kind.
      > Write a value the field can hold, as the message says.
    flag-value
      A flag lacks its value, or takes none.
      > Write --name VALUE or --name=VALUE; a flag that is a plain yes takes none, and --no-name
        turns it off.
    in-place-contradicts
      Flags about changing files in place contradict each other.
      > Leave one of the two flags out.
    in-place-missing
      A pipeline that changes its inputs was run without --in-place.
      > Look at what would change by --dry-run; then say --in-place.
    no-input
      Nothing says what to read.
      > Name files or folders, or give the pipeline's source 'files:'.
    no-output
      Nothing says where the result goes.
      > Add -o: a file such as book.cbz, a folder ending in /, or a template.
    no-pipeline
      A command that needs a pipeline file was given none.
      > Name a pipeline file; `leporello init` writes one, and some ready-made ones come with the
        program.
    no-such-input
      An argument names nothing that is there.
      > Check the spelling and the folder the program is run in; a pattern in quotes is not
        expanded by the shell.
    no-tests
      No test was found to be run.
      > Write tests under 'tests:' in the pipeline, or in NAME.tests.yaml beside it; or mend
        --filter.
    nobody-to-ask
      Questions were to be asked where there is no terminal, or nobody answers.
      > Say --yes for the usual answers, and flags for others.
    nothing-to-tag
      Nothing says which metadata to change.
      > Say what to change: --meta FIELD=VALUE, --remove FIELD, --from PLACES, or a stage such as
        --normalize.
    option-repeated
      An option is given twice.
      > Keep one of the two.
    override-syntax
      A --set or --meta is not well-formed.
      > Write --set STAGE.OPTION=VALUE and --meta FIELD=VALUE.
    override-target
      A --set names a stage, reader or sink that the pipeline does not have.
      > Take a name of the pipeline: a stage or its id, a sink, a reader, source or vars.
    plugins-missing
      A folder that should hold plugins holds none.
      > Name a folder that holds a plugin.yaml, or folders that do.
    report-in-the-way
      A report was to be written where something else is, which is never replaced.
      > Name another folder for the report, or one that is not there yet.
    report-of-nothing
      A report was asked for of a run that writes no books.
      > Leave out --report; --json tells every change.
    resume-in-place
      A run that changes its inputs in place was told to pass over what is done.
      > Leave out --resume: changes in place are told apart by the files themselves.
    several-into-one
      Several inputs were given one file as their output.
      > Let -o end in / for a folder, or write a template with fields, such as
        '{source.stem}.cbz'.
    sink-planned
      The form asked for is not written yet.
      > Write a form that is there today, such as .cbz.
    stray-argument
      A command was given a word it has no use for.
      > Leave the word out; `leporello COMMAND --help` says what a command takes.
    unknown-command
      The program has no such command.
      > Take the command that is suggested; `leporello --help` lists them.
    unknown-encoding
      Names in archives are in an encoding that was named by the user and that this system does
        not know.
      > Take a name your system's iconv knows, such as cp932, gbk or cp437.
    unknown-field
      A metadata field has a name that neither the model nor ComicInfo knows.
      > Take the field that is suggested; fields are named as in the model or as in ComicInfo.xml.
    unknown-flag
      The command has no such flag.
      > Take the flag that is suggested; `leporello COMMAND --help` lists them.
    unknown-plugin-name
      No reader, stage or sink has this name.
      > `leporello plugins` lists the names there are.
    unknown-rule
      No rule has this name.
      > Take the name that is suggested; `leporello explain` lists all rules.
    unknown-shell
      Completions are asked for a shell that has none.
      > Name bash, zsh or fish.
    unknown-sink
      The output's name stands for no form that is written.
      > Let the output end in an extension that is written, or name a sink by --to.
    """
}
