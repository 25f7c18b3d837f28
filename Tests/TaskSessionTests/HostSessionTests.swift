// A host that runs tasks by its own code gets a complete session, like Footfall's task runner.

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
@Suite("The session of a host that runs tasks itself")
struct HostSessionTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "footfall-host-\(UUID().uuidString)").path
    private let configuration = MotionRecorderConfiguration(
        identifier: "walk",
        recorderTypes: [.accelerometer],
        placement: "lowBack"
    )

    private struct Fire: Error {}

    /// Records one second of a walk in a session, with a mark in the middle.
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

    @Test("passes a check, and lists its recorders, files, marks and notes")
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

    @Test("keeps the error of its host, and the recorded samples")
    func failed() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (path, _) = try await recorded(failing: Fire())
        let manifest = try Session(opening: path).manifest
        #expect(manifest.status == .failed && manifest.errors == ["Fire()"])
        #expect(manifest.files.first?.sensors.first?.samples == 101)
    }
}
