// swift-tools-version: 6.1
import PackageDescription

// `Plugins/` is also SwiftPM's default folder for build-tool plugins. Ours are ordinary targets that
// name their `path:`, which builds fine; there are no build-tool plugins in this package.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A library of the system. `pkgConfig` is nil where its flags name macros, which SwiftPM refuses with a warning.
let lazily: [LinkerSetting] = [.linkedLibrary("dl", .when(platforms: [.linux]))]

func cLibrary(_ name: String, _ pkgConfig: String?, apt: String, brew: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig,
    providers: [.apt([apt]), .brew([brew])])
}

func module(_ name: String, path: String? = nil, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path ?? "Sources/\(name)", swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: strict)
}

let foundation: [Target.Dependency] = [
  "Diagnostics", "Options", "BookModel", "Archives", "Markup", "Imaging", "Programs", "Publications",
  "Formats", "PluginKit",
]

let package = Package(
  name: "leporello",
  products: [
    .executable(name: "leporello", targets: ["leporello"]),
    // Everything but the command line; every module of it can be imported.
    .library(
      name: "LeporelloKit",
      targets: [
        "Diagnostics", "Options", "BookModel", "Archives", "Markup", "Imaging", "Programs", "Publications",
        "Typesetting", "TextShaping", "Formats", "PluginKit", "PipelineFile", "Inputs", "Engine", "Effects",
        "Reports", "PipelineTesting", "CollectionChecks", "Catalogue",
      ]),
  ],
  // Codecs whose libraries are large or rare; a build without them copies such pictures all the same:
  // `swift build --disable-default-traits`.
  traits: [
    .trait(name: "AVIF", description: "Read and write AVIF (libavif)."),
    .trait(name: "JPEGXL", description: "Read and write JPEG XL (libjxl)."),
    .trait(name: "Typesetting", description: "Make pages of text (Pango, HarfBuzz, Cairo)."),
    .default(enabledTraits: ["AVIF", "JPEGXL", "Typesetting"]),
  ],
  targets: [
    cLibrary("CArchive", "libarchive", apt: "libarchive-dev", brew: "libarchive"),
    cLibrary("CDeflate", "libdeflate", apt: "libdeflate-dev", brew: "libdeflate"),
    cLibrary("CJPEG", "libjpeg", apt: "libjpeg62-turbo-dev", brew: "jpeg-turbo"),
    cLibrary("CLCMS", "lcms2", apt: "liblcms2-dev", brew: "little-cms2"),
    cLibrary("CNettle", "nettle", apt: "nettle-dev", brew: "nettle"),
    cLibrary("CPango", "pangocairo", apt: "libpango1.0-dev", brew: "pango"),
    cLibrary("CPNG", "libpng", apt: "libpng-dev", brew: "libpng"),
    cLibrary("CSQLite", "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
    cLibrary("CTIFF", "libtiff-4", apt: "libtiff-dev", brew: "libtiff"),
    cLibrary("CTurboJPEG", "libturbojpeg", apt: "libturbojpeg0-dev", brew: "jpeg-turbo"),
    cLibrary("CWebP", "libwebpdemux", apt: "libwebp-dev", brew: "webp"),
    cLibrary("CXML2", "libxml-2.0", apt: "libxml2-dev", brew: "libxml2"),
    cLibrary("CZLib", "zlib", apt: "zlib1g-dev", brew: "zlib"),
    cLibrary("CYAML", "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
    // Opened at their first picture, since that takes longer than most runs.
    .target(name: "CAVIF", path: "Sources/CLibraries/CAVIF", linkerSettings: lazily),
    .target(name: "CJXL", path: "Sources/CLibraries/CJXL", linkerSettings: lazily),
    .target(
      name: "CWOFF2", path: "Sources/CLibraries/CWOFF2",
      linkerSettings: [.linkedLibrary("woff2dec", .when(traits: ["Typesetting"]))]),
    .target(name: "CShims", dependencies: ["CJPEG"], path: "Sources/CShims"),
    .target(name: "CKernels", path: "Sources/CKernels"),

    module("Diagnostics"),
    // libm: rounding of Double, which the standard library takes from C.
    .target(
      name: "Options", dependencies: ["Diagnostics", "CYAML"], path: "Sources/Options", swiftSettings: strict,
      linkerSettings: [.linkedLibrary("m")]),
    module("BookModel", ["Diagnostics", "Options"]),
    module(
      "Archives",
      ["Diagnostics", "Options", "BookModel", "CArchive", "CDeflate", "CNettle", "CShims", "CZLib"]),
    module("Markup", ["Diagnostics", "Options", "BookModel", "CXML2"]),
    module(
      "Imaging",
      [
        "Diagnostics", "Options", "BookModel", "CPNG", "CTurboJPEG", "CDeflate", "CLCMS", "CKernels",
        "CShims", "CWebP", "CTIFF",
        .target(name: "CAVIF", condition: .when(traits: ["AVIF"])),
        .target(name: "CJXL", condition: .when(traits: ["JPEGXL"])),
      ]),
    module("Programs", ["Diagnostics", "BookModel", "CShims"]),
    module("Publications", ["Diagnostics", "Options", "BookModel", "Archives", "Markup", "Imaging"]),
    module("Typesetting", ["Diagnostics", "BookModel", "Archives", "Markup", "Publications"]),
    module(
      "TextShaping",
      [
        "Diagnostics", "Options", "BookModel", "Archives", "Imaging", "Typesetting", "CNettle", "CZLib",
        .target(name: "CPango", condition: .when(traits: ["Typesetting"])),
        .target(name: "CWOFF2", condition: .when(traits: ["Typesetting"])),
      ]),
    module(
      "Formats", ["Diagnostics", "Options", "BookModel", "Archives", "Markup", "Imaging", "Publications"]),
    module(
      "PluginKit",
      [
        "Diagnostics", "Options", "BookModel", "Archives", "Markup", "Imaging", "Programs", "Publications",
        "Formats",
      ]),
    module("PipelineFile", ["Diagnostics", "Options", "BookModel", "Formats", "PluginKit"]),
    module("Inputs", foundation + ["PipelineFile"]),
    module("Engine", foundation + ["PipelineFile", "Inputs", "CShims", "CSQLite"]),
    module("Effects", foundation + ["PipelineFile", "Inputs", "Engine"]),
    module("Reports", foundation + ["Engine", "Inputs"]),
    module("PipelineTesting", foundation + ["PipelineFile", "Inputs", "Engine", "Effects"]),
    module("CollectionChecks", foundation + ["Engine"]),

    module("Readers", path: "Plugins/Readers", foundation),
    module("Stages", path: "Plugins/Stages", foundation),
    module("Sinks", path: "Plugins/Sinks", foundation),
    .target(
      name: "Catalogue", dependencies: ["PluginKit", "Readers", "Stages", "Sinks"],
      path: "Plugins", exclude: ["Readers", "Stages", "Sinks", "Examples", "README.md"],
      sources: ["Catalogue.swift"],
      swiftSettings: strict),

    .executableTarget(
      name: "leporello",
      dependencies: [
        "Diagnostics", "Options", "BookModel", "Archives", "Markup", "Imaging", "Programs", "Publications",
        "Formats", "PluginKit", "PipelineFile", "Inputs", "Engine", "Effects", "Reports", "PipelineTesting",
        "CollectionChecks", "Catalogue", "CShims",
      ],
      path: "Sources/leporello", swiftSettings: strict),

    // What the contexts of several test targets have in common.
    module(
      "TestContexts", path: "Tests/TestContexts",
      ["Archives", "BookModel", "Diagnostics", "PluginKit", "Programs"]),

    tests("DiagnosticsTests", ["Diagnostics"]),
    tests("OptionsTests", ["Options", "Diagnostics"]),
    tests("BookModelTests", ["BookModel", "Options", "Diagnostics"]),
    tests("ArchivesTests", ["Archives", "Options", "BookModel", "Diagnostics"]),
    tests("MarkupTests", ["Markup", "BookModel", "Options", "Diagnostics"]),
    tests("ImagingTests", ["Imaging", "BookModel", "Diagnostics"]),
    tests("PublicationsTests", ["Publications", "BookModel", "Markup", "Options", "Diagnostics"]),
    tests(
      "TypesettingTests",
      ["Typesetting", "Publications", "Archives", "Markup", "BookModel", "Options", "Diagnostics"]),
    tests(
      "TextShapingTests", ["TextShaping", "Typesetting", "Imaging", "Archives", "BookModel", "Diagnostics"]),
    tests(
      "FormatsTests",
      ["Formats", "Publications", "Archives", "BookModel", "Markup", "Options", "Diagnostics"]),
    tests("PipelineFileTests", ["PipelineFile", "Catalogue", "TestContexts"] + foundation),
    tests(
      "EngineTests",
      ["Inputs", "Engine", "Effects", "Reports", "PipelineTesting", "PipelineFile", "Catalogue"] + foundation),
    tests(
      "PluginTests", ["Catalogue", "Readers", "Stages", "Sinks", "PipelineFile", "TestContexts"] + foundation),
    tests("StageTests", ["Stages", "TestContexts"] + foundation),
    tests("EndToEnd", []),

    // What the fuzzer and the short replay of its seeds have in common.
    module("FuzzTargets", path: "Tests/Fuzz/Targets", ["Catalogue", "Readers", "PipelineFile"] + foundation),
    .testTarget(
      name: "FuzzReplay", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Replay", swiftSettings: strict),
  ]
)

// Only for `make fuzz`: libFuzzer has to call our main, so that there is no other in the file.
if Context.environment["FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzzer", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Fuzzer",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}
