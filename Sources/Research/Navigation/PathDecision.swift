// What comes of a wish to move. The path decides; a task controller carries it out, because between
// two levels there may be recorders to stop and files to wait for.

/// What a task controller has to do after a move.
@MainActor
public enum PathDecision {
    /// The level has no task yet: fetch it, tell the level, and ask it again to go forward.
    case fetch(RSDTaskViewModel)
    /// A step is shown.
    case show(StepMove)
    /// A level has ended: stop its recorders, call its `closeLevel`, and ask its parent to go on.
    case endLevel(RSDTaskViewModel)
    /// The whole task has ended.
    case endTask(isEarlyExit: Bool)
    /// Nothing changes: there is nothing before, or a rule forbids it.
    case stay
}

/// A move from one step to another.
@MainActor
public struct StepMove {
    /// The step that is shown now.
    public var step: any RSDStep
    /// The level that it belongs to.
    public var level: RSDTaskViewModel
    /// What was shown before; a section or subtask, where one ended.
    public var previousStep: (any RSDStep)?
    public var direction: RSDStepDirection
    /// What brought it about; one that goes on to an earlier step by a rule goes `forward`.
    public var cause: Cause
    /// Where the whole run stood before, and stands now.
    public var from: PathPosition
    public var to: PathPosition
    /// Whether the step completes the task.
    public var completesTask: Bool

    /// What brings a move about.
    public enum Cause: Sendable, Hashable, CaseIterable {
        /// The participant, or a timer, went on.
        case forward
        /// The participant went back.
        case back
        /// Somebody named the step.
        case jump
        /// A saved run is taken up again.
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

/// Where a run stands, from the root down, as a value that outlasts it.
public struct PathPosition: Sendable, Hashable, Codable {
    /// A task, section or subtask, and where in it the run stands.
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

    /// The levels, the root first.
    public var levels: [Level]

    public init(levels: [Level] = []) {
        self.levels = levels
    }
}
