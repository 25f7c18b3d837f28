// What a step controller needs from its host: a task controller of Footfall's, or another host's own object.

public import Timebase
public import ViewTree

/// Shows step controllers, and performs what they request of the run.
@MainActor
public protocol RSDStepHost: AnyObject {
    /// The machine's services for steps.
    var services: StepServices { get }
    /// The services that steps actually use; a task controller routes them to hosts that speak themselves.
    var servicesOfSteps: StepServices { get }
    /// The language and the texts of buttons and questions.
    var words: StepWords { get }
    /// Whether the run can be saved and resumed.
    var canSaveTaskProgress: Bool { get }
    /// Whether the host calls `stepMayBegin` when the timer of a step may begin.
    var tellsWhenStepMayBegin: Bool { get }
    /// Whether the screen is on and shows the task.
    var isInForeground: Bool { get }
    /// Whether an interruption is going on: no timer starts meanwhile.
    var isInterrupted: Bool { get }
    /// Goes on from the present step.
    func goForward()
    /// Goes back from the present step.
    func goBack()
    /// Leaves the task.
    func handleTaskCancelled(shouldSave: Bool)
    /// Leaves the task, and has the participant reminded later; the task defines the reminder's identifier.
    func remindLater(_ identifier: String)
    /// Handles the end of the step's timer; the step stays on screen.
    func stepFinished()
    /// Keeps the machine awake from now on, for speech and recorders.
    func startBackgroundAudioSessionIfNeeded()
    /// Called when the answers of the present step have changed.
    func answersDidChange()
    /// The plots for an active step that has none of its own.
    var plotsOfRecordings: [PlotContent] { get }
    /// How long a touch may take to be transmitted from a remote screen.
    var touchDelay: Duration { get }
    /// Whether discarding the run would lose a recording or an answer.
    var holdsData: Bool { get }
    /// Writes a mark into the files of the run's recorders.
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
