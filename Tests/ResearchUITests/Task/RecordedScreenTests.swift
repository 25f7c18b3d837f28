// The screen while recorders run: a button for marks, marks from any host, and live plots of the recordings, whose
// values are sent apart from the view tree.

import Foundation
import Research
import TaskEngine
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("A screen while recorders run")
@MainActor
struct RecordedScreenTests {
    private func stage(
        _ actions: [StagedAction.Configuration] = [
            .init(identifier: "m", stopStepIdentifier: "walk")
        ]
    ) -> TaskStage {
        let stage = TaskStage(
            steps: [
                Steps.active("walk", [.startTimerAutomatically, .transitionAutomatically]),
                Steps.instruction("b"),
            ],
            actions
        )
        stage.makesAction = { [unowned stage] in
            PlottedAction($0, stage.controller.taskPath, stage.story)
        }
        return stage
    }

    private func markButton(_ stage: TaskStage) -> ViewNode? {
        stage.button { $0.action == "mark" }
    }

    // MARK: Marks

    @Test("has a button for marks while a recorder runs, in the screen's language")
    func button() async throws {
        let stage = stage()
        #expect(markButton(stage) == nil)
        try await stage.begin()
        try await stage.reach("walk")
        let button = try #require(markButton(stage))
        #expect(button.id == "screen/task/mark")
        stage.controller.words = StepWords(language: .german)
        #expect(stage.button { $0.title == "Markieren" } != nil)
        stage.story.clear()
        #expect(stage.controller.receive(.tapped(button.id)))
        #expect(stage.story.lines == ["m marked button at \(stage.clock.now.seconds)"])
        await stage.pass(.seconds(10))
        try await stage.reach("b")
        #expect(markButton(stage) == nil)
        #expect(!stage.controller.receive(.tapped(button.id)))
    }

    @Test("gives a host's mark to every recorder, with the mark's own time")
    func event() async throws {
        let stage = stage([
            .init(identifier: "m", stopStepIdentifier: "walk"),
            .init(identifier: "n", stopStepIdentifier: "walk"),
        ])
        try await stage.begin()
        try await stage.reach("walk")
        stage.clock.advance(by: .seconds(2))
        stage.story.clear()
        let feed = ScreenFeed(of: stage.controller) { _ in }
        let event = try JSONDecoder().decode(
            ViewEvent.self,
            from: Data(#"{"event":"mark","name":"stumble","secondsAgo":1.5}"#.utf8)
        )
        #expect(feed.receive(event) && feed.receive(.mark("turn")))
        let now = stage.clock.now
        let then = now.advanced(by: .milliseconds(-1500))
        #expect(
            stage.story.lines == [
                "m marked stumble at \(then.seconds)", "n marked stumble at \(then.seconds)",
                "m marked turn at \(now.seconds)", "n marked turn at \(now.seconds)",
            ]
        )
    }

    @Test("refuses a mark with an invalid name or age, and every mark if nothing records")
    func refused() async throws {
        let stage = stage()
        try await stage.begin()
        try await stage.reach("walk")
        stage.story.clear()
        for name in ["", "start", "a\u{7}", String(repeating: "x", count: 201)] {
            let before = stage.controller.engine.notes.count
            #expect(!stage.controller.receive(.mark(name)))
            #expect(stage.controller.engine.notes.count == before + 1)
        }
        #expect(!stage.controller.receive(.mark("late", secondsAgo: 3601)))
        #expect(!stage.controller.receive(.mark("soon", secondsAgo: -1)))
        #expect(!stage.controller.receive(.mark("never", secondsAgo: .nan)))
        #expect(stage.story.lines.isEmpty)
        await stage.pass(.seconds(10))
        try await stage.reach("b")
        #expect(!stage.controller.receive(.mark("turn")))
        #expect(!stage.story.lines.contains { $0.contains("marked") })
    }

    // MARK: Notices

