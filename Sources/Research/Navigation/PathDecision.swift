// The outcome of a request to move. `RSDTaskViewModel` only decides. A task controller carries out the decision,
// because between two levels it may have to stop recorders and wait for their files.

/// What a task controller has to do after a request to move.
@MainActor
public enum PathDecision {
    /// The level has no task yet: fetch the task, pass it to the level, and call `moveForward` again.
    case fetch(RSDTaskViewModel)
    /// Show a step.
    case show(StepMove)
    /// A level has ended: stop its recorders, call its `closeLevel`, and call its parent's `moveForward`.
    case endLevel(RSDTaskViewModel)
    /// The whole task has ended.
    case endTask(isEarlyExit: Bool)
    /// Do nothing: there is no step to go back to, no step with the given name, or a rule forbids the move.
    case stay
}

/// A move from one step to another.
@MainActor
public struct StepMove {
    /// The step that is shown now.
    public var step: any RSDStep
    /// The level that it belongs to.
    public var level: RSDTaskViewModel
    /// The step that was shown before; if a section or subtask has just ended, the step that stands for it.
    public var previousStep: (any RSDStep)?
    public var direction: RSDStepDirection
    /// What caused the move; going to an earlier step by a rule counts as `forward`.
    public var cause: Cause
    /// The position of the whole run before and after the move.
    public var from: PathPosition
    public var to: PathPosition
    /// True if the step is the last one of the task.
    public var completesTask: Bool

    /// The cause of a move.
    public enum Cause: Sendable, Hashable, CaseIterable {
        /// The participant or a timer went to the next step.
        case forward
        /// The participant went back.
        case back
        /// A caller named the step.
        case jump
        /// A saved run was restored.
        case resume
    }

    public init(
        step: any RSDStep,
        level: RSDTaskViewModel,
        previousStep: (any RSDStep)?,
        direction: RSDStepDirection,
        from: PathPosition,
        to: PathPosition,
        completesTask: Bool,
        cause: Cause = .forward
    ) {
        self.cause = cause
        self.step = step
        self.level = level
        self.previousStep = previousStep
        self.direction = direction
        self.from = from
        self.to = to
        self.completesTask = completesTask
    }
}

/// The position of a run at all its open levels, as a value that remains valid after the run.
public struct PathPosition: Sendable, Hashable, Codable {
    /// A task, section or subtask, and the step that is shown in it.
    public struct Level: Sendable, Hashable, Codable {
        public var identifier: String
        public var stepIdentifier: String?
        public var isFirstStep: Bool

        public init(identifier: String, stepIdentifier: String?, isFirstStep: Bool) {
            self.identifier = identifier
            self.stepIdentifier = stepIdentifier
            self.isFirstStep = isFirstStep
        }
    }

    /// The levels, starting with the root.
    public var levels: [Level]

    public init(levels: [Level] = []) {
        self.levels = levels
    }
}
