// Reads the modules from Documentation/Architecture.md and from the package's manifest, and the imports of files.

import Foundation

/// A module in the table of layers.
struct Module: Equatable {
    var name: String
    var layer: Int
    var imports: Set<String>
}

/// The package on disk.
struct Layout {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Modules of the system and the toolchain, with the modules that may import them; `nil` for all.
    static let systemModules: [String: Set<String>?] = [
        "Synchronization": nil,
        "FoundationEssentials": nil,
        "Glibc": ["SystemCalls"],
        // Signatures of the field use its bundles, coders and ranges.
        "Foundation": ["FoundationTypes"],
    ]

    var modules: [Module]
    var manifest: [String: Target]

    /// A target in the manifest.
    struct Target: Decodable {
        var name: String
        var type: String
        var path: String?
        var dependencies: [Dependency]

        struct Dependency: Decodable {
            var byName: [String?]
        }

        var dependencyNames: Set<String> { Set(dependencies.compactMap { $0.byName.first ?? nil }) }
        var folder: URL {
            Layout.root.appending(path: path ?? "\(type == "test" ? "Tests" : "Sources")/\(name)")
        }
    }

    init() throws {
        modules = Self.modules(inTableOf: try Self.text(of: "Documentation/Architecture.md"))
        manifest = try Self.readManifest()
    }

    /// The targets that are built before this one.
    func targets(before name: String) -> Set<String> {
        var found: Set<String> = []
        var waiting = [name]
        while let next = waiting.popLast() {
            let new = (manifest[next]?.dependencyNames ?? []).subtracting(found)
            found.formUnion(new)
            waiting += new
        }
        return found
    }

    /// The text of a file of the package, by its path from the root.
    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// True if there is such a file or folder, by its path from the root.
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    /// The paths of all Markdown pages; hidden folders, such as a build folder, are skipped.
    static func markdownPages() throws -> [String] {
        let files = FileManager.default.enumerator(
            at: root,
            includingPropertiesForKeys: nil,
            options: .skipsHiddenFiles
        )
        let start = root.standardizedFileURL.path.count
        return (files?.compactMap { $0 as? URL } ?? [])
            .filter { $0.pathExtension == "md" }
            .map { String($0.standardizedFileURL.path.dropFirst(start).drop { $0 == "/" }) }
            .sorted()
    }

    /// Reads the rows of the table whose head is `| layer | module | purpose | imports |`.
    static func modules(inTableOf text: String) -> [Module] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let head = lines.firstIndex(of: "| layer | module | purpose | imports |") else {
            return []
        }
        return lines[(head + 2)...].prefix { $0.hasPrefix("|") }.compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 6, let layer = Int(cells[1]) else { return nil }
            let imports = cells[4].split(separator: ",")
                .map { $0.trimmingCharacters(in: .whitespaces) }
            return Module(
                name: cells[2].trimmingCharacters(in: CharacterSet(charactersIn: "`")),
                layer: layer,
                imports: Set(imports).subtracting(["–", ""])
            )
        }
    }

    /// The modules that a file imports.
    static func imports(in source: String) -> Set<String> {
        var modules: Set<String> = []
        for line in source.split(separator: "\n") {
            var words = line.split(separator: " ")[...]
            while let word = words.first,
                word.hasPrefix("@") || ["internal", "public", "package", "private"].contains(word)
            { words.removeFirst() }
            guard words.first == "import", words.count == 2, let name = words.last else { continue }
            modules.insert(String(name))
        }
        return modules
    }

    /// The Swift files below a folder.
    static func sources(in folder: URL) throws -> [URL] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }
            .map { folder.appending(path: $0) }
    }

    private static func readManifest() throws -> [String: Target] {
        struct Manifest: Decodable { var targets: [Target] }
        // A scratch folder of its own: the build that runs this test holds the lock on the usual one.
        let scratch = FileManager.default.temporaryDirectory
            .appending(path: "footfall-manifest-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", root.path, "--scratch-path", scratch.path,
            "dump-package",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let targets = try JSONDecoder().decode(Manifest.self, from: data).targets
        return Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
    }
}
