import Foundation
import Testing

@Suite("The promises of Guarantees.md, Threads.md and SECURITY.md")
struct GuaranteeTests {
    @Test(
        "name proofs that exist: programs, jobs of the lab, contests, test targets and suites",
        arguments: ["Documentation/Guarantees.md", "Documentation/Threads.md", "SECURITY.md"]
    )
    func proofsExist(page: String) throws {
        let rows = try Layout.text(of: page).split(separator: "\n")
            .filter { $0.hasPrefix("| **") }
        #expect(rows.count >= 10)
        let contests = try Layout.text(of: "Benchmarks/thresholds.json")
        let suites = try Self.suites()
        for row in rows {
            let proof = row.dropLast(2).components(separatedBy: " | ").last ?? ""
            let programs = proof.matches(of: /`([^`]+)`/).map { String($0.1) }
            let titles = proof.matches(of: /"([^"]+)"/).map { String($0.1) }
            #expect(!programs.isEmpty || !titles.isEmpty, "there is no proof in \(row)")
            for program in programs {
                let isThere =
                    ["", "Tests/", "Tests/Proofs/"].contains { Layout.exists($0 + program) }
                    || Layout.exists("Tests/Lab/jobs/\(program).sh")
                    || contests.contains("\"contest\": \"\(program)\"")
                #expect(isThere, "no proof is called \(program)")
            }
            for title in titles { #expect(suites.contains(title), "no suite is called \(title)") }
        }
    }

    @Test("list every thread by its name in the code, and no others")
    func threadsAreNamed() throws {
        var named: Set<String> = []
        for folder in ["Sources", "Recorders"] {
            for file in try Layout.sources(in: Layout.root.appending(path: folder)) {
                let source = try String(contentsOf: file, encoding: .utf8)
                let names = source.matches(
                    of: /(?:spawn\(\s*name|WorkThread\(name|threadNamed|threadName): "([^"]+)"/
                )
                named.formUnion(names.map { String($0.1) })
                let others = source.matches(of: /(?:threadName|static let purpose) = "([^"]+)"/)
                named.formUnion(others.map { String($0.1) })
            }
        }
        // The pages write … for an interpolated identifier; "capture" is a default that every caller replaces.
        named = Set(named.map { $0.replacing(/\\\(.*\)/, with: "…") })
        named.remove("capture")
        let rows = try Layout.text(of: "Documentation/Threads.md").split(separator: "\n")
            .filter { $0.hasPrefix("| `") }
        let told = rows.flatMap { row in
            let cell = row.split(separator: "|").first ?? ""
            return cell.matches(of: /`([^`]+)`/).map { String($0.1) }
        }
        #expect(Set(told) == named)
    }

    /// The titles of all suites.
    private static func suites() throws -> Set<String> {
        var titles: Set<String> = []
        for file in try Layout.sources(in: Layout.root.appending(path: "Tests")) {
            let source = try String(contentsOf: file, encoding: .utf8)
            titles.formUnion(source.matches(of: /@Suite\("([^"]+)"/).map { String($0.1) })
        }
        return titles
    }
}
