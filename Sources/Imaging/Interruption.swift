public import Diagnostics

extension Rule {
  public static let interrupted = Rule(
    "interrupted", .input, "Work on a picture was stopped because the run was stopped.",
    advice: "Run it again; --resume continues where it stopped.")
}

/// Stops work on a picture if its run has been stopped.
///
/// Work checks for this between bands of rows and may then leave a raster half done. Whoever requested the
/// work calls this before using the result.
public func checkInterruption() throws(Diagnostic) {
  if Task.isCancelled { throw .error(.interrupted, "stopped on the way") }
}
