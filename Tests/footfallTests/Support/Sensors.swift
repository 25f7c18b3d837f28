// Sensors that a recording can be tried with where a walk is too well-behaved.

import MotionRecorder
import SampleStream
import SystemCalls
import Timebase

/// A sensor that never gives a sample.
enum TestSensor: Sendable {
    /// Is not to be had.
    case missing
    /// Goes away as soon as it is asked for a sample.
    case broken
    /// Does not open, and heeds only who wants it to end at once.
    case unreachable
    /// Gives nothing until it is stopped.
    case silent
    /// Gives a sample each millisecond, as devices do a moment after it was taken.
    case running
    /// Heeds no plain stop, as a device does that has much to give before it ends.
    case stuck

    enum Failure: Error {
        case missing, unplugged, unreachable
    }

    var source: AnySampleSource<MotionSample> { AnySampleSource(Source(sensor: self)) }

    private final class Source: SampleSource {
        let sensor: TestSensor
        var waitsForRoom: Bool { false }

        init(sensor: TestSensor) { self.sensor = sensor }

        func open(until stop: StopSignal) throws -> SourceDescription {
            if sensor == .missing { throw Failure.missing }
            while sensor == .unreachable {
                let signals = stop.wakeEvent.count
                if stop.request == .abandon { throw Failure.unreachable }
                stop.wakeEvent.wait(since: signals)
            }
            return SourceDescription(name: "\(sensor)", kind: "test", clock: "boottime")
        }

        func capture(
            into sink: inout SampleSink<MotionSample>,
            until stop: StopSignal
        ) throws -> SourceEnding {
            if sensor == .broken { throw Failure.unplugged }
            while true {
                let signals = stop.wakeEvent.count
                if sensor == .running {
                    let time = LiveTimekeeper().now.advanced(by: .milliseconds(-100))
                    sink.deliver(MotionSample(.accelerometer, at: time, x: 0, y: 0, z: 1))
                }
                if sensor == .stuck ? stop.request == .abandon : stop.isRaised { return .stopped }
                if sensor == .running {
                    stop.wakeEvent.wait(since: signals, upTo: .milliseconds(1))
                } else {
                    stop.wakeEvent.wait(since: signals)
                }
            }
        }

        func close() {}
    }
}
