import SessionRuns
import StandardRecorders
import Testing

@testable import footfall

@Suite("Which sensors of a station have to open")
struct StationStartsTests {
    private static func names(_ stay: [Bool]) -> [DeviceName] {
        stay.enumerated().map { index, stays in
            DeviceName("--device d\(index)", remedy: stays ? nil : "name d\(index)")
        }
    }

    /// All combinations of names that stay with their sensors and of numbers.
    private static let allCases: [[Bool]] = (0...4).flatMap { (count: Int) -> [[Bool]] in
        (0..<(1 << count)).map { (bits: Int) -> [Bool] in
            (0..<count).map { (bits >> $0) & 1 == 1 }
        }
    }

    @Test("are all of them, unless each name stays with its sensor", arguments: allCases)
    func rule(stay: [Bool]) {
        let starts = StationStarts(of: Self.names(stay))
        #expect(starts.required == (stay.contains(false) ? .all : .one))
    }

    @Test("are explained, with a remedy for each number, if there are several", arguments: allCases)
    func note(stay: [Bool]) throws {
        let note = StationStarts(of: Self.names(stay)).note
        guard stay.count > 1, stay.contains(false) else {
            #expect(note == nil)
            return
        }
        let text = try #require(note)
        for (index, stays) in stay.enumerated() {
            #expect(text.contains("--device d\(index): name d\(index)") == !stays)
        }
    }

    @Test("are explained on one line, whatever the names contain")
    func printable() throws {
        let names = [DeviceName("--device a\nb", remedy: "name it"), DeviceName("--device c")]
        let note = try #require(StationStarts(of: names).note)
        #expect(note.contains("--device a\\nb: name it") && !note.contains("\n"))
    }
}
