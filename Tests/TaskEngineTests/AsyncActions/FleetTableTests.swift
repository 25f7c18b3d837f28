import TaskEngine
import Testing

@Suite("Async actions")
struct FleetTableTests {
    @Test("are added, asked, started, stopped and attached as the table says")
    func table() throws {
        var cases = 0
        for line in FleetTable.lines {
            let parts = line.split(separator: "|").map { $0.trimmed }
            try #require(parts.count == 5, "\(line)")
            let way = try #require(FleetScenario.Way(rawValue: parts[3]))
            let trace = FleetScenario.trace(
                owner: parts[0].split(separator: "/").map(String.init),
                start: parts[1] == "-" ? nil : parts[1],
                stop: parts[2] == "-" ? nil : parts[2],
                way: way
            )
            #expect(trace == (parts[4] == "nothing" ? "" : parts[4]), "\(line)")
            cases += 1
        }
        #expect(cases == 36 * FleetScenario.Way.allCases.count)
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop(while: { $0 == " " }).reversed().drop(while: { $0 == " " }).reversed())
    }
}
