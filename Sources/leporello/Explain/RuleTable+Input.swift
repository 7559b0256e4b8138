/// What `leporello explain` says of rules: the id, the sentence of its declaration, and what to do.
///
/// A test holds the sentences against the declarations all over the program.
extension RuleTable {
  /// Inputs.
  static let input = """
    archive-end-missing
      An archive lacks the mark at its end that its kind usually has; entries may have been cut
        off.
      > Compare its size with where it came from; the entries that are listed are complete.
    archive-not-rewritable
      An archive cannot be changed in place.
      > Convert the book to a CBZ first; only ZIP-based files (CBZ, EPUB) are changed in place.
    archive-of-archives
      An archive holds other archives, which are books of their own.
      > Unpack it, and convert the archives inside one by one.
    blank-inserted
      A blank page was put in, so that readers pair the pages behind it rightly.
      > Nothing, if the openings are right now; 'blank: never' leaves the page out.
    blank-pages
      Items of the spine are blank: no picture, no text, no drawing.
      > Nothing as a rule; --blanks keep or drop decides it for all.
    book-json
      The JSON that a program gave for a book is not of the form that is described for it.
      > Mend the program so that it gives the form that Plugins/README.md describes; the message
        names the place in the JSON.
    books-below
      A folder holds books only in folders inside it, which are looked into on request.
      > Add --recursive to take the books of all folders below, or name the folders.
    changed-since
      A file was changed after the change that was to be undone, and is left as it is.
      > Look at the file yourself: undoing would take back the later change, too.
    codec-missing
      Pictures of this format can be copied, but not decoded or encoded by this version.
      > Build the program with the trait for that format, or leave such pages as they are.
    codec-unsupported
      A picture uses a variant of its format that the codec does not decode.
      > Convert the picture by another program, or leave the page as it is so that it is copied.
    cover-kept
      A page that would be dropped is the cover, which is dropped only where `where` names it.
      > Name the cover by 'where:' if it really is to go.
    cover-merged
      A book's declared cover was compared with its first page.
      > Nothing: the message says whether the two were one picture.
    directory-lost
      A ZIP has lost its directory; its entries were gathered from their own headers, one after
        the other.
      > The archive was cut off or written badly: compare it with where it came from. What was
        found is complete.
    drm
      A book is protected: its contents are encrypted for one shop's or library's software.
      > Read the book with the shop's own software; protected books cannot be converted here.
    drop-everything
      Every page of a book would be dropped.
      > Look at 'where:' and at the list of hashes; not a single page would be left.
    encryption-unsupported
      Entries are encrypted in a way that is not read here, with or without password.
      > Unpack the archive with the program that made it.
    epub-incomplete
      A file that should be an EPUB lacks what makes it one: META-INF/container.xml or the package
        document.
      > Download the file again; if it is a plain ZIP of pictures, name it .cbz.
    file-changed
      A file became shorter or different while it was being read.
      > Let the other program finish, and run again.
    file-unreadable
      A file or folder could not be opened or read.
      > Check that the file is there and may be read.
    foreign-resource
      A picture is of a kind readers need not know; its fallback was taken.
      > Nothing as a rule: the fallback is what most readers show.
    gather-text
      Of the sources of one book some are pages and some are flowing text.
      > Leave the text out by 'exclude', or let it be a book of its own.
    guessed-names
      Names in an archive do not say their encoding, are no UTF-8, and were read by the likeliest
        encoding.
      > If names look wrong, say the encoding: --names-encoding cp932 (Japanese), gbk or big5
        (Chinese), cp949 (Korean).
    inexact-reference
      A file of an EPUB was found only under a name spelled otherwise.
      > Nothing: the file meant was found.
    interrupted
      Work on a picture was stopped on the way, since the run was.
      > Run again; --resume goes on where it stopped.
    items-mismatched
      A book holds items of a kind that its stage or sink cannot take.
      > Choose a stage that makes pages of text, or a sink that takes what the book holds.
    join-unpaired
      Nothing has paired the pages of a book that are to be joined.
      > Put the stage 'pair' before 'join'.
    join-unsure
      Two pages may be one drawing, but not surely enough to be joined.
      > Look at the two pages by `leporello plan`; state the spread under 'pages' of 'pair', or
        lower 'minConfidence'.
    journal-unreadable
      A file is no journal of this program, or a line of it is damaged.
      > Name a journal that this program has written (they end in .jsonl).
    json-malformed
      A JSON document is not well formed, so that it cannot be read for certain.
      > Mend the document, or remove it from the archive.
    lettering-lost
      Text or vector drawings lie beside or over a page's picture and are not drawn.
      > Look at the page in the original; what lies over its picture is missing from the result.
    link-not-followed
      A symbolic link inside a book is never followed; what it leads to is left out.
      > Put the file itself in the link's place if it belongs to the book.
    memory-exceeded
      A page takes more memory to be made than the run was granted.
      > Raise --memory if there is more; else nothing: such pages are made one at a time.
    method-unsupported
      Entries are packed by a method that is not read here.
      > Pack the archive anew with deflate.
    missing-resource
      A document of an EPUB names a file that is not in the EPUB.
      > Download the book again: a file of it is missing.
    no-books
      A folder holds neither books nor pictures.
      > Name a folder that holds books or pictures; --verbose lists what was left out.
    no-pages
      An input holds no picture to make a page of.
      > Check that the file is a book of pictures.
    no-pages-left
      Nothing is left of a book to be written.
      > Look at what 'drop', 'where:' and --on-damage skip take out.
    not-a-book
      An input is nothing that any reader reads.
      > Check what the file is; `leporello plugins` lists the readers.
    not-a-regular-file
      A folder, device or pipe stands where a file was expected.
      > Name a file.
    not-an-archive
      A file is no archive of a kind read here.
      > Check what the file is: its first bytes are those of no archive that is known.
    opf-malformed
      A package document (OPF) is not one: it has no package element or no contents.
      > Download the book again, or let another program mend its package document.
    page-dropped
      A page was taken out of the book, as the pipeline asks.
      > Nothing: it is told so that nothing disappears in silence. The page's hash finds it again.
    page-not-there
      Something is said of a page by a number that no page of the source has.
      > Count again by `leporello inspect`: numbers are those of the source's pages.
    pages-changed-in-place
      A stage changed the pages of a book whose metadata alone is rewritten.
      > Leave out stages that change pages, or write to another place.
    password-required
      Entries are encrypted and no password was given.
      > Give the password by --password or at the prompt; for pipelines: 'archive: { password:
        ${PASSWORD} }' and 'env: [PASSWORD]'.
    password-wrong
      Entries are encrypted with another password than the one given.
      > Check the password, and the encoding it was set in.
    picture-animated
      Only the first frame of an animated picture is used.
      > Nothing, unless the animation is wanted: pages are still pictures.
    picture-end-missing
      A picture is complete except for the mark that ends its file.
      > Nothing as a rule; the picture is all there.
    picture-side-part
      A part of a picture that readers may ignore is faulty or out of proportion.
      > Nothing as a rule: a profile or a thumbnail is faulty, not the picture.
    picture-trailing-bytes
      Bytes that belong to no part of a picture lie in or behind it.
      > Nothing as a rule; they are copied with the page.
    pixels-not-read
      A stage has to see pixels to plan, and the plan was asked to decode none.
      > Nothing, with --no-pixels: the plan shows the stage as undecided. Without it the plan says
        what the stage will do.
    program-says
      A program that a pipeline runs wrote something to its standard error.
      > Read what it says; a program that only talks is silenced in the program itself.
    remote-resource
      A document of an EPUB names something outside it, which is never fetched.
      > Nothing: it would have to be fetched from the net, which is never done.
    rendition-missing
      A page has no thumbnail or smaller picture, since its own cannot be decoded.
      > Convert the page to JPEG or PNG first, with the stage 'encode' if this build can decode it.
    repeated-name
      Two pages of an archive have the same name.
      > Nothing: both pages are kept, under names of their own.
    scratch-full
      There is no room in the scratch folder for what has to be unpacked there.
      > Make room, or name another folder by --scratch.
    several-renditions
      An EPUB holds the book in several forms; the first was taken.
      > Nothing, if the first form is the one you want.
    source-empty
      A pipeline's source matches no file.
      > Check the pattern and the folder the program is run in; name inputs on the command line to
        read others.
    split-left-whole
      A wide page is no double page by its shape, and is left whole.
      > Set 'threshold' if it is to be cut all the same.
    stack-widths
      Pictures of unequal width cannot be stacked into one.
      > Set --tiles separate for this book.
    stopped-at-failure
      A run ended at its first failure, as asked.
      > Mend the failure that is named, or run with --keep-going.
    strip-uncut
      A strip has a stretch without a quiet row, which is longer than a screen and left whole.
      > Nothing, or cut that stretch by hand.
    test-failed
      Something is not as a test of a pipeline expects.
      > Compare what was expected with what came; change the pipeline, or the expectation where
        the new result is the right one.
    test-input
      The input of a test is not there, or is not one book.
      > Name one book, by a path that counts from the folder of the file the test stands in, or
        declare one with 'book:'.
    text-left-out
      Text between the pages of a book is left out of an output that holds only pages.
      > Nothing, if the pages are what you want; --undrawable blank puts blank pages in its place.
    text-book
      A book is text, with or without illustrations; setting text as pages is planned.
      > Take its pictures by --as-comic, if it is a comic after all.
    undrawable
      Pages of a comic hold text, vector drawings or missing pictures instead of a picture.
      > Choose by --undrawable: skip leaves such pages out, blank puts blanks in their place.
    unpacking-stopped
      An archive was being unpacked while the run was interrupted.
      > Run again.
    unsafe-name
      An entry's name is absolute, climbs out of its folder, or is no name at all.
      > Nothing: the entry is left out or renamed. Look at where the archive came from.
    volume-missing
      A part of an archive in several parts is not there.
      > Put all parts of the archive into one folder.
    volume-part
      A file is a later part of an archive in several; its first part is the one to name.
      > Name the first part; the others are found by themselves.
    wide-on-upright-screen
      Wide pages are made so small that they fit an upright screen.
      > Add 'turn' or 'split' before 'device', or hold the device sideways.
    xml-encoding
      An XML document is not in the encoding that it declares.
      > Save the document in the encoding its first line names.
    xml-malformed
      An XML document is not well formed, so that it cannot be read for certain.
      > Mend the document by a text editor; xmllint names the places.
    xml-repaired
      An XML document is not well formed; what could be read of it was taken.
      > Look at whether the values are right; writing the book anew mends the document.
    zip-count-wrong
      A ZIP says that it has another number of entries than its directory lists.
      > Test the archive by `unzip -t`, and compare it with where it came from.
    zip-foreign-bytes
      A ZIP has bytes before its first entry or behind its end that belong to nothing.
      > Nothing as a rule; converting the book leaves them out.
    zip-listed-twice
      The directory of a ZIP lists one and the same entry more than once.
      > Nothing: the entry is taken once.
    """

