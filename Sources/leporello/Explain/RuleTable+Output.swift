/// What `leporello explain` says of rules: the id, the sentence of its declaration, and what to do.
///
/// A test holds the sentences against the declarations all over the program.
extension RuleTable {
  /// Metadata.
  static let metadata = """
    attachment-lost
      A metadata file could not be carried over.
      > Keep the source if the file matters: the output has no place for it.
    comicinfo-repeated
      An element of a ComicInfo.xml stands there more than once; the first is taken.
      > Look at whether the first value is the right one.
    comicinfo-unreadable
      A ComicInfo.xml cannot be read at all; the book is converted without it.
      > Mend the document in the source, or set the fields by --meta.
    comicinfo-value
      An element of a ComicInfo.xml holds something it cannot hold, and is ignored.
      > Set the field by --meta, or mend the document.
    comma-dropped
      A name held a comma, which the lists of ComicInfo cannot carry.
      > Nothing as a rule; formats with lists of their own, such as MetronInfo, keep the comma.
    comment-in-the-way
      A format that lives in the archive's comment found another comment there.
      > Leave that format out, or empty the archive's comment.
    comment-lost
      The kind of output has no place for an archive's comment.
      > Write to a CBZ if the comment matters.
    contents-entry-lost
      An entry of a book's contents leads to no page of it.
      > Nothing as a rule: the entry led to text or to a page that was left out.
    direction-refused
      Nothing says which way a book is read that is likely read from the right, and a stage will
        not guess.
      > Say it: --rtl, --meta direction=ltr, or 'direction' of the stage.
    direction-unknown
      Nothing says which way a book is read, and sides depend on it.
      > Say it: --rtl or --meta direction=rtl for manga, ltr for others.
    double-page-upright
      A page is stated to be a double page, but is clearly upright; it is taken as a single page.
      > Nothing, or force it for that page by the stage 'mark'.
    embedded-metadata-unreadable
      A metadata file inside a book cannot be read; the book is read without it.
      > Mend the document in the source, or set the fields by --meta.
    field-without-place
      A field that was to change has no place in the metadata documents the file holds.
      > Convert the book to a CBZ, which gets a ComicInfo.xml, or others by the sink's options; in
        place, documents are only changed.
    language-unknown
      A book's language is given as something that is no language tag.
      > Set the language by --meta language=ja (a tag of BCP 47).
    mark-dropped
      A bookmark or contents entry led to a page that was removed, and no page was left for it to
        lead to.
      > Nothing, if the pages that went away were meant to.
    mark-merged
      Two bookmarks came to lead to one page, which shows only one of them.
      > Nothing as a rule: the first of the two names stays.
    metadata-lost
      Something known of a book has no place in any of the formats written.
      > Write another format as well (metronInfo, coMet, comicBookInfo), if the field matters.
    metadata-not-understood
      A metadata document was not understood, and is never written over: it stays as it is.
      > Mend the document, or remove it; until then it is carried over as it is.
    metadata-repaired
      A metadata document was not well formed; rewriting it wrote it anew from what could be read
        of it.
      > Look at whether nothing is missing in the new document.
    metadata-unreadable
      A metadata document inside a book cannot be read; the book is converted without it, and it
        is kept as it is.
      > Mend the document in the source, or set the fields by --meta.
    metadata-value
      An element of a metadata document holds something it cannot hold.
      > Set the field by --meta, or mend the document.
    not-in-version
      Something known of the book has no element in the version of ComicInfo written.
      > Write the newer version: 'comicInfo: 2.1'.
    not-writable
      A value does not fit the element ComicInfo has for it.
      > Set another value by --meta.
    package-missing
      An EPUB's package document is not where its container document says.
      > Nothing as a rule: another package document was found.
    page-list-mismatch
      The page list of a ComicInfo.xml speaks of pages the book does not have.
      > Nothing: the list is written anew for the pages there are.
    pairing-lost
      Readers of comic archives will pair pages in another way than the book is paired.
      > Say 'blank: insert' to 'pair', or add the stage 'join'.
    sidecar-unreadable
      A metadata file beside a book cannot be read; the book is read without it.
      > Mend the file beside the book, or move it away.
    stories-differ
      A summary's index lists other stories than the book's metadata does; the metadata's are
        kept.
      > Nothing, or remove the stories from the metadata so that the index is taken.
    stories-found
      A summary holds an index of stories, which the book now lists.
      > Nothing: the book now has stories and contents.
    story-page-missing
      An index refers to a printed page that the book does not have.
      > Say the number printed on the first page: 'firstPage' of the stage 'stories'.
    story-pages-unknown
      An index refers to printed pages, and nothing tells which of the file's pages those are.
      > Say the number printed on the first page: 'firstPage' of the stage 'stories'.
    """

