import EvdevSource
import IIOSource
import InputRecorder
import Patience
import RecorderKinds
import Recording
import SampleStream
import SessionRuns
import StandardRecorders
import SystemCalls
import Testing
import Timebase

@testable import footfall

@Suite("One device by two names", .mayNotHang)
@MainActor
struct DeviceClaimsTests {
    /// A device at a node; it gives an event as soon as it is open.
    private final class Device: SampleSource {
        let node: String
        let isGrabbed: Bool

        init(node: String, isGrabbed: Bool = false) {
            (self.node, self.isGrabbed) = (node, isGrabbed)
        }

        var waitsForRoom: Bool { false }

        func open(until stop: StopSignal) throws -> SourceDescription {
            if isGrabbed { throw EvdevError(.grabbedHere, at: "event3 (Foot Switch)") }
            var description = SourceDescription(name: "pedal", kind: "test", clock: "boottime")
            description.details["node"] = node
            return description
        }

        func capture(
            into sink: inout SampleSink<InputSample>,
            until stop: StopSignal
        ) throws -> SourceEnding {
            sink.deliver(InputSample(.key, at: LiveTimekeeper().now))
            while true {
                let signals = stop.wakeEvent.count
                if stop.isRaised { return .stopped }
                stop.wakeEvent.wait(since: signals)
            }
        }

        func close() {}
    }

    private static func recorder(
        _ identifier: String,
        _ word: String,
        _ claims: DeviceClaims,
        isGrabbed: Bool = false
    ) -> PlannedRecorder {
        PlannedRecorder(
            InputRecorderKind().over { _ in
                AnySampleSource(
                    ClaimedSource(
                        Device(node: "/dev/input/event3", isGrabbed: isGrabbed),
                        calledBy: word,
                        claims
                    )
                )
            },
            InputRecorderConfiguration(identifier: identifier),
            timekeeper: LiveTimekeeper()
        )
    }

    @Test("is refused, with both of them, and nothing is left", arguments: [false, true])
    func twice(isGrabbed: Bool) async throws {
        let folder = try TemporaryFolder()
        let claims = DeviceClaims(by: "--input")
        let start = ClockReading.now()
        let plan = RecordingPlan(
            identifier: "input",
            output: "\(folder.path)/new",
            start: start,
            zone: .utc,
            recorders: [
                Self.recorder("event3_input", "event3", claims),
                Self.recorder("Foot Switch_input", "Foot Switch", claims, isGrabbed: isGrabbed),
            ]
        )
        let run = try await RecordingRun.begin(plan)
        let error = await #expect(throws: DeviceTakenTwice.self) {
            try await run.run()
        }
        #expect(
            error?.description.hasPrefix(
                "--input event3 and --input Foot Switch: both are the device /dev/input/event3; "
            ) == true
        )
        #expect(try folder.names().isEmpty)
    }

    /// A motion sensor as `IIOMotionSource` describes it; or one that is open already.
    private final class Sensor: SampleSource {
        typealias Sample = InputSample

        let uri: String
        let isBusy: Bool

        init(at uri: String, isBusy: Bool = false) { (self.uri, self.isBusy) = (uri, isBusy) }

        var waitsForRoom: Bool { false }

        func open(until stop: StopSignal) throws -> SourceDescription {
            if isBusy { throw IIOError(.busy(holder: "footfall"), at: "iio:device0") }
            var description = SourceDescription(name: "bmi160", kind: "iio", clock: "boottime")
            description.details = ["uri": uri, "device iio:device0": "iio:device0 (bmi160): gyro"]
            return description
        }

        func capture(
            into sink: inout SampleSink<InputSample>,
            until stop: StopSignal
        ) throws -> SourceEnding { .stopped }

        func close() {}
    }

    @Test("is refused for one motion sensor at two places", arguments: [false, true])
    func sensorAtTwoPlaces(isBusy: Bool) throws {
        let claims = DeviceClaims(by: "--placement", remedy: "leave one out")
        let stop = StopSignal()
        _ = try ClaimedSource(Sensor(at: "local:"), calledBy: "left", claims).open(until: stop)
        let error = #expect(throws: DeviceTakenTwice.self) {
            try ClaimedSource(Sensor(at: "local:", isBusy: isBusy), calledBy: "right", claims)
                .open(until: stop)
        }
        #expect(
            error?.description
                == "--placement left and --placement right: both are the device iio:device0; leave one out"
        )
        // A sensor of another machine has the same id.
        _ = try ClaimedSource(Sensor(at: "ip:hub"), calledBy: "right", claims).open(until: stop)
    }

    @Test("is not blamed where another program reads the sensor")
    func busyElsewhere() {
        #expect(throws: IIOError(.busy(holder: "footfall"), at: "iio:device0")) {
            try ClaimedSource(
                Sensor(at: "local:", isBusy: true),
                calledBy: "left",
                DeviceClaims(by: "--placement")
            ).open(until: StopSignal())
        }
    }

    @Test("are two devices where they are at two nodes")
    func others() throws {
        let claims = DeviceClaims(by: "--input")
        try claims.take(node: "/dev/input/event3", calledBy: "a")
        try claims.take(node: "/dev/input/event30", calledBy: "b")
        #expect(claims.owner(ofPlace: "event3 (Foot Switch)")?.word == "a")
        #expect(claims.owner(ofPlace: "event30")?.word == "b")
        #expect(claims.owner(ofPlace: "event4 (event3)") == nil)
        #expect(throws: DeviceTakenTwice.self) {
            try claims.take(node: "/dev/input/event3", calledBy: "c")
        }
    }
}
