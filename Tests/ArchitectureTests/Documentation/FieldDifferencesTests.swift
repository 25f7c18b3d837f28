import Foundation
import Testing

@Suite("The page of differences from the field")
struct FieldDifferencesTests {
    /// The rows of a section's table, each as its cells.
    private static func rows(of section: String) throws -> [[String]] {
        let page = try Layout.text(of: "Documentation/FieldDifferences.md")
        let text = page.components(separatedBy: "\n## ").first { $0.hasPrefix(section) } ?? ""
        return text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { row in
            row.dropFirst(2).dropLast(2).components(separatedBy: " | ")
        }
    }

    private static func sources() throws -> [String] {
        try ["Sources", "Recorders"].flatMap { folder in
            try Layout.sources(in: Layout.root.appending(path: folder)).map {
                try String(contentsOf: $0, encoding: .utf8)
            }
        }
    }

    /// All names that the sources declare, of any kind.
    private static func declarations(in sources: [String]) -> Set<String> {
        var names: Set<String> = []
        for source in sources {
            let found = source.matches(
                of: /\b(?:class|struct|protocol|enum|typealias|func|var|let|case) +`?([A-Za-z_]\w*)/
            )
            names.formUnion(found.map { String($0.1) })
        }
        return names
    }

    /// The parts of names in a cell's code spans that the sources do not declare.
    private static func unknown(in cell: String, among declared: Set<String>) -> [String] {
        cell.matches(of: /`([A-Za-z_.]+)[^`]*`/)
            .flatMap { $0.1.split(separator: ".").map(String.init) }
            .filter { !declared.contains($0) }
    }

    @Test("lists every alias for a name of the field, with its type, and no others")
    func aliases() throws {
        var declared: Set<[String]> = []
        for module in ["Research", "ResearchUI"] {
            let text = try Layout.text(of: "Sources/\(module)/FieldNames.swift")
            for match in text.matches(of: /public typealias (\w+) = (\w+)/) {
                declared.insert(["`\(match.1)`", "`\(match.2)`"])
            }
        }
        #expect(declared.count >= 20)
        #expect(try Set(Self.rows(of: "Other names").map { Array($0.prefix(2)) }) == declared)
    }

    @Test("misses no alias: only the files FieldNames.swift declare any")
    func inOneFile() throws {
        for module in ["Research", "ResearchUI"] {
            let folder = Layout.root.appending(path: "Sources/\(module)")
            for file in try Layout.sources(in: folder)
            where file.lastPathComponent != "FieldNames.swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                // A name for the type of a callback is no alias; its definition does not begin with a capital letter.
                let found = text.matches(of: /public typealias (RSD\w+) = [A-Z]/)
                #expect(found.isEmpty, "\(file.lastPathComponent)")
            }
        }
    }

    @Test("names what exists: each name in the column of ours is declared")
    func ours() throws {
        let declared = Self.declarations(in: try Self.sources())
        let rows = try Self.rows(of: "Other things")
        #expect(rows.count >= 20)
        // Words of the language and its library.
        let known = declared.union(["async", "nil", "Sendable", "String"])
        for row in rows {
            try #require(row.count == 3, "\(row)")
            #expect(Self.unknown(in: row[1], among: known) == [], "\(row[1])")
        }
        #expect(Self.unknown(in: "`RSDFactory.noSuchName`", among: known) == ["noSuchName"])
    }
}
