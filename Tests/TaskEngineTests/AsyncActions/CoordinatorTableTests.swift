import TaskEngine
import Testing

@Suite("Async actions")
struct CoordinatorTableTests {
    @Test("are added, asked, started, stopped and attached as the table says")
    func alone() throws {
        #expect(try cases(of: CoordinatorTable.alone) >= 250)
    }

    @Test("keep their order and their level as the table says where there are several")
    func several() throws {
        #expect(try cases(of: CoordinatorTable.several) >= 100)
    }

    /// Compares each line with what is decided; answers how many there are.
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
    /// What a word of the table declares: `Sm>x.y` is m of the level S, from x to y.
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
                // What is named `w` asks for something, and records nothing.
                isRecorder: !identifier.hasPrefix("w"),
                requiresBackgroundAudio: identifier.hasPrefix("o")
            )
        )
    }
}
