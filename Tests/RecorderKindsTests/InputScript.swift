// Everything that an input file can have, given by a source that is no device: what a replay must give
// back to the last byte.

import InputRecorder
import SampleStream
import Timebase

/// Gives input events, one after the other, and ends.
final class InputScript: SampleSource {
    typealias Sample = InputSample

    private let samples: [InputSample]
    private let marks: MarkTable?

    init(_ samples: [InputSample], marks: MarkTable? = nil) {
        self.samples = samples
        self.marks = marks
    }

    var waitsForRoom: Bool { true }

    func open(until stop: StopSignal) throws -> SourceDescription {
        var description = SourceDescription(name: "script", kind: "test", clock: "boottime")
        description.marks = marks
        return description
    }

    func capture(
        into sink: inout SampleSink<InputSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        for sample in samples { sink.deliver(sample) }
        return .exhausted(at: samples.map(\.time).max() ?? BootInstant(nanoseconds: 0))
    }

    func close() {}
}

extension InputScript {
    static let start = ClockReading.zero.advanced(by: .seconds(100))
    /// Names as no kernel has them: what they look like is no reason to lose them.
    static let keys = ["KEY_F13", "BTN_TOUCH", "a \"quoted\", key\n", "Füße"]

    private static func event(
        _ channel: InputChannel,
        _ milliseconds: Int,
        _ fill: (inout InputSample) -> Void
    ) -> InputSample {
        var sample = InputSample(
            channel,
            at: start.boottime.advanced(by: .milliseconds(milliseconds) + .microseconds(1))
        )
        fill(&sample)
        return sample
    }

    /// Touches of every form, with a gap among them.
    static let touches: [InputSample] = [
        event(.touch, 1) {
            ($0.phase, $0.index) = (.began, 0)
            ($0.x, $0.y, $0.hasPosition) = (1023, 0, true)
            $0.millimetres = (x: 85.25, y: -0.0)
            ($0.width, $0.height, $0.hasSize) = (0.1, 7, true)
            ($0.pressure, $0.hasPressure) = (255, true)
        },
        event(.touch, 1) {
            ($0.phase, $0.index) = (.stationary, 65535)
            ($0.x, $0.y, $0.hasPosition) = (-1.5, 1e-9, true)
            $0.isEstimated = true
        },
        event(.touch, 2) { ($0.phase, $0.index) = (.moved, 0) },
        event(.touch, 3) {
            ($0.phase, $0.index) = (.moved, 1)
            $0.millimetres = (x: 0.1, y: 1e300)
        },
        .gap(
            channel: InputChannel.touch.rawValue,
            at: start.boottime.advanced(by: .milliseconds(4)),
            lost: 12,
            reason: .kernel,
            isEstimated: true
        ),
        event(.touch, 5) {
            ($0.phase, $0.index) = (.cancelled, 1)
            $0.isEstimated = true
        },
        event(.touch, 6) { ($0.phase, $0.index) = (.ended, 0) },
    ]

    /// All other kinds, with marks and gaps; the mark of number 1 comes late.
    static let others: [InputSample] = [
        event(.key, 10) {
            ($0.name, $0.value, $0.hasValue) = (0, 1, true)
        },
        .mark(0, at: start.boottime.advanced(by: .milliseconds(10))),
        event(.key, 11) { ($0.value, $0.hasValue) = (.min, true) },
        event(.key, 12) { ($0.name, $0.value, $0.hasValue) = (0, 2, true) },
        event(.key, 13) { ($0.name, $0.value, $0.hasValue) = (0, 0, true) },
        event(.key, 14) {
            ($0.name, $0.value, $0.hasValue) = (3, 1, true)
            $0.isEstimated = true
        },
        event(.key, 15) { ($0.name, $0.value, $0.hasValue) = (2, 1, true) },
        event(.pointer, 15) { ($0.x, $0.y, $0.hasPosition) = (-3, 4, true) },
        event(.pointer, 16) { ($0.z, $0.hasDepth) = (-1, true) },
        .gap(
            channel: InputChannel.pointer.rawValue,
            at: start.boottime.advanced(by: .milliseconds(17)),
            lost: 1,
            reason: .device,
            isEstimated: true
        ),
        .mark(1, at: start.boottime.advanced(by: .milliseconds(9))),
        event(.switch, 18) { ($0.name, $0.value, $0.hasValue) = (0, 1, true) },
        event(.switch, 19) {
            ($0.name, $0.value, $0.hasValue) = (16, 0, true)
            $0.isEstimated = true
        },
        event(.accelerometer, 20) {
            ($0.x, $0.y, $0.z) = (0.1, -0.98, 1.0 / 3)
            ($0.hasPosition, $0.hasDepth) = (true, true)
        },
        .gap(
            channel: InputChannel.accelerometer.rawValue,
            at: start.boottime.advanced(by: .milliseconds(21)),
            lost: 3,
            reason: .source,
            isEstimated: false
        ),
        event(.gyro, 22) {
            ($0.x, $0.y, $0.z) = (-0.0, .leastNonzeroMagnitude, .pi)
            ($0.hasPosition, $0.hasDepth) = (true, true)
        },
    ]

    /// The words of the marks.
    static var marks: MarkTable {
        let table = MarkTable()
        for name in ["heelStrikeLeft", "läte, \"too\""] {
            _ = table.add(RecordedMark(isRecord: true, stepPath: nil, date: nil, name: name))
        }
        return table
    }
}
