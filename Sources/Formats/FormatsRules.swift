public import Diagnostics

extension Rule {
  /// The rules declared by Formats, including those of `lint` and of the `normalize` stage.
  public static let formats: [Rule] =
    [
      .bookJSON, .comicInfoUnreadable, .comicInfoValue, .comicInfoRepeated, .pageListMismatch, .commaDropped,
      .notInVersion, .notWritable, .languageUnknown, .packageMissing, .metadataNotUnderstood,
      .metadataRepaired, .metadataLost, .metadataUnreadable, .metadataValue, .aliasFile,
      .sidecarUnreadable,
    ] + LintRule.all.map(\.rule) + NormalizationRule.all.map(\.rule)
}
