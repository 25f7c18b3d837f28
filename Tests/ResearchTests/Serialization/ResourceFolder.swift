import FoundationEssentials
import Research

/// A folder of resources that goes when the test is over.
final class ResourceFolder {
    let path: String

    /// A folder with some files, by their names.
    init(_ files: [String: String] = [:]) throws {
        path = FileManager.default.temporaryDirectory.path + "/resources-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true
        )
        for (name, text) in files { try write(text, to: name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
    }

    /// A factory that finds its resources here.
    var factory: RSDFactory {
        RSDFactory(
            surroundings: FactorySurroundings(resources: RSDResourceLocator(folders: [path]))
        )
    }
}
