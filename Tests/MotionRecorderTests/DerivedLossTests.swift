// What the ring could not take is missing from what is computed too, up to the last sample.

import FoundationEssentials
import MotionRecorder
import Recording
import Research
import SampleStream
import SystemCalls
import Testing
import Timebase

@MainActor
@Suite("Derived readings behind a full ring")
struct DerivedLossTests {
    /// Gives all that it has at once; nobody could keep up.
    private final class Burst: SampleSource {
        typealias Sample = MotionSample
        static let instants = 20_000

        var waitsForRoom: Bool { false }

        func open(until stop: StopSignal) throws -> SourceDescription {
            var description = SourceDescription(name: "burst", kind: "test", clock: "boottime")
            description.nominalRatesInHertz = [0: 100, 1: 100]
            return description
        }

        func capture(
            into sink: inout SampleSink<MotionSample>,
            until stop: StopSignal
        ) throws -> SourceEnding {
            for index in 0..<Self.instants {
                let time = Int64(index) * 10_000_000
                sink.deliver(Swing.sample(.accelerometer, at: time))
                sink.deliver(Swing.sample(.gyro, at: time))
            }
            return .exhausted(at: BootInstant(nanoseconds: Int64(Self.instants) * 10_000_000))
        }

        func close() {}
    }

    @Test("are there or counted, each of them, to the end")
    func accounts() async throws {
        let root = FileManager.default.temporaryDirectory
        let path = root.appending(component: "footfall-derived-\(UUID().uuidString).json").path
        defer { try? FileSystem.remove(path) }
        var environment = RecorderEnvironment(
            files: RecorderFiles(claim: { _ in FilePlace(path: path, relativePath: "walk.json") }),
            timekeeper: ManualTimekeeper(),
            zone: .utc
        )
        environment.ringCapacity = 64
        let recorder = MotionRecorder(
            configuration: MotionRecorderConfiguration(
                identifier: "walk",
                recorderTypes: [.gyro, .gravity, .attitude]
            ),
            path: RSDStandalonePath(identifier: "walk"),
            environment: environment,
            source: { _ in AnySampleSource(Burst()) }
        )
        try await recorder.start()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        let file = try #require(recorder.files.first)
        #expect(file.channels.map(\.name) == ["gyro", "attitude", "gravity"])
        for channel in file.channels {
            #expect(
                channel.account.samples + Int(channel.account.lostInAll) == Burst.instants,
                "\(channel.name)"
            )
        }
        #expect(file.channels[0].account.lost[.ring, default: 0] > 0)
    }
}
