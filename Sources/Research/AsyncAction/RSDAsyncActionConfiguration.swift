// What a task file says about a recorder or another async action. Configurations are values that may cross threads;
// the controller that is made from one belongs to the main actor.

/// The configuration of any async action.
public protocol RSDAsyncActionConfiguration: Sendable {
    /// The identifier, unique within its task or section; the result carries it.
    var identifier: String { get }
    /// The type of the action.
    var asyncActionType: RSDAsyncActionType { get }
    /// The step at which the action starts; `nil` for the first step of its task or section.
    var startStepIdentifier: String? { get }
    /// Throws if the configuration asks for something impossible; the error says what.
    func validate() throws
}

extension RSDAsyncActionConfiguration {
    public func validate() throws {}

    /// The identifier of the step after which the action stops, if it names one.
    package var stopStep: String? {
        (self as? any RSDRecorderConfiguration)?.stopStepIdentifier
            ?? (self as? RSDStandardAsyncActionConfiguration)?.stopStepIdentifier
    }

    /// True for a recorder; an action of an undeclared type counts as one if it names the step where it stops.
    package var isRecorder: Bool { self is any RSDRecorderConfiguration || stopStep != nil }
}

/// The configuration of an action that records until some step.
public protocol RSDRecorderConfiguration: RSDAsyncActionConfiguration {
    /// The step after which the action stops; `nil` for the end of its task or section.
    var stopStepIdentifier: String? { get }
    /// Whether the recorder must run on while the screen is off.
    var requiresBackgroundAudio: Bool { get }
}

/// The configuration of a recorder that a loop in the task may start again.
public protocol RSDRestartableRecorderConfiguration: RSDRecorderConfiguration {
    /// Whether a new recording replaces the earlier one of the same run; if false, both are kept.
    var shouldDeletePrevious: Bool { get }
}

/// The configuration of a recorder that writes its samples as text.
public protocol RSDJSONRecorderConfiguration: RSDRecorderConfiguration {
    /// Whether the root is a dictionary of `startDate` and `items` instead of an array.
    var usesRootDictionary: Bool { get }
    /// Whether the file is CSV; overrides `usesRootDictionary`.
    var usesCSVEncoding: Bool { get }
}

extension RSDJSONRecorderConfiguration {
    public var usesRootDictionary: Bool { false }
    public var usesCSVEncoding: Bool { false }
}

/// A configuration that can make its own controller.
public protocol RSDAsyncActionControllerVendor: RSDAsyncActionConfiguration {
    /// Returns a new, idle controller; `nil` if this machine cannot do what is asked.
    @MainActor
    func instantiateController(with path: any RSDPathComponent) -> (any RSDAsyncActionController)?
}

extension RSDKey {
    /// The keys of every async action.
    public static let asyncAction = [
        RSDKey(
            "identifier",
            .text,
            isRequired: true,
            "The identifier of the action, which is also that of its result and file; no other action of its level has it."
        ),
        RSDKey(
            "startStepIdentifier",
            .awaitedStep,
            "The step at which it starts; the first of its level if not given."
        ),
        RSDKey(
            "stopStepIdentifier",
            .awaitedStep,
            "The step at whose end it stops; the end of its level if not given."
        ),
    ]

    /// The keys of every recorder that a loop in the task may start again.
    public static let recorder = recorder(deletesPreviousUsually: true)

    /// Returns the keys of `recorder`, with another default of `shouldDeletePrevious`.
    static func recorder(deletesPreviousUsually: Bool) -> [RSDKey] {
        asyncAction + [
            RSDKey(
                "requiresBackgroundAudio",
                .boolean,
                "Whether it continues to record while the screen is off; false if not given."
            ),
            shouldDeletePrevious(usually: deletesPreviousUsually),
        ]
    }

    /// The key that decides whether only the last of several recordings of a run is kept.
    static func shouldDeletePrevious(usually: Bool) -> RSDKey {
        RSDKey(
            "shouldDeletePrevious",
            .boolean,
            "Whether a new recording replaces the earlier one of the same run, or both stay; \(usually) if not given."
        )
    }

    /// The keys that choose the format of a recorder's text file.
    public static let recorderFile = [
        RSDKey(
            "usesCSVEncoding",
            .boolean,
            "Whether the file is CSV instead of JSON; false if not given."
        ),
        RSDKey(
            "usesRootDictionary",
            .boolean,
            "Whether the JSON is an object with startDate and items instead of an array; false if not given."
        ),
    ]
}

extension RSDWords {
    /// Reports a recorder whose `device` is an empty string.
    public static let namedDevice: RSDWords.Rule = { members, place in
        guard members["device"] == .string("") else { return [] }
        return [
            RSDTaskFileFault(
                "the name of the device is missing",
                at: place.appending("device"),
                expected: "write one, or leave the key out to use the first device that fits"
            )
        ]
    }
}