  /// Outputs.
  static let output = """
    attributes-lost
      The owner or an extended attribute of a file could not be given to its new version.
      > Set owner or attributes by hand, or run as the owner of the file.
    companion-left
      A file that carries a book's name keeps it while the book is renamed.
      > Rename it by hand, if it belongs to the book.
    destination-collides
      Two inputs of a run have the same destination.
      > Put into the path what tells the books apart ({number:000}, {source.stem}), or say
        'collisions: number'.
    destination-exists
      Something is already where the output was to go.
      > Say what to do: --exists skip or replace; or write elsewhere.
    disk-full
      There is no room left for the output.
      > Make room; nothing half-written is left behind.
    extension-changed
      A template would give a file an extension that is not its own.
      > Leave the extension out of the template: files keep their own.
    file-hard-linked
      A file that was to be changed in place has other names, which would go on leading to the old
        contents.
      > Copy the file, so that it has one name, or allow it by --separate-hard-links.
    file-read-only
      A file that was to be changed in place may not be written.
      > Make the file writable.
    folder-not-replaceable
      An existing output could not be exchanged for the new folder in one step.
      > Remove the old folder yourself, or write to another place.
    journal-failed
      A journal could not be written, so that nothing was changed any more.
      > Make room, or name another place by --journal; what was changed so far is in the journal.
    ledger-damaged
      The file that remembers what earlier runs have done is no database any more.
      > Remove the renamed file once you know what damaged it.
    ledger-failed
      The file that remembers what earlier runs have done cannot be used.
      > Check the folder that is named and the room on the disk, or run without --resume.
    ledger-waiting
      Another run is writing to the file that remembers what was done.
      > Wait, or give each run a file of its own by --ledger.
    lossless-impossible
      A stage demands that its work cost no sample of a picture, and that cannot be had.
      > Say 'lossless: prefer' to the stage, or leave the page out by 'where:'.
    lossless-refused
      A page would have to be re-encoded.
      > Run without --lossless, or leave the stage out that the message names.
    move-across-disks
      A file was to be moved to another disk, which renaming cannot do.
      > Name a place on the same disk.
    name-fallback
      An output is named after its source, since the fields its name asks for are empty.
      > Set the fields by --meta, or give defaults in the path: {series|Unknown}.
    old-folder-left
      The folder that was replaced could not be removed under its temporary name.
      > Remove the folder that is named.
    output-differs
      An output, read again before it was put in its place, is not what was written.
      > Run again; if it happens again, test the disk and tell the program's authors. Nothing was
        put in place.
    output-failed
      A file or folder could not be written or put in its place.
      > Check the folder's permissions and the room on the disk; nothing half-written is left
        behind.
    output-inside-input
      The output would be written into a folder that is an input.
      > Write to a folder outside the inputs.
    output-is-input
      The output would replace an input of the run.
      > Write to another path; metadata alone can be changed in place by `leporello tag`.
    output-not-replaceable
      What is where an output was to go is no file or folder of its kind, and is never replaced.
      > Remove the link, pipe or device yourself, or write elsewhere.
    overrides-exist
      The file beside a book that overrides would be written to is there already.
      > Look at the file that is there; remove it to have it written anew.
    page-names
      Pages cannot be given the names asked for.
      > Say 'names: number' to the sink.
    page-order
      Kept page names sort into another order than the book is read in.
      > Say 'names: number' to the sink, so that pages sort as they are read.
    picture-unencodable
      A picture is too large for the format it is to be written in.
      > Choose another format by 'encode', or make the page smaller by 'resize'.
    pictures-grew
      Pictures that were encoded anew take more than twice the bytes of their sources.
      > Choose a lower quality or another format by 'encode', or leave the pixels alone.
    program-failed
      A program that a pipeline runs ended with an error or was killed.
      > Run the program by hand on the same input; what it wrote to its standard error is shown
        before.
    program-missing
      A program that a pipeline runs is not there or cannot be run.
      > Install the program, or name it by its whole path; only PATH is searched.
    program-output
      A program that a pipeline runs gave something that cannot be used.
      > Look at what the program writes: a picture of a supported format, or JSON of the form
        described, within the limits.
    program-stopped
      A program was stopped because the run was interrupted.
      > Nothing: run it again.
    program-timeout
      A program that a pipeline runs took longer than it may.
      > Give it more time with the option 'timeout', or find out what it waits for.
    relocation-refused
      A file or folder could not be moved to where it was to go.
      > Remove what is in the way, or choose another folder under 'after'.
    rename-cycle
      Files were to take each other's names in a circle, which is not done.
      > Rename in two steps, over other names.
    run-ending
      An output was begun while the program was being stopped.
      > Run again.
    source-kept
      A source could not be moved away although its outputs are safe.
      > Move it by hand; its outputs are safe.
    template-required
      A path template asks for a field that the book does not have.
      > Set the field by --meta, or give it a default in the path: {series|Unknown}.
    trash-missing
      There is no trash for files of a file system, and none could be made.
      > Say 'after: { move: FOLDER }' with a folder on the same disk.
    zip-too-long
      A name or comment is longer than a ZIP can say (65535 bytes).
      > Shorten the name or the comment.
    """

