// Shows a task in a terminal: what the run shows is drawn, and what a person does is told to the run. It
// decides nothing itself: `Interaction`, `PageLayout` and `PlainDialogue` do.

internal import Research
public import ResearchUI
public import SystemCalls
internal import TaskEngine
public import Timebase
internal import ViewTree

/// Shows a task in a terminal to somebody who does it there.
///
/// However the run or the program ends, the terminal is as it was before.
@MainActor
public final class TerminalHost {
    /// How it is shown.
    public enum Style: Sendable, Hashable {
        /// On the whole screen, drawn anew as it changes.
        case full
        /// Line by line, without any code: for a screen reader, a pipe, and a terminal that can do no more.
        case plain
    }

    /// Which terminal.
    public enum Place: Sendable, Hashable {
        /// The one that this program was started on; its standard streams, where they are no terminal.
        case standard
        /// The one of a path.
        case device(String)
    }

    /// Why it has ended.
    public enum Ending: Sendable, Hashable {
        /// The run was over by itself, as by its last step.
        case over
        /// The participant left by Ctrl-C, or by the command that leaves.
        case left
        /// Nobody has done anything for as long as the limit says.
        case idle
        /// The terminal has gone, or its input has ended.
        case terminalGone
        /// The terminal takes nothing any more.
        case terminalStuck
        /// A signal asked for the end.
        case signal(StopSignalKind)
    }

    /// What came of it.
    public typealias Outcome = ShownOutcome<Ending>

    public let style: Style
    /// After so long without a key on one step the run ends, with all that was recorded; `nil` for never.
    public var idleLimit: Duration? {
        get { idleness.limit }
        set { idleness.limit = newValue }
    }
    /// Whether what would be spoken is shown as text, in place of the machine's voice; to be set before `run`.
    public var showsSpeech = false

    let controller: RSDTaskViewController
    let timekeeper: any Timekeeper
    let line: TerminalLine
    private let inColour: Bool
    private var ending: Ending?
    private(set) lazy var idleness = IdleWatch(
        nil,
        timekeeper,
        isTimed: { [weak self] in self?.screen?.isTimed ?? false },
        onIdle: { [weak self] in self?.end(.idle) }
    )
    private(set) var followed: FollowedRun?
    private var screen: (any TerminalScreen)?
    private var isGoingOn = false
    /// Whether what is shown now comes of what was typed.
    private(set) var isTaking = false
    /// Whether nothing more is typed.
    private(set) var hasInputEnded = false

    /// A host for a run that has not begun, or has.
    ///
    /// - Parameters:
    ///   - controller: The run; it is told all that the participant does.
    ///   - place: Where it is shown.
    ///   - style: How it is shown; without a word, as the terminal can.
    ///   - idleLimit: How long a step may stand without a key; `nil` for any time.
    ///   - timekeeper: The time by which that is measured; marks are made by the run's.
    /// - Throws: Where there is no such terminal, or it cannot be had.
    public init(
        showing controller: RSDTaskViewController,
        on place: Place = .standard,
        style: Style? = nil,
        idleLimit: Duration? = IdleWatch.usualLimit,
        timekeeper: any Timekeeper = LiveTimekeeper()
    ) throws(SystemError) {
        let device =
            switch place {
            case .standard: try TerminalDevice.ofThisProcess()
            case .device(let path): try TerminalDevice.open(path)
            }
        let abilities = TerminalAbilities(
            isTerminal: device.isTerminal,
            variable: Environment.variable
        )
        let style = style ?? (abilities.redraws ? .full : .plain)
        self.style = style
        self.controller = controller
        self.timekeeper = timekeeper
        inColour = abilities.colours
        line = try TerminalLine(
            device,
            drawing: style == .full,
            beginning: ScreenWriter.beginning,
            ending: ScreenWriter.ending
        )
        self.idleLimit = idleLimit
    }

    /// Shows the run until it is over.
    ///
    /// - Throws: Where the terminal cannot be drawn on.
    public func run() async throws(SystemError) -> Outcome {
        idleness.noteDeed()
        try line.begin()
        let screen: any TerminalScreen =
            switch style {
            case .full: FullScreen(self, inColour: inColour)
            case .plain: PlainScreen(self)
            }
        let followed = FollowedRun(
            controller,
            showsSpeech: showsSpeech,
            show: { [weak self] in
                screen.show($0)
                self?.goOnSoon(screen)
            },
            draw: { screen.draw($0) },
            say: { screen.say($0) },
            showSpoken: { screen.show(spoken: $0) }
        )
        (self.followed, self.screen) = (followed, screen)
        controller.appear()
        followed.flush()
        let hearing = Task {
            for await input in line.input { self.take(input, screen) }
        }
        let watching = Task { await self.idleness.run() }
        let reason = await controller.ended()
        for task in [hearing, watching] { task.cancel() }
        followed.flush()
        self.screen = nil
        await line.end()
        return Outcome(ending: ending ?? .over, reason: reason)
    }

    /// Ends the run with all that was recorded, as a host may want to.
    public func end() { end(.left) }

    func end(_ ending: Ending) {
        let engine = controller.engine
        guard !engine.isOver else { return }
        guard self.ending == nil else {
            // Whoever asks twice does not want to wait for what is still on its way.
            if ending == .left { engine.cancelAllAsyncActions() }
            return
        }
        self.ending = ending
        screen?.sendRest()
        followed?.flush()
        Task { await engine.exit() }
    }

    /// Goes on as soon as this update is told: within it, what comes of an event is not shown yet.
    private func goOnSoon(_ screen: any TerminalScreen) {
        guard !isGoingOn else { return }
        isGoingOn = true
        Task { [weak self] in
            self?.isGoingOn = false
            screen.goOn()
        }
    }

    // MARK: What comes

    private func take(
        _ input: TerminalLine.Input,
        _ screen: any TerminalScreen
    ) {
        isTaking = true
        defer { isTaking = false }
        switch input {
        case .typed(let typed):
            idleness.noteDeed()
            screen.take(typed)
        case .signal(.resized): screen.redraw()
        case .signal(.wentOn): screen.redraw()
        case .signal(.stop): break
        case .signal(.end(let kind)): end(.signal(kind))
        case .end:
            hasInputEnded = true
            if screen.needsInput { end(.terminalGone) } else { screen.takeEnd() }
        case .stuck: end(.terminalStuck)
        }
        followed?.flush()
    }

    // MARK: Time

    /// The instant in the time of the run, for marks.
    var now: BootInstant { controller.taskViewModel.timekeeper.now }

    /// Another step has come: from now on it is that one on which nobody does anything.
    func noteStep() { idleness.noteDeed() }
}
