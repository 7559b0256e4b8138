// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "kit-example",
  // In your own package, give the repository here: .package(url: "https://…", from: "0.1.0").
  dependencies: [.package(name: "leporello", path: "../../..")],
  targets: [
    .executableTarget(
      name: "negatives", dependencies: [.product(name: "LeporelloKit", package: "leporello")],
      path: "Sources",
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
