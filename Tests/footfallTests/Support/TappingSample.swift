// The tapping session of the sample data, made by the task itself: two hands, two buttons, a motion sensor
// beside the touch screen. Everything comes of whole numbers, so that every machine makes the same bytes.

import Arguments
import FoundationEssentials
import InputRecorder
import MotionRecorder
import RecorderKinds
import Research
import SampleStream
import SessionFolder
import ResearchUI
import SessionRuns
import TaskEngine
import TaskSession
import Timebase

@testable import footfall

/// Makes the tapping session.
@MainActor
enum TappingSample {
    /// How long each hand taps, as the task has it.
    nonisolated static let length = Duration.seconds(15)

    /// Runs the task into a new session folder; the folder.
    static func make(in folder: String) async throws -> String {
        let words = ["auto": [] as [String], "source": ["synthetic"]]
        let task = "\(RunCommandTests.tasks)/Tapping.json"
        let arguments = ParsedArguments(command: "run", words: words, operands: [task])
        let given = try RunCommand(arguments).task
        let factory = try given.factory(writingDatesIn: .utc)
        let start = ClockReading(
            realtime: WallInstant(nanosecondsSince1970: 1_795_256_100_123_000_000),
            monotonicNanoseconds: 5_259_970_000_000,
            boottime: BootInstant(nanoseconds: 5_259_970_000_000)
        )
        let clock = SteppedTimekeeper(startingAt: start)
        let session = try await TaskSession(
            task: factory.decodeTask(with: given.read()),
            in: folder,
            timekeeper: clock,
            factory: factory,
            software: SessionManifest.Software(name: "footfall", version: Program.version)
        )
        session.register(MotionRecorderKind().over { _ in AnySampleSource(RestingHand(clock)) })
        session.register(
            TouchRecorderKind().over { order in
                AnySampleSource(TappingFinger(order.sectionIdentifiers.last == "left", clock))
            }
        )
        let outcome = await session.run(with: AutomaticParticipant())
        guard let path = outcome.session, outcome.errors.isEmpty else {
            throw RunFailure("the session was not made: \(outcome.errors)")
        }
        return path
    }

    nonisolated static func description(of name: String) -> SourceDescription {
        SourceDescription(name: name, kind: "synthetic", clock: "boottime")
    }

    /// A tap: when it begins and ends, from the beginning, and where it is, in the device's units.
    struct Tap {
        var begin: Duration
        var end: Duration
        var x: Int
        var y: Int
    }

    /// The taps of a hand, on the left button and the right one in turn; the left hand is slower.
    nonisolated static func taps(isLeft: Bool) -> [Tap] {
        var taps: [Tap] = []
        var begin = 180
        while begin < 14_800 {
            let number = taps.count
            let held = 70 + number * 13 % 40
            taps.append(
                Tap(
                    begin: .milliseconds(begin),
                    end: .milliseconds(begin + held),
                    x: (number % 2 == 0 ? 250 : 750) + number * 17 % 31 - 15,
                    y: 300 + number * 23 % 27 - 13
                )
            )
            begin += (isLeft ? 235 : 205) + number * 37 % 60
        }
        return taps
    }
}

/// A finger that taps two buttons.
private final class TappingFinger: SampleSource {
    private let isLeft: Bool
    private let clock: any Timekeeper

    init(_ isLeft: Bool, _ clock: any Timekeeper) {
        self.isLeft = isLeft
        self.clock = clock
    }

    var waitsForRoom: Bool { true }

    func open(until stop: StopSignal) throws -> SourceDescription {
        var description = TappingSample.description(of: "synthetic tapping")
        description.details = ["unitsPerMillimetre": "10", "hand": isLeft ? "left" : "right"]
        return description
    }

    func capture(
        into sink: inout SampleSink<InputSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        let start = clock.now
        for tap in TappingSample.taps(isLeft: isLeft) {
            for (phase, offset) in [(TouchPhase.began, tap.begin), (.ended, tap.end)] {
                var sample = InputSample(.touch, at: start.advanced(by: offset))
                sample.phase = phase
                sample.x = Double(tap.x)
                sample.y = Double(tap.y)
                sample.hasPosition = true
                sample.millimetres = (x: Double(tap.x) / 10, y: Double(tap.y) / 10)
                sink.deliver(sample)
            }
        }
        return .exhausted(at: start.advanced(by: TappingSample.length))
    }

    func close() {}
}

/// A board that lies flat, and trembles under the taps: five readings a second.
private final class RestingHand: SampleSource {
    private let clock: any Timekeeper

    init(_ clock: any Timekeeper) { self.clock = clock }

    var waitsForRoom: Bool { true }

    func open(until stop: StopSignal) throws -> SourceDescription {
        var description = TappingSample.description(of: "synthetic board")
        for type in [MotionSensorType.accelerometer, .gyro] {
            description.nominalRatesInHertz[type.channel] = 5
        }
        return description
    }

    func capture(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        let start = clock.now
        func thousandths(_ number: Int, _ factor: Int) -> Double {
            Double(number * factor % 41 - 20) / 1000
        }
        for number in 0..<75 {
            let time = start.advanced(by: .milliseconds(200 * number))
            let (x, y) = (thousandths(number, 7), thousandths(number, 11))
            let z = 1 + thousandths(number, 17)
            sink.deliver(MotionSample(.accelerometer, at: time, x: x, y: y, z: z))
            sink.deliver(MotionSample(.gyro, at: time, x: y, y: x, z: thousandths(number, 5)))
        }
        return .exhausted(at: start.advanced(by: TappingSample.length))
    }

    func close() {}
}
