// A host with a task runner of its own gets a session as whole as one of ours.

import FoundationEssentials
import MotionRecorder
import RecorderKinds
import Recording
import Research
import SampleStream
import SessionFolder
import Testing
import Timebase
import WalkSource

@testable import TaskSession

@MainActor
@Suite("The session of a host with a runner of its own")
struct HostSessionTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "footfall-host-\(UUID().uuidString)").path
    private let configuration = MotionRecorderConfiguration(
        identifier: "walk",
        recorderTypes: [.accelerometer],
        placement: "lowBack"
    )

    private struct Fire: Error {}

    /// A session in which a second of a walk is recorded, with a mark at its half.
    private func recorded(
        failing error: (any Error)? = nil
    ) async throws -> (path: String, recorder: RSDSampleRecorder) {
        let clock = ManualTimekeeper()
        let session = try await HostSession(
            "visit",
            in: folder,
            recorders: [configuration],
            networkMarks: NetworkMarks(key: Array("sixteen bytes or more".utf8)),
            timekeeper: clock
        )
        let recorders = MotionRecorderKind().over { order in
            AnySampleSource(
                try SyntheticWalkSource(
                    walk: SyntheticWalk(SyntheticWalkDescription()),
                    placement: .lowBack,
                    request: order.request,
                    timekeeper: order.environment.timekeeper
                )
            )
        }
        let made = recorders.recorder(
            configuration,
            RSDStandalonePath(identifier: "visit"),
            session.environment(for: configuration, at: "lowBack")
        )
        let recorder = try #require(made)
        try await recorder.start()
        clock.advance(by: .milliseconds(500))
        session.marks.mark("turn", at: clock.now, by: "host")
        clock.advance(by: .milliseconds(500))
        _ = try await recorder.stop()
        session.note("the participant wore a coat")
        return (try await session.close(with: [recorder], after: error), recorder)
    }

    @Test("is called whole by a check, and says what was meant, recorded and marked")
    func whole() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (path, recorder) = try await recorded()
        #expect(try SessionCheck(of: path).verdict == .clean)
        let session = try Session(opening: path)
        #expect(session.manifest.identifier == "visit")
        #expect(session.manifest.recorders?.map(\.identifier) == ["walk"])
        #expect(session.manifest.notes.contains("the participant wore a coat"))
        #expect(
            session.manifest.notes.contains {
                $0
                    == "marks of the network were heard at UDP port 17117, those signed with the key alone"
            }
        )
        let file = try #require(session.sampleFiles.first)
        #expect(file.sensors.map(\.samples) == [101] && file.placement == "lowBack")
        let text = String(
            decoding: try Data(contentsOf: URL(filePath: session.path(of: file))),
            as: UTF8.self
        )
        #expect(text.contains("\"marker\":\"turn\""))
        let result = try RSDFactory().createJSONDecoder().decode(
            RSDTaskResultObject.self,
            from: Data(contentsOf: URL(filePath: path + "/taskResult.json"))
        )
        #expect(result.asyncResults?.map(\.identifier) == ["walk"])
        #expect(recorder.files.map(\.samples) == [101])
    }

    @Test("says why its host's run failed, and keeps what was recorded")
    func failed() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (path, _) = try await recorded(failing: Fire())
        let manifest = try Session(opening: path).manifest
        #expect(manifest.status == .failed && manifest.errors == ["Fire()"])
        #expect(manifest.files.first?.sensors.first?.samples == 101)
    }
}
