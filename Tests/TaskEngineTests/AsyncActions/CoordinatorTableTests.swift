import TaskEngine
import Testing

@Suite("Async actions")
struct CoordinatorTableTests {
    @Test("have the lifecycle that the table describes")
    func alone() throws {
        #expect(try cases(of: CoordinatorTable.alone) >= 250)
    }

    @Test("keep their order and their level as the table of several actions describes")
    func several() throws {
        #expect(try cases(of: CoordinatorTable.several) >= 100)
    }

    /// Compares each line with the coordinator's decisions; returns the number of lines.
    private func cases(of table: String) throws -> Int {
        var seen: Set<String> = []
        for line in table.split(separator: "\n") {
            let parts = line.split(separator: "|", maxSplits: 2)
                .map { $0.split(separator: " ").joined(separator: " ") }
            try #require(parts.count == 3, "\(line)")
            let way = try #require(CoordinatorScenario.Way(rawValue: parts[1]), "\(line)")
            let actions = try parts[0].split(separator: " ").map(CoordinatorTable.action)
            #expect(CoordinatorScenario.trace(of: actions, way) == parts[2], "\(parts[0]) | \(way)")
            #expect(seen.insert(parts[0] + parts[1]).inserted, "\(line)")
        }
        return seen.count
    }
}

extension CoordinatorTable {
    /// Parses an action of the table: `Sm>x.y` is m of the level S, from x to y.
    static func action(_ word: Substring) throws -> CoordinatorScenario.Declared {
        let owners = ["T": ["T"], "S": ["T", "S"], "Q": ["T", "S", "Q"]]
        let owner = try #require(word.first.flatMap { owners[String($0)] }, "\(word)")
        let identifier = word.dropFirst().prefix { $0 != ">" && $0 != "." }
        let steps = word.dropFirst(1 + identifier.count)
        let start = steps.first == ">" ? steps.dropFirst().prefix { $0 != "." } : nil
        let stop = steps.firstIndex(of: ".").map { steps[$0...].dropFirst() }
        return CoordinatorScenario.Declared(
            owner: owner,
            plan: AsyncActionCoordinator.Plan(
                identifier: String(identifier),
                startStep: start.map(String.init),
                stopStep: stop.map(String.init),
                // The action `w` makes a request, and records nothing.
                isRecorder: !identifier.hasPrefix("w"),
                requiresBackgroundAudio: identifier.hasPrefix("o")
            )
        )
    }
}