    @Test("shows a notice while the microphone runs, in the screen's language")
    func notice() async throws {
        let stage = TaskStage(
            steps: [
                Steps.active("walk", [.startTimerAutomatically, .transitionAutomatically]),
                Steps.instruction("b"),
            ],
            [
                Noticed(identifier: "m", stopStepIdentifier: "walk", notice: "sound"),
                Noticed(identifier: "n", stopStepIdentifier: "walk", notice: "sound"),
                StagedAction.Configuration(identifier: "o"),
            ]
        )
        stage.makesAction = { [unowned stage] in
            PlottedAction($0, stage.controller.taskPath, stage.story)
        }
        let label = stage.controller.noticeLabel
        #expect(label.isHidden)
        try await stage.begin()
        try await stage.reach("walk")
        #expect(label.text == "The microphone is on. What is said here is recorded.")
        #expect(!label.isHidden)
        stage.controller.words = StepWords(language: .german)
        #expect(label.text?.hasPrefix("Das Mikrofon ist an. ") == true)
        await stage.pass(.seconds(10))
        try await stage.reach("b")
        #expect(label.isHidden)
    }

    @Test("shows no notice for a recorder that replays sound")
    func repeated() async throws {
        let stage = TaskStage(
            steps: [Steps.active("walk", [.startTimerAutomatically, .transitionAutomatically])],
            [MicrophoneRecorderConfiguration(identifier: "m")]
        )
        stage.makesAction = { [unowned stage] in
            PlottedAction($0, stage.controller.taskPath, stage.story)
        }
        try await stage.begin()
        try await stage.reach("walk")
        #expect(stage.controller.noticeLabel.isHidden)
    }

    @Test("has a notice in every language, for sound levels and for sound files")
    func sentences() {
        for keeps in [false, true] {
            var microphone = MicrophoneRecorderConfiguration(identifier: "m")
            microphone.saveAudioFile = keeps
            for language in [Language.english, .german, .arabic] {
                let words = StepWords(language: language)
                let said = words(.recording(microphone.notice))
                #expect(said.count > 20 && !said.contains("recording."), "\(said)")
            }
        }
    }

    // MARK: Plots

    @Test("shows live plots at an active step only if the host wants them")
    func plots() async throws {
        for wants in [false, true] {
            let stage = stage()
            stage.controller.mostPlots = wants ? 3 : 0
            try await stage.begin()
            try await stage.reach("walk")
            let plots = (stage.controller.currentStepController as? RSDActiveStepViewController)?
                .plots
            #expect(
                plots == (wants ? [PlotContent(stream: "s", lines: ["x", "y"], unit: "g")] : [])
            )
        }
        let stage = stage([])
        stage.controller.mostPlots = 1
        try await stage.begin()
        try await stage.reach("walk")
        #expect(
            (stage.controller.currentStepController as? RSDActiveStepViewController)?.plots == []
        )
    }

    @Test("sends readings apart from the tree, only changed ones, while there is a plot")
    func readings() async throws {
        let stage = stage()
        stage.controller.mostPlots = 1
        try await stage.begin()
        try await stage.reach("walk")
        var updates: [ViewUpdate] = []
        let feed = ScreenFeed(of: stage.controller) { updates.append($0) }
        let broadcast = try #require(stage.controller.broadcast)
        let recorder = try #require(
            stage.controller.currentAsyncControllers.first as? PlottedAction
        )
        feed.flush()
        var followed = FollowedTree()
        for update in updates { #expect(followed.take(update) == nil) }
        updates = []

        recorder.latest = (7.25, 0.123456)
        broadcast.sendReadings()
        #expect(updates.count == 1)
        let update = try #require(updates.first)
        #expect(update.changes.isEmpty && update.cues.isEmpty && update.number == broadcast.number)
        let shown = try #require(update.readings.first)
        #expect(shown.stream == "s" && shown.unit == "g" && shown.newest == 7.25)
        #expect(
            shown.interval == 0.1 && shown.scale == PlotReadings.Scale(low: -0.1235, high: 0.1235)
        )
        #expect(
            shown.lines == [
                PlotReadings.Line(name: "x", lows: [-0.1235, nil], highs: [0.1235, nil]),
                PlotReadings.Line(name: "y", lows: [0], highs: [0]),
            ]
        )
        #expect(followed.take(update) == nil && followed.readings[shown.id] == shown)
        // Nothing has changed, so no update is sent.
        broadcast.sendReadings()
        #expect(updates.count == 1)
        recorder.latest = (7.5, 1)
        broadcast.sendReadings()
        #expect(updates.count == 2 && updates.last?.number == update.number)

        (stage.controller.currentStepController as? RSDActiveStepViewController)?.plots = []
        feed.flush()
        updates = []
        recorder.latest = (8, 2)
        broadcast.sendReadings()
        #expect(updates.isEmpty)
        withExtendedLifetime(feed) {}
    }

    @Test("asks no recorder for readings without a feed or without a plot")
    func unasked() async throws {
        let stage = stage()
        try await stage.begin()
        try await stage.reach("walk")
        let recorder = try #require(
            stage.controller.currentAsyncControllers.first as? PlottedAction
        )
        recorder.latest = (1, 1)
        var feed: ScreenFeed? = ScreenFeed(of: stage.controller) { _ in }
        let broadcast = try #require(stage.controller.broadcast)
        broadcast.sendReadings()
        #expect(recorder.timesAsked == 0)
        (stage.controller.currentStepController as? RSDActiveStepViewController)?.plots = [
            PlotContent(stream: "s", lines: ["x"])
        ]
        feed?.flush()
        broadcast.sendReadings()
        #expect(recorder.timesAsked > 0)
        let asked = recorder.timesAsked
        feed = nil
        broadcast.sendReadings()
        #expect(recorder.timesAsked == asked)
        _ = feed
    }

    @Test(
        "rounds numbers to four significant digits",
        arguments: [
            (0.0, 0.0), (1, 1), (-0.98765, -0.9877), (12345.6, 12350), (1e-9, 1e-9),
            (0.00012344, 0.0001234), (999.96, 1000), (-1e30, -1e30),
        ]
    )
    func short(value: Double, expected: Double) {
        #expect(PlotReadings.short(value) == expected)
    }

    // MARK: Reminders

    @Test("ends the run at a reminder button, and saves it if it can be saved")
    func reminder() async throws {
        for canSave in [true, false] {
            let step = Steps.instruction("a")
            step.actions = [.skip: RSDReminderUIActionObject(reminderIdentifier: "evening")]
            let stage = TaskStage(steps: [step, Steps.instruction("b")])
            stage.controller.canSaveTaskProgress = canSave
            try await stage.begin()
            try await stage.press(.skip)
            #expect(await stage.controller.ended() == (canSave ? .saved : .discarded))
            #expect(
                stage.story.lines == ["remind by evening", canSave ? "saved" : "discarded"]
            )
            #expect(stage.controller.engine.reminder == "evening")
        }
    }
}