  /// Damaged pages.
  static let damage = """
    archive-damaged
      An archive is cut short or contradicts itself, so that entries may be missing from its
        listing.
      > Get the archive again. --on-damage skip or blank converts what can be read.
    crc-mismatch
      The bytes of an entry have another checksum than the archive states.
      > Get the book again; to go on without the page: --on-damage skip or blank.
    damaged-page-blanked
      A blank stands in place of a damaged page.
      > Get the book again when you can; the blank is marked in the report.
    damaged-page-skipped
      A damaged page was left out of the result.
      > Get the book again when you can; the report names the page.
    damaged-pages
      A book holds pages whose pictures are damaged.
      > Get the book again, or say what becomes of such pages: --on-damage skip or blank.
    entry-damaged
      An entry of an archive is not what the archive says: size, checksum or packing.
      > Get the book again, or say what becomes of such pages: --on-damage skip or blank.
    not-a-picture
      The bytes of a page begin like no picture format that is known.
      > Look at what the entry is; --on-damage skip leaves it out.
    picture-data
      A picture's compressed data cannot be decoded without loss of pixels.
      > Get the book again, or say what becomes of such pages: --on-damage skip or blank.
    picture-header
      A picture's header contradicts itself or states an impossible size.
      > Get the book again, or say what becomes of such pages: --on-damage skip or blank.
    picture-structure
      The parts of a picture's file do not fit together, or a checksum is wrong.
      > Get the book again, or say what becomes of such pages: --on-damage skip or blank.
    picture-too-large
      A picture states more pixels than the limit allows.
      > If you trust the book, allow more: --max-pixels.
    picture-truncated
      A picture ends before its format says it may.
      > Get the book again, or say what becomes of such pages: --on-damage skip or blank.
    """

