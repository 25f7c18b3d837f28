// One run of the study's task, with a recorded walk in the place of the sensor. It takes milliseconds:
// no timer waits for anything but the recorder.

import Foundation
import FootfallTesting
import GaitStudy
import MotionRecorder
import RecorderKinds
import Research
import ResearchUI
import TaskEngine
import TaskSession
import Timebase

/// A run of the task.
@MainActor
struct Participation {
    let outcome: TaskOutcome
    let participant: ScriptedParticipant
    let engine: TaskEngine

    /// Runs the task with a participant who follows the script.
    init(
        replaying session: RecordedSession,
        _ script: [String: [ParticipantAction]] = [:]
    ) async throws {
        let factory = try TenMetreWalk.factory()
        let run = try await TaskSession(
            task: TenMetreWalk.task(by: factory),
            in: NSTemporaryDirectory() + "study-\(UUID().uuidString)",
            timekeeper: SteppedTimekeeper(startingAt: session.start),
            factory: factory
        )
        run.register(session.recorders(of: MotionRecorderKind()))
        participant = ScriptedParticipant(script)
        outcome = await run.run(with: participant)
        engine = run.engine
    }

    /// The file of the study's recorder.
    var file: String? {
        let results = outcome.result.asyncResults ?? []
        let file = results.first { $0.identifier == TenMetreWalk.recorder }
        return (file as? any RSDFileResult)?.url?.path
    }
}

/// A walk whose truth is known: ten seconds at the low back.
func knownWalk() throws -> RecordedSession {
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    return try RecordedSession(
        opening: repository.appending(path: "SampleData/SyntheticWalk").path,
        by: [MotionRecorderKind()]
    )
}
