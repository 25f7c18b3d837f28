// What the ring could not take is missing from what is computed too, up to the last sample.

import FoundationEssentials
import MotionRecorder
import RecorderKinds
import Recording
import Research
import SampleStream
import SystemCalls
import Testing
import Timebase

@MainActor
@Suite("Derived readings behind a full ring")
struct DerivedLossTests {
    /// Gives all that it has at once.
    private final class Burst: SampleSource {
        typealias Sample = MotionSample
        private let items: [MotionSample]
        let waitsForRoom: Bool

        init(_ items: [MotionSample], waitsForRoom: Bool) {
            self.items = items
            self.waitsForRoom = waitsForRoom
        }

        func open(until stop: StopSignal) throws -> SourceDescription {
            var description = SourceDescription(name: "burst", kind: "test", clock: "boottime")
            description.nominalRatesInHertz = [0: 100, 1: 100]
            return description
        }

        func capture(
            into sink: inout SampleSink<MotionSample>,
            until stop: StopSignal
        ) throws -> SourceEnding {
            for item in items { sink.deliver(item) }
            return .exhausted(at: items.last?.time ?? BootInstant(nanoseconds: 0))
        }

        func close() {}
    }

    private func record(
        _ types: [MotionSensorType],
        of items: [MotionSample],
        waitsForRoom: Bool
    ) async throws -> RecordedFile {
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
            MotionRecorderKind(),
            configuration: MotionRecorderConfiguration(identifier: "walk", recorderTypes: types),
            path: RSDStandalonePath(identifier: "walk"),
            environment: environment,
            source: { _ in AnySampleSource(Burst(items, waitsForRoom: waitsForRoom)) }
        )
        try await recorder.start()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        return try #require(recorder.files.first)
    }

    @Test("are there or counted, each of them, to the end")
    func accounts() async throws {
        let instants = 20_000
        // Nobody could keep up.
        let items = Swing.oneDevice(until: Int64(instants) * 10_000_000)
        let file = try await record([.gyro, .gravity, .attitude], of: items, waitsForRoom: false)
        #expect(file.channels.map(\.name) == ["gyro", "attitude", "gravity"])
        for channel in file.channels {
            #expect(
                channel.account.samples + Int(channel.account.lostInAll) == instants,
                "\(channel.name)"
            )
        }
        #expect(file.channels[0].account.lost[.ring, default: 0] > 0)
    }

    @Test("tell in the device's details, at the close, how they were made")
    func details() async throws {
        let second: Int64 = 1_000_000_000
        let sensors: [(MotionSensorType, Int64, Int64)] = [
            (.accelerometer, 8_000_000, 0), (.gyro, 10_000_000, 1),
        ]
        let items =
            Swing.samples(sensors, until: second)
            + Swing.samples(sensors, from: 5 * second, until: 6 * second)
        let file = try await record([.gravity], of: items, waitsForRoom: true)
        #expect(file.channels.map(\.name) == ["gravity"])
        #expect(file.channels.first?.nominalRateInHertz == 100)
        // What the manifest says of it: which way is up.
        #expect(file.channels.first?.meaning == MotionSensorType.gravity.meaning)
        let details = file.source.details
        #expect(details["derived"] == "gravity (Z-Up, VQF)")
        #expect(details["resampled"] == "accelerometer to the instants of the gyro, linearly")
        #expect(details["attitudeLevelledAnew"] == "once, after a hole of more than 0.2 s")
    }
}
