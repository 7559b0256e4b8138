import Diagnostics
import Formats
import Publications

/// A package document around some metadata.
func package(_ metadata: String, version: String = "3.0", spine: String = "", manifest: String = "")
  throws(Diagnostic)
  -> PackageDocument
{
  try PackageDocument(
    Array(
      """
      <?xml version="1.0"?>
      <package xmlns="http://www.idpf.org/2007/opf" version="\(version)" unique-identifier="u">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">\(metadata)
      </metadata><manifest>\(manifest)</manifest>\(spine.isEmpty ? "<spine/>" : spine)</package>
      """.utf8))
}
