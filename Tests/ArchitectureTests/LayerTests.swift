import Foundation
import Testing

@Suite("The layers")
struct LayerTests {
    let layout: Layout

    init() throws { layout = try Layout() }

    @Test("are those of Architecture.md: each module is in its table, with its dependencies")
    func tableIsManifest() throws {
        #expect(layout.modules.count >= 10)
        let inManifest = layout.manifest.values.filter {
            ["regular", "executable"].contains($0.type) && !Self.isTool($0)
        }
        #expect(Set(layout.modules.map(\.name)) == Set(inManifest.map(\.name)))
        for module in layout.modules {
            let target = try #require(layout.manifest[module.name])
            #expect(target.dependencyNames == module.imports, "\(module.name)")
        }
    }

    @Test("are imported downward only: a module imports from layers below its own")
    func importsDownward() {
        let layers = Dictionary(uniqueKeysWithValues: layout.modules.map { ($0.name, $0.layer) })
        for module in layout.modules {
            for imported in module.imports {
                // C modules are not in the table: they are below layer 0.
                let layer = layers[imported] ?? -1
                #expect(layer < module.layer, "\(module.name) imports \(imported)")
            }
        }
    }

    @Test("have no hidden imports: a file imports nothing that its module does not declare")
    func filesImportWhatIsDeclared() throws {
        for module in layout.modules {
            let target = try #require(layout.manifest[module.name])
            var used: Set<String> = []
            for file in try Layout.sources(in: target.folder) {
                let imports = Layout.imports(in: try String(contentsOf: file, encoding: .utf8))
                for imported in imports {
                    used.insert(imported)
                    if let owners = Layout.systemModules[imported] {
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
                "\(module.name) declares an import that none of its files uses"
            )
        }
    }

    @Test("are built before the tests that import them, in whatever order a build takes")
    func testsDeclareWhatTheyImport() throws {
        let tests = layout.manifest.values.filter { $0.type == "test" }
        #expect(tests.count > 30)
        for target in tests {
            let before = layout.targets(before: target.name)
            for file in try Layout.sources(in: target.folder) {
                let imports = Layout.imports(in: try String(contentsOf: file, encoding: .utf8))
                let missing = imports.filter { layout.manifest[$0] != nil && !before.contains($0) }
                #expect(missing == [], "\(target.name)/\(file.lastPathComponent)")
            }
        }
    }

    @Test("need no /dev to make runs unique: no file makes a UUID by Foundation")
    func ownUUIDs() throws {
        for module in layout.modules {
            let target = try #require(layout.manifest[module.name])
            for file in try Layout.sources(in: target.folder) {
                let text = try String(contentsOf: file, encoding: .utf8)
                #expect(!text.contains("UUID()"), "\(module.name)/\(file.lastPathComponent)")
            }
        }
    }

    @Test("keep locks off the path of samples: only a capture's end is reported under one")
    func sampleTakesNoLock() throws {
        let folder = "Sources/SampleStream"
        let capture = ["SampleSink", "StreamLink", "HandoverList", "LossLedger"]
        let ring = ["RingProducer", "RingProducerSteps", "RingStorage", "RingMemory"]
        for name in capture.map({ "Capture/\($0)" }) + ring.map({ "Ring/\($0)" }) {
            let lines = try Layout.text(of: "\(folder)/\(name).swift").split(separator: "\n")
            let locks = lines.filter { $0.contains("Mutex") || $0.contains("withLock") }
            let isOfEnd = { (line: Substring) in
                // As a whole word: `pending` does not count.
                line.split { !$0.isLetter }.contains("ending")
            }
            #expect(locks.allSatisfy(isOfEnd), "\(name): \(locks)")
        }
    }

    @Test("are read correctly from the table and the files")
    func readsTablesAndImports() {
        let table = """
            | layer | module | purpose | imports |
            |---|---|---|---|
            | 0 | `A` | is below | – |
            | 3 | `B` | is above | A, C |

            | 9 | `D` | is no row | A |
            """
        #expect(
            Layout.modules(inTableOf: table) == [
                Module(name: "A", layer: 0, imports: []),
                Module(name: "B", layer: 3, imports: ["A", "C"]),
            ]
        )
        let source = """
            // import Nothing
            import A
            internal import B
            @testable import C
            let text = "import D"
            """
        #expect(Layout.imports(in: source) == ["A", "B", "C"])
    }

    /// True for C modules, benchmarks and test programs, which are not in the table.
    private static func isTool(_ target: Layout.Target) -> Bool {
        target.name.hasPrefix("C") && target.name.dropFirst().first?.isUppercase == true
            || target.path?.hasPrefix("Benchmarks") == true
            || target.path?.hasPrefix("Tests") == true
    }
}