  /// Defects of the program or of a plugin.
  static let defect = """
    join-count
      A joined page is made of another number of pictures than two.
      > Tell the program's authors, with the pipeline and the book.
    output-over
      An output was used after it had been put in its place or given up.
      > Tell the program's authors, with the pipeline and the book.
    pages-unaccounted
      The pages of a result do not add up to those of its source.
      > Nothing was put in place. Tell the program's authors, with the pipeline and the book.
    recipe-unknown
      A recipe holds an operation that nothing can carry out.
      > Tell the program's authors, with the pipeline and the book.
    sink-target
      A sink was given an output of the wrong kind.
      > Tell the plugin's authors.
    unsafe-output-name
      A plugin asked for an output name that is no plain path, or used one twice.
      > Tell the plugin's authors.
    """

  /// What `lint` finds in a collection.
  static let lint = """
    archive-damage
      An archive is damaged.
      > Get the archive again.
    archive-oddity
      An archive can be read only by guessing: names of an encoding it does not state.
      > Convert it by pipelines/clean-archive.yaml, with --names-encoding where names look wrong.
    book-unreadable
      A file cannot be opened as a book.
      > Get the file again, or move it out of the collection.
    comicinfo-name
      A ComicInfo.xml is spelled in other letters, which readers may pass over.
      > Rewrite it: `leporello tag FILE --from embedded --in-place`.
    comicinfo-nested
      A ComicInfo.xml lies in a folder of the archive, where Komga does not look.
      > Convert the book by pipelines/clean-archive.yaml: its ComicInfo.xml comes to lie at the
        top.
    comicinfo-repeated-file
      An archive holds more than one ComicInfo.xml: readers pick different ones.
      > Remove all but one, or convert the book.
    extension-lies
      A file's extension is not that of the container it is.
      > Rename the file to what it is; `leporello rename` leaves extensions alone.
    junk-files
      An archive holds files that systems left behind.
      > Convert the book by pipelines/clean-archive.yaml.
    metadata-invalid
      A metadata document cannot be read, or only after repair.
      > Rewrite the document: `leporello tag FILE --from embedded --in-place`.
    metadata-value
      A metadata document says something it cannot say.
      > Set the field: `leporello tag FILE --meta FIELD=VALUE --in-place`.
    missing-numbers
      Numbers are missing between the first and the last of a series.
      > Get the missing ones, or add what is meant to be missing to the baseline.
    mixed-directions
      Books of a series say different reading directions.
      > Set one: `leporello tag FILES --meta direction=rtl --in-place`.
    mixed-languages
      Books of a series say different languages.
      > Set one: `leporello tag FILES --meta language=en --in-place`.
    no-metadata
      A book holds no metadata document that is understood.
      > Tag the book: `leporello tag FILE --from filename,folder --in-place`.
    no-pages
      An archive holds no pictures.
      > Look at what the archive is, and move it out of the collection.
    not-normalized
      Metadata is not in the form that normalizing gives it.
      > Put it right: `leporello tag FILE --normalize --in-place`.
    page-count
      A metadata document states another number of pages than there are.
      > Rewrite it: `leporello tag FILE --from embedded --in-place`.
    recurring-page
      The same page is in three books or more: credits or an advertisement, perhaps.
      > Look at the page; --write-hashes lists such pages for the stage 'drop'.
    same-number
      Two different books have the same number in the same series.
      > Set the right number, or remove one of the two.
    same-pictures
      Two files hold the same pictures in the same order.
      > Remove one of the two.
    series-field
      A field that belongs to the series differs in some of its books.
      > Set the field for all books of the series.
    series-spellings
      A series is spelled in several ways.
      > Settle on one: --write-aliases writes a file that `normalize` takes.
    server-view
      Komga or Kavita will show a book otherwise than its metadata says.
      > See by `leporello inspect` what each server shows; the sink's 'target' writes for one of
        them.
    """
}
