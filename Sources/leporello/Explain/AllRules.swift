import Archives
import BookModel
import Diagnostics
import Effects
import Engine
import Formats
import Imaging
import Inputs
import Markup
import Options
import PipelineFile
import PipelineTesting
import PluginKit
import Programs
import Publications
import Reports

extension Rule {
  /// Every rule that messages may carry in brackets: those of the program's modules, and those of the plugins.
  static func all(_ registry: Registry) -> [Rule] {
    options + bookModel + archives + markup + imaging + programs + publications + formats + pluginKit
      + pipelineFile + inputs + engine + effects + reports + pipelineTesting + commandLine + registry.rules
  }

  /// All of them for people: category by category, by name.
  static func byCategory(_ registry: Registry) -> [(category: Category, rules: [Rule])] {
    let all = all(registry)
    return Category.allCases.map { category in
      (category, all.filter { $0.category == category }.sorted { $0.id < $1.id })
    }
  }
}

extension Rule.Category {
  /// What a list of its rules is headed.
  var heading: String {
    switch self {
    case .pipeline: "pipeline files"
    case .usage: "command lines"
    case .input: "inputs"
    case .damage: "damaged pages"
    case .metadata: "metadata"
    case .output: "outputs"
    case .limit: "limits"
    case .defect: "defects of the program or of a plugin"
    case .lint: "what `lint` finds"
    }
  }
}
