// A sample task, recorded from a synthetic walk.

import FoundationEssentials
import MotionRecorder
import Recording
import RecorderKinds
import Research
import ResearchUI
import SampleStream
import SessionFolder
import SystemCalls
import TaskEngine
import TaskSession
import Testing
import Timebase
import WalkSource

/// A folder of its own for each test, deleted with it.
final class ScratchFolder {
    let path: String

    init() throws {
        let name = "footfall-task-\(UUID().uuidString)"
        path = FileManager.default.temporaryDirectory.appending(component: name).path
        try FileSystem.makeDirectory(path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A walk of two sections, with a question before it.
enum WalkingTask {
    static let json = """
        {
          "identifier": "Walk", "type": "task",
          "asyncActions": [
            {"identifier": "whole", "type": "motion", "startStepIdentifier": "mood",
             "recorderTypes": ["accelerometer"], "frequency": 20}
          ],
          "steps": [
            {"identifier": "overview", "type": "overview", "title": "A walk"},
            {"identifier": "mood", "type": "instruction", "title": "How are you?"},
            {"identifier": "walk", "type": "section",
             "asyncActions": [
               {"identifier": "motion", "type": "motion", "startStepIdentifier": "countdown",
                "recorderTypes": ["accelerometer", "gyro", "magnetometer", "attitude",
                                  "gravity", "userAcceleration"]}
             ],
             "steps": [
               {"identifier": "countdown", "type": "countdown", "duration": 5,
                "commands": ["transitionAutomatically"]},
               {"identifier": "active", "type": "active", "duration": 30,
                "commands": ["transitionAutomatically"]}
             ]},
            {"identifier": "balance", "type": "section",
             "asyncActions": [
               {"identifier": "motion", "type": "motion", "startStepIdentifier": "active",
                "stopStepIdentifier": "active"}
             ],
             "steps": [
               {"identifier": "active", "type": "active", "duration": 30,
                "commands": ["transitionAutomatically"], "shouldEndOnInterrupt": true},
               {"identifier": "rest", "type": "instruction", "title": "Rest"}
             ]},
            {"identifier": "done", "type": "completion", "title": "Thank you"}
          ]
        }
        """

    /// The same, with a second recorder, which ends sooner than the one of the whole task.
    static let jsonWithEarlyRecorder = json.replacing(
        #""frequency": 20}"#,
        with: #"""
            "frequency": 20},
            {"identifier": "early", "type": "motion", "startStepIdentifier": "mood",
             "stopStepIdentifier": "mood", "recorderTypes": ["accelerometer"], "frequency": 20}
            """#
    )

    /// The path of each step, in order.
    static let places = [
        "overview", "mood", "walk/countdown", "walk/active", "balance/active", "balance/rest",
        "done",
    ]

    /// The path of a step that a run is about to show.
    @MainActor
    static func place(of step: any RSDStep, in controller: RSDTaskViewController) -> String {
        let path = controller.taskViewModel.currentNode.stepPath(to: step.identifier)
        return String(path.dropFirst("Walk/".count))
    }

    static let start = ClockReading(
        realtime: WallInstant(nanosecondsSince1970: 1_795_256_100_000_000_000),
        monotonicNanoseconds: 90_000_000_000,
        boottime: BootInstant(nanoseconds: 100_000_000_000)
    )

    static var factory: RSDFactory {
        let zone = UTCOffset(secondsFromGMT: 0, identifier: "UTC")
        let factory = RSDFactory(writingDatesIn: zone)
        factory.replace(.motion)
        return factory
    }

    /// A session of the task, whose clock moves only by the task's timers.
    @MainActor
    static func session(
        of participant: Participant? = nil,
        in folder: String,
        takingUp choice: SavedRunChoice = .none,
        savesProgress: Bool = true,
        start: ClockReading = start,
        json: String = json,
        shownBy makeController: @escaping @MainActor (RSDTaskViewModel) -> RSDTaskViewController = {
            let made = RSDTaskViewController(taskViewModel: $0)
            // Nobody is asked for permissions here: they were given before.
            made.services = .silent
            return made
        }
    ) async throws -> TaskSession {
        let factory = factory
        let timekeeper = SteppedTimekeeper(startingAt: start)
        let task = try factory.decodeTask(with: Data(json.utf8))
        let session = try await TaskSession(
            task: task,
            of: participant,
            in: folder,
            timekeeper: timekeeper,
            factory: factory,
            takingUp: choice,
            savesProgress: savesProgress,
            shownBy: makeController
        )
        let recorders = MotionRecorderKind().over { order in
            try AnySampleSource(
                SyntheticWalkSource(
                    walk: SyntheticWalk(SyntheticWalkDescription(seed: 9)),
                    placement: .lowBack,
                    request: order.request,
                    timekeeper: timekeeper
                )
            )
        }
        session.register(recorders)
        return session
    }

    @MainActor
    static let participant = AutomaticParticipant(answers: [
        "mood": ["feeling": JSONValue.string("well"), "pain": .integer(2)]
    ])
}
