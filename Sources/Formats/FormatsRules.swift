public import Diagnostics

extension Rule {
  /// The rules that Formats declares, those of `lint` and of the stage `normalize` among them.
  public static let formats: [Rule] =
    [
      .bookJSON, .comicInfoUnreadable, .comicInfoValue, .comicInfoRepeated, .pageListMismatch, .commaDropped,
      .notInVersion, .notWritable, .languageUnknown, .packageMissing, .metadataNotUnderstood,
      .metadataRepaired, .metadataLost, .metadataUnreadable, .metadataValue, .aliasFile,
      .sidecarUnreadable,
    ] + LintRule.all.map(\.rule) + NormalizationRule.all.map(\.rule)
}
