// Fixes of a walk that is made up, in the time of a run.

import SampleStream
import Timebase

@testable import LocationRecorder

/// A receiver that is carried north at a pace that changes a little, by a clock that a test moves.
final class MadeFixes: SampleSource {
    typealias Sample = LocationSample

    private let timekeeper: any Timekeeper
    private let keepsCoordinates: Bool

    init(_ timekeeper: any Timekeeper, keepsCoordinates: Bool) {
        self.timekeeper = timekeeper
        self.keepsCoordinates = keepsCoordinates
    }

    var waitsForRoom: Bool { true }

    func open(until stop: StopSignal) throws -> SourceDescription {
        var description = SourceDescription(name: "made fixes", kind: "made", clock: "made")
        description.isPaced = true
        return description
    }

    func capture(
        into sink: inout SampleSink<LocationSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        let pace = Pace(timekeeper: timekeeper, stop: stop)
        let start = timekeeper.now.nanoseconds
        var taker = FixTaker(keepsCoordinates: keepsCoordinates, openedAt: start)
        var metres = 0.0
        for second in 1... {
            let due = BootInstant(nanoseconds: start + Int64(second) * 1_000_000_000)
            guard pace.mayPass(due) else { return .stopped }
            metres += 1.3 + 0.1 * Double(second % 5)
            var report = ReceiverReport(mode: 3)
            report.nanoseconds = (1_795_780_800 + Int64(second)) * 1_000_000_000
            report.position = Position(latitude: 52.5 + metres / 111_265, longitude: 13.4)
            report.horizontalAccuracy = 3
            // A bridge is walked under.
            if (300..<310).contains(second) { report.mode = 1 }
            taker.take(report, seen: due.nanoseconds)
            for sample in taker.ready { sink.deliver(sample) }
            taker.clear()
        }
        return .stopped
    }

    func close() {}
}
