// What the decisions about async actions are made of: who takes part, and where the run goes. All
// of it are values, so that a decision can be repeated in a test, or years later from a log.

package import Research

extension AsyncActionFleet {
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

        /// The action, whichever run of it.
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

    /// What the file says of when an action begins and ends.
    package struct Plan: Sendable, Hashable {
        package var identifier: String
        package var startStep: String?
        package var stopStep: String?
        /// Whether it records; what does not stops with its level only.
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

        /// What a configuration says.
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

    /// Where an action stands, from when a controller is wanted until its result is due.
    package enum State: Int, Sendable, Hashable, CaseIterable {
        /// Its controller is being made.
        case idle
        /// The participant is being asked.
        case asking
        /// It may start when the step is on screen.
        case granted
        /// A host has made its controller, and does with it what it wants.
        case held
        /// It is to start, and an earlier run of it is still closing its files.
        case waiting
        case starting
        case running
        /// It was asked to stop, or given up.
        case stopping
    }

    /// An action that takes part in the run.
    package struct Member: Sendable, Hashable {
        package let key: Key
        package let plan: Plan
        package internal(set) var state: State
    }

    /// Where a move leads to, and what is declared there.
    package struct Move: Sendable, Hashable {
        /// What kind of move it is.
        package enum Kind: Sendable, Hashable {
            case forward, jump, back
            /// A saved run is taken up again; these actions were in use when it was left.
            case resume([ActionName])
        }

        package var kind: Kind
        package var position: PathPosition
        /// What each level of the position declares, the root first.
        package var declared: [[Plan]]
        /// Whether the step completes the task.
        package var completesTask: Bool
        /// Whether the step has a timer, and is itself still recorded.
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

    /// A wish for a controller.
    package struct Request: Sendable, Hashable {
        package var key: Key
        package var plan: Plan
    }

    /// What the task controller waits for.
    package enum Gate: Sendable, Hashable {
        /// The step may be shown.
        case show
        /// The step's timer may begin.
        case begin
        /// The recorders that were to stop have, and their results are attached.
        case settled
        /// The level may be closed.
        case level([String])
        /// The task may be finished.
        case task
    }

    /// What has happened, or is wanted.
    package enum Event: Sendable, Hashable {
        /// A step is about to be shown.
        case willShow(Move)
        /// Controllers have been made for the first of those that were requested, and for no others.
        case added([Key], of: [Key])
        case permissionAnswered(Key, isGranted: Bool)
        /// The step is on screen.
        case didShow(Move)
        case started(Key)
        case startFailed(Key)
        /// The action has failed by itself; its files are closed.
        case failed(Key)
        /// Somebody wants an action that has failed to record again, if its time is not over.
        case again(Key)
        /// The action was stopped or given up, and its files are closed.
        case stopped(Key)
        /// The step's own time is over, and the step stays.
        case stepFinished
        /// Somebody wants to know when all that stops has.
        case settle
        case levelEnds([String])
        case taskEnds
        case earlyExit
        case cancel(shouldSave: Bool)
        /// The host takes part of the work into its own hands.
        case adopted(Key, Plan)
        case askedByHost([Key])
        case startedByHost([Key])
        case stoppedByHost([Key])
        case cancelAll
    }

    /// What is to be done.
    package enum Action: Sendable, Hashable {
        /// Make controllers; ends with `added`.
        case add([Request])
        /// Ask the participant; each ends with `permissionAnswered`.
        case ask([Key])
        /// Start; each ends with `started` or `startFailed`.
        case start([Key])
        /// Stop; each ends with `stopped`.
        case stop([Key], showsLoading: Bool)
        /// Give up; each ends with `stopped`.
        case cancel([Key])
        /// Forget the controllers, which have never started.
        case drop([Key])
        /// Tell that another step is shown.
        case moveTo([Key])
        /// Put the result, and after it the error, at the end of the owner's async results.
        case attach(Key)
        case beginBackgroundAudio
        case proceed(Gate)
    }
}
