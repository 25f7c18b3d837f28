// A sample task on a clock that the test moves, with recorders that record nothing.

import Foundation
import Patience
import Research
import ResearchUI
import TaskEngine
import Testing
import Timebase
import ViewTree

@testable import TerminalHost

@MainActor
final class SampleRun {
    static let samples: String = {
        var root = URL(filePath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        return root.path + "/SampleData"
    }()

    let factory: RSDFactory
    let clock: ManualTimekeeper
    let controller: RSDTaskViewController
    /// The marks that the recorders received.
    private(set) var marks: [(name: String, instant: BootInstant)] = []

    convenience init(
        _ name: String,
        language: Language = .english,
        locale: AnswerLocale = AnswerLocale(),
        _ prepare: (RSDFactory) -> Void = { _ in }
    ) throws {
        let factory = RSDFactory(
            writingDatesIn: .utc,
            surroundings: FactorySurroundings(
                resources: RSDResourceLocator(folders: ["\(Self.samples)/Tasks"]),
                answerLocale: locale
            )
        )
        prepare(factory)
        let file = URL(filePath: "\(Self.samples)/Tasks/\(name).json")
        try self.init(
            task: factory.decodeTask(with: Data(contentsOf: file)),
            by: factory,
            language: language
        )
    }

    /// A run of a task that a factory has read.
    init(task: any RSDTask, by factory: RSDFactory, language: Language = .english) throws {
        self.factory = factory
        clock = ManualTimekeeper(
            startingAt: ClockReading(
                realtime: WallInstant(nanosecondsSince1970: 1_772_359_200_000_000_000),
                monotonicNanoseconds: 0,
                boottime: BootInstant(nanoseconds: 0)
            )
        )
        let path = RSDTaskViewModel(task: task, timekeeper: clock)
        path.taskResult.taskRunUUID = try #require(
            UUID(uuidString: "4F1F0B4E-5D1A-4C7E-9C55-0D9E3A1B2C3D")
        )
        controller = RSDTaskViewController(taskViewModel: path)
        controller.words = StepWords(language: language)
        controller.services.buttonPause = .zero
        // All permissions are granted; other tests check the questions about them.
        controller.services.authorization = { _ in .authorized }
        for type: RSDAsyncActionType in ["motion", "touch"] {
            controller.makers[type] = { [weak self] configuration, path in
                QuietAction(configuration, path) { name, instant in
                    self?.marks.append((name, instant))
                }
            }
        }
    }

    var step: String? { controller.currentStepController?.step.identifier }

    /// Waits until a step is on the screen, and has begun.
    func reach(
        _ identifier: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await settle { self.step == identifier }
        try #require(
            step == identifier,
            "not '\(identifier)', but '\(step ?? "nothing")'",
            sourceLocation: sourceLocation
        )
        try await settle { false }
    }

    /// Yields up to 60 times, so that other tasks of the main actor run.
    func settle(until isThere: () -> Bool) async throws {
        var turns = 0
        while turns < 60, !isThere() {
            await Task.yield()
            turns += 1
        }
    }

    /// Moves the clock to the timer's next tick, `count` times.
    func tick(_ count: Int = 1) async throws {
        for _ in 0..<count {
            await clock.advanceToNextTick()
            try await settle { false }
        }
    }

    /// Moves the clock by a time that may end between two ticks of a timer.
    func pass(_ time: Duration) async throws {
        clock.advance(by: time)
        try await settle { false }
    }

    var result: String {
        get throws {
            try Self.text(of: controller.taskViewModel.taskResult, factory)
        }
    }

    private static func text(of result: any RSDTaskResult, _ factory: RSDFactory) throws -> String {
        String(decoding: try factory.createJSONEncoder().encode(result), as: UTF8.self) + "\n"
    }

    static func expected(_ name: String) throws -> String {
        try String(
            contentsOf: URL(filePath: "\(samples)/TaskResults/\(name).expected.json"),
            encoding: .utf8
        )
    }
}

/// A recorder that records nothing and takes marks.
@MainActor
private final class QuietAction: RSDPlottedAsyncActionController {
    let takesMarks = true
    weak var delegate: (any RSDAsyncActionControllerDelegate)?
    private(set) var status = RSDAsyncActionStatus.idle
    let isPaused = false
    private(set) var result: (any RSDResult)?
    let error: (any Error)? = nil
    let configuration: any RSDAsyncActionConfiguration
    let path: any RSDPathComponent
    private let onMark: (String, BootInstant) -> Void

    init(
        _ configuration: any RSDAsyncActionConfiguration,
        _ path: any RSDPathComponent,
        _ onMark: @escaping (String, BootInstant) -> Void
    ) {
        self.configuration = configuration
        self.path = path
        self.onMark = onMark
    }

    func requestPermissions() async throws -> RSDAsyncActionStatus {
        status = .permissionGranted
        return status
    }

    func start() async throws { status = .running }

    func stop() async throws -> (any RSDResult)? {
        if status == .running {
            result = RSDResultObject(
                identifier: configuration.identifier,
                startDate: Date(timeIntervalSince1970: 0)
            )
        }
        status = .finished
        return result
    }

    func mark(_ name: String, at instant: BootInstant?) {
        onMark(name, instant ?? BootInstant(nanoseconds: -1))
    }

    let plots = [RSDReadingsPlot(stream: "accelerometer", lines: ["x", "y"], unit: "g")]

    func readings(of stream: String, over window: Duration) -> RSDLatestReadings? {
        RSDLatestReadings(
            newest: BootInstant(nanoseconds: 1),
            interval: .milliseconds(100),
            lines: [[-1 ... -1, 0...0, 1...1], [0.25...0.75, nil, 2...2]]
        )
    }

    func pause() {}
    func resume() {}
    func cancel() { status = .cancelled }
    func moveTo(step: any RSDStep, taskPath: any RSDPathComponent) {}
}
