// Shows a task in a terminal: draws what the run shows, and passes the participant's input to the run. `Interaction`,
// `PageLayout` and `PlainDialogue` decide everything.

internal import Research
public import ResearchUI
public import SystemCalls
internal import TaskEngine
public import Timebase
internal import ViewTree

/// Shows a task in a terminal to the participant there.
///
/// The terminal is restored however the run or the program ends.
@MainActor
public final class TerminalHost {
    /// How the task is shown.
    public enum Style: Sendable, Hashable {
        /// On the whole screen, redrawn when something changes.
        case full
        /// Line by line, without control sequences: for screen readers, pipes and simple terminals.
        case plain
    }

    /// The terminal to use.
    public enum Place: Sendable, Hashable {
        /// The terminal that this program was started on; its standard streams, if they are not a terminal.
        case standard
        /// The terminal device at a path.
        case device(String)
    }

    /// Why the host stopped showing the run.
    public enum Ending: Sendable, Hashable {
        /// The run ended by itself, for example by its last step.
        case over
        /// The participant left by Ctrl-C or by the command that leaves, or the program called `end()`.
        case left
        /// No key was pressed on a step for the time of `idleLimit`.
        case idle
        /// The terminal has gone, or its input has ended.
        case terminalGone
        /// The terminal accepts no output any more.
        case terminalStuck
        /// A signal asked for the end.
        case signal(StopSignalKind)
    }

    /// What `run` returns.
    public typealias Outcome = ShownOutcome<Ending>

    public let style: Style
    /// If no key is pressed on a step for this long, the run ends and keeps what was recorded; `nil` for never.
    public var idleLimit: Duration? {
        get { idleness.limit }
        set { idleness.limit = newValue }
    }
    /// Whether speech is shown as text, in place of the machine's voice; set it before `run`.
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
    /// Whether the host is handling input, so that what is shown now results from it.
    private(set) var isTaking = false
    /// Whether the input has ended.
    private(set) var hasInputEnded = false

    /// Makes a host for a run, which may have begun.
    ///
    /// - Parameters:
    ///   - controller: The run; it receives the participant's input.
    ///   - place: The terminal.
    ///   - style: How the task is shown; `nil` for the best that the terminal can do.
    ///   - idleLimit: How long a step may wait for a key; `nil` for no limit.
    ///   - timekeeper: The clock that measures the idle time; marks use the run's own clock.
    /// - Throws: If there is no such terminal, or it cannot be opened.
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
    /// - Throws: If the terminal cannot be drawn on.
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

    /// Ends the run and keeps what was recorded; a second call does not wait for async actions to finish.
    public func end() { end(.left) }

    func end(_ ending: Ending) {
        let engine = controller.engine
        guard !engine.isOver else { return }
        guard self.ending == nil else {
            // A second request does not wait for async actions to finish.
            if ending == .left { engine.cancelAllAsyncActions() }
            return
        }
        self.ending = ending
        screen?.sendRest()
        followed?.flush()
        Task { await engine.exit() }
    }

    /// Has the screen handle input typed ahead, once the current update is delivered: until then, the screen does not
    /// show what an earlier event has caused.
    private func goOnSoon(_ screen: any TerminalScreen) {
        guard !isGoingOn else { return }
        isGoingOn = true
        Task { [weak self] in
            self?.isGoingOn = false
            screen.goOn()
        }
    }

    // MARK: Input

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

    /// The current instant by the run's clock, for marks.
    var now: BootInstant { controller.taskViewModel.timekeeper.now }

    /// Restarts the idle time; call this when the step has changed.
    func noteStep() { idleness.noteDeed() }
}
