import Foundation
import Testing

@Suite("The promises of Guarantees.md")
struct GuaranteeTests {
    @Test("name proofs that exist: programs, jobs of the lab, contests, test targets and suites")
    func proofsExist() throws {
        let rows = try Layout.text(of: "Documentation/Guarantees.md").split(separator: "\n")
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
                #expect(isThere, "nothing is called \(program)")
            }
            for title in titles { #expect(suites.contains(title), "no suite is called \(title)") }
        }
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
