public import Diagnostics

extension Rule {
  /// The rules that PluginKit declares.
  public static let pluginKit: [Rule] = [
    .pluginInvalid, .pluginsMissing, .commandInvalid, .textLeftOut,
  ]
}
