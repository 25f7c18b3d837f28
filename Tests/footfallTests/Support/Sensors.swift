// Sensors that a recording can be tried with where a walk is too well-behaved.

import MotionRecorder
import SampleStream
import SystemCalls
import Timebase

/// A sensor that goes away as soon as it is asked for a sample.
final class BrokenSensor: SampleSource {
    struct Unplugged: Error {}

    var waitsForRoom: Bool { false }

    func open() throws -> SourceDescription {
        SourceDescription(name: "broken", kind: "test", clock: "boottime")
    }

    func capture(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        throw Unplugged()
    }

    func close() {}
}

/// A sensor that gives nothing until it is stopped.
final class SilentSensor: SampleSource {
    var waitsForRoom: Bool { false }

    func open() throws -> SourceDescription {
        SourceDescription(name: "silent", kind: "test", clock: "boottime")
    }

    func capture(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        while true {
            let rings = stop.bell.count
            if stop.isRaised { return .stopped }
            stop.bell.wait(since: rings)
        }
    }

    func close() {}
}
