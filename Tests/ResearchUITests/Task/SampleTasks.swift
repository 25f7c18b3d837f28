// The sample tasks of the repository and what is to come of them, and how they are run for that: at one
// moment of one day, under one name.

import Foundation
import Research
import TaskEngine
import Testing
import Timebase

@testable import ResearchUI

/// The sample tasks and their expected results.
@MainActor
enum SampleTasks {
    static let samples: String = {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root.path + "/SampleData"
    }()

    static let run = "4F1F0B4E-5D1A-4C7E-9C55-0D9E3A1B2C3D"

    /// Ten o'clock on the first of March 2026.
    static let start = ClockReading(
        realtime: WallInstant(nanosecondsSince1970: 1_772_359_200_000_000_000),
        monotonicNanoseconds: 0,
        boottime: BootInstant(nanoseconds: 0)
    )

    static func factory(locale: AnswerLocale = AnswerLocale()) -> RSDFactory {
        RSDFactory(
            writingDatesIn: .utc,
            surroundings: FactorySurroundings(
                resources: RSDResourceLocator(folders: ["\(samples)/Tasks"]),
                answerLocale: locale
            )
        )
    }

    static func task(_ name: String, _ factory: RSDFactory) throws -> any RSDTask {
        let file = URL(filePath: "\(samples)/Tasks/\(name).json")
        return try factory.decodeTask(with: Data(contentsOf: file))
    }

    static func stage(of task: any RSDTask, _ types: [RSDAsyncActionType]) throws -> TaskStage {
        let stage = TaskStage(task, clock: ManualTimekeeper(startingAt: start))
        stage.controller.taskPath.taskResult.taskRunUUID = try #require(UUID(uuidString: run))
        for type in types {
            stage.controller.makers[type] = { StagedAction($0, $1, stage.story) }
        }
        return stage
    }

    /// The result of the same task without a screen.
    static func headless(
        _ task: any RSDTask,
        _ types: [RSDAsyncActionType]
    ) async throws -> any RSDTaskResult {
        let controller = RSDTaskViewController(
            task: task,
            timekeeper: ImmediateTimekeeper(startingAt: start)
        )
        controller.taskViewModel.taskResult.taskRunUUID = try #require(UUID(uuidString: run))
        for type in types { controller.makers[type] = { StagedAction($0, $1, Story()) } }
        #expect(await controller.run(with: AutomaticParticipant()) == .completed)
        return controller.taskViewModel.taskResult
    }

    static func text(of result: any RSDTaskResult, _ factory: RSDFactory) throws -> String {
        String(decoding: try factory.createJSONEncoder().encode(result), as: UTF8.self) + "\n"
    }

    static func expected(_ name: String) throws -> String {
        try String(
            contentsOf: URL(filePath: "\(samples)/TaskResults/\(name).expected.json"),
            encoding: .utf8
        )
    }
}
