// What people put in, as a script has it, and sessions that it was recorded in.

import FoundationEssentials
import InputRecorder
import MotionRecorder
import RecorderKinds
import Recording
import SessionRuns
import StandardRecorders
import WalkSource
import SampleStream
import SystemCalls
import Timebase

@testable import footfall

/// Gives events as a script has them.
final class ScriptedInput: SampleSource {
    private let events: [InputSample]
    private let end: BootInstant?

    /// A source of events; without an end it waits to be stopped.
    init(_ events: [InputSample], end: BootInstant? = nil) {
        self.events = events
        self.end = end
    }

    var waitsForRoom: Bool { true }

    func open(until stop: StopSignal) throws -> SourceDescription {
        SourceDescription(name: "script", kind: "test", clock: "boottime")
    }

    func capture(
        into sink: inout SampleSink<InputSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        for event in events { sink.deliver(event) }
        if let end { return .exhausted(at: end) }
        while true {
            let signals = stop.wakeEvent.count
            if stop.isRaised { return .stopped }
            stop.wakeEvent.wait(since: signals)
        }
    }

    func close() {}
}

/// Sessions with files of input.
@MainActor
enum InputSessions {
    /// The keys that the input file names.
    static let keys = ["KEY_F13", "KEY_A"]

    /// Records a session with motion, input and touches: `seconds` of a walk, ten taps in each second.
    static func record(in folder: String, seconds: Int = 2) async throws -> RecordingOutcome {
        let start = ClockReading.now()
        let end = start.boottime.advanced(by: .seconds(seconds))
        // None waits for another.
        func timekeeper() -> ImmediateTimekeeper { ImmediateTimekeeper(startingAt: start) }
        var configuration = InputRecorderConfiguration(identifier: "input")
        configuration.includeKeys = keys
        let motion = try WalkOptions(writesTruth: false).recorders(
            at: ["lowBack"],
            of: nil,
            for: .seconds(seconds),
            from: start,
            by: timekeeper
        )
        let (all, touches) = (
            events(from: start.boottime, to: end), taps(from: start.boottime, to: end)
        )
        let plan = RecordingPlan(
            identifier: "tapping",
            output: folder,
            start: start,
            zone: .utc,
            recorders: motion + [
                PlannedRecorder(
                    InputRecorderKind().over { _ in AnySampleSource(ScriptedInput(all, end: end)) },
                    configuration,
                    timekeeper: timekeeper()
                ),
                PlannedRecorder(
                    TouchRecorderKind().over { _ in
                        AnySampleSource(ScriptedInput(touches, end: end))
                    },
                    TouchRecorderConfiguration(identifier: "touch"),
                    timekeeper: timekeeper()
                ),
            ]
        )
        return try await RecordingRun.begin(plan).run()
    }

    /// Taps of two fingers in turn.
    static func taps(from start: BootInstant, to end: BootInstant) -> [InputSample] {
        var taps: [InputSample] = []
        var number = 0
        var time = start.advanced(by: .milliseconds(5))
        while time.advanced(by: .milliseconds(60)) < end {
            for (phase, wait) in [(TouchPhase.began, 0), (.moved, 20), (.ended, 50)] {
                var tap = InputSample(.touch, at: time.advanced(by: .milliseconds(wait)))
                tap.phase = phase
                tap.index = UInt16(number % 2)
                tap.x = Double(100 + 500 * (number % 2))
                tap.y = 240.5
                tap.hasPosition = true
                tap.pressure = 0.5
                tap.hasPressure = true
                tap.millimetres = (x: tap.x / 10, y: 24.05)
                taps.append(tap)
            }
            number += 1
            time = time.advanced(by: .milliseconds(100))
        }
        return taps
    }

    /// One event of each kind, one after the other.
    static func events(from start: BootInstant, to end: BootInstant) -> [InputSample] {
        func event(_ channel: InputChannel, _ milliseconds: Int) -> InputSample {
            InputSample(channel, at: start.advanced(by: .milliseconds(milliseconds)))
        }
        var events: [InputSample] = []
        // Named, named by another name, and not named.
        for (place, name) in [0, 1, nil].enumerated() {
            for (order, value) in [1, 2, 0].enumerated() {
                var key = event(.key, 10 + 10 * place + 3 * order)
                key.name = name
                key.value = Int32(value)
                key.hasValue = true
                events.append(key)
            }
        }
        var pointer = event(.pointer, 50)
        (pointer.x, pointer.y, pointer.z) = (3, -1, 1)
        (pointer.hasPosition, pointer.hasDepth) = (true, true)
        var lid = event(.switch, 60)
        lid.name = 0
        lid.value = 1
        lid.hasValue = true
        var acceleration = event(.accelerometer, 70)
        (acceleration.x, acceleration.y, acceleration.z) = (0.1, -0.2, 0.98)
        (acceleration.hasPosition, acceleration.hasDepth) = (true, true)
        let gap = InputSample.gap(
            channel: InputChannel.key.rawValue,
            at: start.advanced(by: .milliseconds(80)),
            lost: 1,
            reason: .kernel,
            isEstimated: true
        )
        var found = event(.key, 81)
        found.value = 1
        (found.hasValue, found.isEstimated) = (true, true)
        return events + [pointer, lid, acceleration, gap, found]
            + taps(from: start.advanced(by: .milliseconds(100)), to: end)
    }
}
