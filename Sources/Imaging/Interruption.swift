public import Diagnostics

extension Rule {
  public static let interrupted = Rule(
    "interrupted", .input, "Work on a picture was stopped because the run was stopped.",
    advice: "Run it again; --resume continues where it stopped.")
}

/// Ends work on a picture where the run it belongs to has been stopped.
///
/// Work looks for that between bands of rows and may then leave a raster half done; whoever asked for the work comes
/// by here before anything is made of it.
public func checkInterruption() throws(Diagnostic) {
  if Task.isCancelled { throw .error(.interrupted, "stopped on the way") }
}
