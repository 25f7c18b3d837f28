import SampleStream
import Testing
import Timebase

@testable import MotionRecorder

@Suite("A row of missing readings")
struct MissingRowTests {
    private func entry(
        _ reason: GapReason,
        at time: Int64,
        _ count: Int64,
        isEstimated: Bool = false
    ) -> LossLedger.Entry {
        LossLedger.Entry(
            channel: 1,
            reason: reason,
            firstMissing: BootInstant(nanoseconds: time),
            count: count,
            isEstimated: isEstimated
        )
    }

    private func gaps(_ samples: [MotionSample]) -> [Gap] { samples.compactMap { Gap($0) } }

    @Test("is one gap of each type, from its first instant")
    func one() {
        var row = MissingRow(of: [.attitude, .gravity])
        var output: [MotionSample] = []
        row.add(.ring, at: 5, into: &output)
        row.add(.ring, at: 6, into: &output)
        row.add(entry(.ring, at: 7, 10), into: &output)
        #expect(output.isEmpty)
        row.tell(into: &output)
        #expect(
            gaps(output) == [Gap(.attitude, at: 5, 12, .ring), Gap(.gravity, at: 5, 12, .ring)]
        )
        row.tell(into: &output)
        #expect(output.count == 2)
    }

    @Test("ends where another reason begins, or an estimate")
    func several() {
        var row = MissingRow(of: [.attitude])
        var output: [MotionSample] = []
        row.add(.ring, at: 5, into: &output)
        row.add(.source, at: 6, into: &output)
        row.add(entry(.source, at: 7, 3, isEstimated: true), into: &output)
        row.add(entry(.source, at: 10, 4, isEstimated: true), into: &output)
        row.tell(into: &output)
        #expect(
            gaps(output) == [
                Gap(.attitude, at: 5, 1, .ring), Gap(.attitude, at: 6, 1, .source),
                Gap(.attitude, at: 7, 7, .source, isEstimated: true),
            ]
        )
    }

    @Test("counts no further than a number goes, and nothing where nothing is missing")
    func hostileCounts() {
        var row = MissingRow(of: [.attitude])
        var output: [MotionSample] = []
        row.add(entry(.ring, at: 1, 0), into: &output)
        row.add(entry(.ring, at: 1, -5), into: &output)
        row.tell(into: &output)
        #expect(output.isEmpty)
        row.add(entry(.ring, at: 1, .max), into: &output)
        row.add(entry(.ring, at: 2, .max), into: &output)
        row.tell(into: &output)
        #expect(gaps(output) == [Gap(.attitude, at: 1, .max, .ring)])
    }

    @Test("of no types is nothing")
    func none() {
        var row = MissingRow(of: [])
        var output: [MotionSample] = []
        row.add(.ring, at: 5, into: &output)
        row.tell(into: &output)
        #expect(output.isEmpty)
    }
}
