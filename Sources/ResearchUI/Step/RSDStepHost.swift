// What a step controller asks of whoever shows it: a task controller of ours, or another host's own.

public import Timebase
public import ViewTree

/// Shows step controllers, and does what they want of the run.
@MainActor
public protocol RSDStepHost: AnyObject {
    /// What steps need of the machine.
    var services: StepServices { get }
    /// The services that its steps use: a task controller's lead to the hosts that speak themselves.
    var servicesOfSteps: StepServices { get }
    /// The language, and the words that buttons and questions have.
    var words: StepWords { get }
    /// Whether the run can be left and taken up again.
    var canSaveTaskProgress: Bool { get }
    /// Whether the host tells a controller when its timer may begin, by `stepMayBegin`.
    var tellsWhenStepMayBegin: Bool { get }
    /// Whether the screen is on and shows the task.
    var isInForeground: Bool { get }
    /// Whether something else has the machine for a while: no timer starts meanwhile.
    var isInterrupted: Bool { get }
    /// Goes on from the present step.
    func goForward()
    /// Goes back from the present step.
    func goBack()
    /// Leaves the task.
    func handleTaskCancelled(shouldSave: Bool)
    /// Leaves the task, and has the participant reminded of it later, by the identifier of a reminder.
    func remindLater(_ identifier: String)
    /// Takes note that the step's own time is over, and it stays on screen.
    func stepFinished()
    /// Keeps the machine awake from now on, for speech and recorders.
    func startBackgroundAudioSessionIfNeeded()
    /// The answers of the present step have changed.
    func answersDidChange()
    /// What an active step without plots of its own shows of what is recorded.
    var plotsOfRecordings: [PlotContent] { get }
    /// How long a touch may be on its way here, from a screen that is elsewhere.
    var touchDelay: Duration { get }
    /// Whether a run that is left for good loses a recording, or an answer of any step.
    var holdsData: Bool { get }
    /// Puts a mark with a name where recorders of the run write.
    func mark(_ name: String, at instant: BootInstant)
}

extension RSDStepHost {
    public var servicesOfSteps: StepServices { services }
    public func remindLater(_ identifier: String) {
        handleTaskCancelled(shouldSave: canSaveTaskProgress)
    }
    public func stepFinished() {}
    public func startBackgroundAudioSessionIfNeeded() {}
    public func answersDidChange() {}
    public func mark(_ name: String, at instant: BootInstant) {}
    public var plotsOfRecordings: [PlotContent] { [] }
    public var touchDelay: Duration { .zero }
    public var holdsData: Bool { false }
    public var isInterrupted: Bool { false }
    public var isInForeground: Bool { services.isInForeground() }
}
