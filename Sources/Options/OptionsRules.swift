public import Diagnostics

extension Rule {
  /// The rules that Options declares.
  public static let options: [Rule] = [
    .flagUnknown, .flagValue, .optionUnknown, .optionValue, .noEffect, .optionRepeated, .yamlSyntax,
    .yamlEncoding, .yamlEmpty, .yamlDuplicateKey, .yamlUnsupported, .yamlLimit,
  ]
}