  /// Limits.
  static let limit = """
    book-too-large
      The entries of an archive unpack to more bytes than the limit allows.
      > If you trust the book, allow more: --max-book-bytes.
    drop-limit
      More pages of a book would be dropped than the limit of the stage allows.
      > Look at which pages would go; raise 'max' of the stage 'drop' if they are the right ones.
    entry-too-large
      An entry unpacks to more bytes than the limit allows.
      > If you trust the book, allow more: --max-entry-bytes.
    file-too-large
      A file is larger than what may be read into memory at once.
      > If you trust the file, allow more: --max-document-bytes.
    folder-too-deep
      Folders lie inside folders more often than the limit allows.
      > If you trust the folder, allow more: --max-folder-depth.
    folders-too-deep
      Folders lie deeper than the limit allows.
      > If you trust the folder, allow more: --max-folder-depth.
    ratio-too-high
      An entry unpacks to far more bytes than it is packed in: an archive made to do harm.
      > If you trust the book, allow more: --max-ratio.
    resize-limit
      Pages would be given more pixels than one picture may have.
      > Choose a smaller size.
    too-many-entries
      An archive holds more entries than the limit allows.
      > If you trust the book, allow more: --max-entries.
    too-many-pages
      A book has more pages than the limit allows.
      > If you trust the book, allow more: --max-pages.
    xml-too-large
      An XML document is larger, deeper or expands to more than the limits allow.
      > If you trust the book, allow more: --max-document-bytes, --max-depth, --max-elements.
    yaml-limit
      A YAML file is larger or deeper than any sensible one.
      > Split the file, or mend what repeats itself in it.
    """
}