/// The configuration of a recorder with a notice.
private struct Noticed: RSDRecorderConfiguration {
    var identifier: String
    var startStepIdentifier: String?
    var stopStepIdentifier: String?
    var asyncActionType: RSDAsyncActionType = "noticed"
    var requiresBackgroundAudio = false
    var notice: String
}

/// A recorder with a live plot.
@MainActor
private final class PlottedAction: RSDPlottedAsyncActionController {
    let takesMarks = true
    var notice: String? { (configuration as? Noticed)?.notice }
    private let staged: StagedAction
    /// The time of the newest value in seconds, and the amplitude.
    var latest: (seconds: Double, reach: Double)?
    private(set) var timesAsked = 0

    init(
        _ configuration: any RSDAsyncActionConfiguration,
        _ path: any RSDPathComponent,
        _ story: Story
    ) {
        staged = StagedAction(configuration, path, story)
    }

    let plots = [RSDReadingsPlot(stream: "s", lines: ["x", "y"], unit: "g")]

    func readings(of stream: String, over window: Duration) -> RSDLatestReadings? {
        timesAsked += 1
        guard let latest, let newest = BootInstant(seconds: latest.seconds) else { return nil }
        return RSDLatestReadings(
            newest: newest,
            interval: .milliseconds(100),
            lines: [[-latest.reach...latest.reach, nil], [0...0]]
        )
    }

    var delegate: (any RSDAsyncActionControllerDelegate)? {
        get { staged.delegate }
        set { staged.delegate = newValue }
    }
    var status: RSDAsyncActionStatus { staged.status }
    var isPaused: Bool { staged.isPaused }
    var result: (any RSDResult)? { staged.result }
    var error: (any Error)? { staged.error }
    var configuration: any RSDAsyncActionConfiguration { staged.configuration }
    var path: any RSDPathComponent { staged.path }
    func requestPermissions() async throws -> RSDAsyncActionStatus {
        try await staged.requestPermissions()
    }
    func start() async throws { try await staged.start() }
    func stop() async throws -> (any RSDResult)? { try await staged.stop() }
    func mark(_ name: String, at instant: BootInstant?) { staged.mark(name, at: instant) }
    func pause() {}
    func resume() {}
    func cancel() { staged.cancel() }
    func moveTo(step: any RSDStep, taskPath: any RSDPathComponent) {}
}
