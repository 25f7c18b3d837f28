// The input and output of `AsyncActionCoordinator`: actions, moves, events. All of them are values, so that a test can
// repeat any decision.

package import Research

extension AsyncActionCoordinator {
    /// One run of one async action.
    package struct Key: Sendable, Hashable {
        /// The identifiers of the levels from the root down to the one that declares the action.
        package var owner: [String]
        package var identifier: String
        /// Which run of the action this is; the first is 1.
        package var run: Int

        package init(owner: [String], identifier: String, run: Int = 1) {
            self.owner = owner
            self.identifier = identifier
            self.run = run
        }

        /// The action, without the number of the run.
        package var action: ActionName { ActionName(owner: owner, identifier: identifier) }
    }

    /// An async action of a level.
    public struct ActionName: Sendable, Hashable, Codable {
        public var owner: [String]
        public var identifier: String

        public init(owner: [String], identifier: String) {
            self.owner = owner
            self.identifier = identifier
        }
    }

    /// When an action begins and ends, as declared by its level.
    package struct Plan: Sendable, Hashable {
        package var identifier: String
        package var startStep: String?
        package var stopStep: String?
        /// True for a recorder; any other action stops only with its level.
        package var isRecorder: Bool
        package var requiresBackgroundAudio: Bool

        package init(
            identifier: String,
            startStep: String? = nil,
            stopStep: String? = nil,
            isRecorder: Bool = true,
            requiresBackgroundAudio: Bool = false
        ) {
            self.identifier = identifier
            self.startStep = startStep
            self.stopStep = stopStep
            self.isRecorder = isRecorder
            self.requiresBackgroundAudio = requiresBackgroundAudio
        }

        /// Creates the plan that a configuration describes.
        package init(_ configuration: any RSDAsyncActionConfiguration) {
            let recorder = configuration as? any RSDRecorderConfiguration
            self.init(
                identifier: configuration.identifier,
                startStep: configuration.startStepIdentifier,
                stopStep: configuration.stopStep,
                isRecorder: configuration.isRecorder,
                requiresBackgroundAudio: recorder?.requiresBackgroundAudio ?? false
            )
        }
    }

    /// The state of an action, from the request for its controller until its result is due.
    package enum State: Int, Sendable, Hashable, CaseIterable {
        /// The action is requested, and its controller is being made.
        case idle
        /// The participant is being asked for permission.
        case asking
        /// Permission is granted: it may start when the step is on screen.
        case granted
        /// A host has made its controller, and controls it by itself.
        case held
        /// Its step is on screen; it starts as soon as an earlier run of the same action has closed its files.
        case waiting
        case starting
        case running
        /// It is being stopped, or was cancelled; its files are not closed yet.
        case stopping
    }

    /// An action that takes part in the run.
    package struct Member: Sendable, Hashable {
        package let key: Key
        package let plan: Plan
        package internal(set) var state: State
    }

    /// The destination of a move, and the actions that its levels declare.
    package struct Move: Sendable, Hashable {
        /// What kind of move it is.
        package enum Kind: Sendable, Hashable {
            case forward, jump, back
            /// A saved run is resumed; these actions were in use when it was saved.
            case resume([ActionName])
        }

        package var kind: Kind
        package var position: PathPosition
        /// The actions declared by each level of the position, the root first.
        package var declared: [[Plan]]
        /// Whether the step completes the task.
        package var completesTask: Bool
        /// Whether the step has a timer; if so, recorders go on until the timer ends, also at the last step.
        package var isTimed: Bool

        package init(
            _ kind: Kind,
            to position: PathPosition,
            declared: [[Plan]],
            completesTask: Bool = false,
            isTimed: Bool = false
        ) {
            self.kind = kind
            self.position = position
            self.declared = declared
            self.completesTask = completesTask
            self.isTimed = isTimed
        }
    }

    /// A request to make a controller.
    package struct Request: Sendable, Hashable {
        package var key: Key
        package var plan: Plan
    }

    /// A point at which the task controller waits until the coordinator lets it proceed.
    package enum Gate: Sendable, Hashable {
        /// The step may be shown.
        case show
        /// The step's timer may begin.
        case begin
        /// All stopping recorders have stopped, and their results are attached.
        case settled
        /// The level may be closed.
        case level([String])
        /// The task may be finished.
        case task
    }

    /// Something that has happened, or that is requested.
    package enum Event: Sendable, Hashable {
        /// A step is about to be shown.
        case willShow(Move)
        /// The first keys now have controllers; the other requested keys (`of`) have none.
        case added([Key], of: [Key])
        case permissionAnswered(Key, isGranted: Bool)
        /// The step is on screen.
        case didShow(Move)
        case started(Key)
        case startFailed(Key)
        /// The action has failed by itself; its files are closed.
        case failed(Key)
        /// The participant wants a failed action to record again, which `mayBeginAgain` must allow.
        case again(Key)
        /// The action was stopped or given up, and its files are closed.
        case stopped(Key)
        /// The step's timer has ended, and the step stays on screen.
        case stepFinished
        /// A caller waits until all stopping actions have stopped.
        case settle
        case levelEnds([String])
        case taskEnds
        case earlyExit
        case cancel(shouldSave: Bool)
        /// The host has added a controller itself.
        case adopted(Key, Plan)
        case askedByHost([Key])
        case startedByHost([Key])
        case stoppedByHost([Key])
        case cancelAll
    }

    /// What the engine must do.
    package enum Action: Sendable, Hashable {
        /// Make controllers; send `added` afterwards.
        case add([Request])
        /// Ask the participant for permission; send `permissionAnswered` for each afterwards.
        case ask([Key])
        /// Start; send `started` or `startFailed` for each afterwards.
        case start([Key])
        /// Stop; send `stopped` for each afterwards.
        case stop([Key], showsLoading: Bool)
        /// Cancel; send `stopped` for each afterwards.
        case cancel([Key])
        /// Discard controllers that have never started.
        case drop([Key])
        /// Notify these controllers that another step is shown.
        case moveTo([Key])
        /// Put the result, and after it the error, at the end of the owner's async results.
        case attach(Key)
        case beginBackgroundAudio
        case proceed(Gate)
    }
}
