import EvdevSource
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
        let claims = DeviceClaims()
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

    @Test("are two devices where they are at two nodes")
    func others() throws {
        let claims = DeviceClaims()
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
