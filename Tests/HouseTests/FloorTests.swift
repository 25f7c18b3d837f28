import Foundation
import Testing

@Suite("The floors of the house")
struct FloorTests {
    let house: House

    init() throws { house = try House() }

    @Test("are those of the README: each module is in its table, with its dependencies")
    func tableIsManifest() throws {
        #expect(house.modules.count >= 10)
        let inManifest = house.manifest.values.filter {
            ["regular", "executable"].contains($0.type) && !Self.isWorkshop($0)
        }
        #expect(Set(house.modules.map(\.name)) == Set(inManifest.map(\.name)))
        for module in house.modules {
            let target = try #require(house.manifest[module.name])
            #expect(target.dependencyNames == module.imports, "\(module.name)")
        }
    }

    @Test("are never left upward: a module imports from floors below its own")
    func importsDownward() {
        let floors = Dictionary(uniqueKeysWithValues: house.modules.map { ($0.name, $0.floor) })
        for module in house.modules {
            for imported in module.imports {
                // C modules are not in the table: they stand under floor 0.
                let floor = floors[imported] ?? -1
                #expect(floor < module.floor, "\(module.name) imports \(imported)")
            }
        }
    }

    @Test("have no secret stairs: a file imports nothing that its module does not declare")
    func filesImportWhatIsDeclared() throws {
        for module in house.modules {
            let target = try #require(house.manifest[module.name])
            var used: Set<String> = []
            for file in try House.sources(in: target.folder) {
                let imports = House.imports(in: try String(contentsOf: file, encoding: .utf8))
                for imported in imports {
                    used.insert(imported)
                    if let owners = House.systemModules[imported] {
                        let isAllowed = owners?.contains(module.name) ?? true
                        #expect(isAllowed, "\(file.lastPathComponent) imports \(imported)")
                    } else {
                        #expect(
                            module.imports.contains(imported),
                            "\(module.name)/\(file.lastPathComponent) imports \(imported)"
                        )
                    }
                }
            }
            #expect(
                module.imports.subtracting(used).isEmpty,
                "\(module.name) declares what no file of it imports"
            )
        }
    }

    @Test("are read from tables and files as they are written")
    func readsTablesAndImports() {
        let table = """
            | floor | module | purpose | imports |
            |---|---|---|---|
            | 0 | `A` | is below | – |
            | 3 | `B` | is above | A, C |

            | 9 | `D` | is no row | A |
            """
        #expect(
            House.modules(inTableOf: table) == [
                Module(name: "A", floor: 0, imports: []),
                Module(name: "B", floor: 3, imports: ["A", "C"]),
            ]
        )
        let source = """
            // import Nothing
            import A
            internal import B
            @testable import C
            let text = "import D"
            """
        #expect(House.imports(in: source) == ["A", "B", "C"])
    }

    /// C, benchmarks and gates are tools of the house, not rooms in it.
    private static func isWorkshop(_ target: House.Target) -> Bool {
        target.name.hasPrefix("C") && target.name.dropFirst().first?.isUppercase == true
            || target.path?.hasPrefix("Benchmarks") == true
            || target.path?.hasPrefix("Tests") == true
    }
}
