// What a task file can say of any recorder that writes samples and may begin anew, written once for all of them.

/// What somebody has said of a recorder and its file; what nobody has is not written to files.
public struct RSDRecorderSettings: Sendable, Hashable {
    /// What the recorder is called; its result and its file carry it.
    public var identifier: String
    /// The step at which it starts; with `nil`, the first.
    public var startStepIdentifier: String?
    /// The step after which it stops; with `nil`, it runs to the end of the task.
    public var stopStepIdentifier: String?
    private var toldBackgroundAudio: Bool?
    private var toldCSVEncoding: Bool?
    private var toldRootDictionary: Bool?
    private var toldDeletePrevious: Bool?

    /// Settings of which some are said.
    ///
    /// - Parameters:
    ///   - identifier: What the recorder is called.
    ///   - startStepIdentifier: The step at which it starts; the first if not said.
    ///   - stopStepIdentifier: The step after which it stops; the end of the task if not said.
    ///   - requiresBackgroundAudio: Whether sound must go on while the screen is off; no if not said.
    ///   - usesCSVEncoding: Whether the file is CSV; no if not said.
    ///   - usesRootDictionary: Whether the root is a dictionary; no if not said.
    ///   - shouldDeletePrevious: Whether a new recording replaces the earlier one; yes if not said.
    public init(
        identifier: String,
        startStepIdentifier: String? = nil,
        stopStepIdentifier: String? = nil,
        requiresBackgroundAudio: Bool? = nil,
        usesCSVEncoding: Bool? = nil,
        usesRootDictionary: Bool? = nil,
        shouldDeletePrevious: Bool? = nil
    ) {
        self.identifier = identifier
        self.startStepIdentifier = startStepIdentifier
        self.stopStepIdentifier = stopStepIdentifier
        toldBackgroundAudio = requiresBackgroundAudio
        toldCSVEncoding = usesCSVEncoding
        toldRootDictionary = usesRootDictionary
        toldDeletePrevious = shouldDeletePrevious
    }

    /// Whether sound must go on while the screen is off.
    public var requiresBackgroundAudio: Bool {
        get { toldBackgroundAudio ?? false }
        set { toldBackgroundAudio = newValue }
    }

    /// Whether the file is CSV; this has precedence over the root dictionary.
    public var usesCSVEncoding: Bool {
        get { toldCSVEncoding ?? false }
        set { toldCSVEncoding = newValue }
    }

    /// Whether the root is a dictionary of `startDate` and `items` instead of an array.
    public var usesRootDictionary: Bool {
        get { toldRootDictionary ?? false }
        set { toldRootDictionary = newValue }
    }

    /// Whether a new recording replaces the earlier one of the same run; else both stay.
    public var shouldDeletePrevious: Bool {
        get { shouldDeletePrevious(usually: true) }
        set { toldDeletePrevious = newValue }
    }

    /// The same for a recorder of which it is otherwise where nobody says it.
    func shouldDeletePrevious(usually: Bool) -> Bool { toldDeletePrevious ?? usually }
}

extension RSDRecorderSettings: Codable {
    private enum CodingKeys: String, CodingKey {
        case identifier, startStepIdentifier, stopStepIdentifier
        case toldBackgroundAudio = "requiresBackgroundAudio"
        case toldCSVEncoding = "usesCSVEncoding"
        case toldRootDictionary = "usesRootDictionary"
        case toldDeletePrevious = "shouldDeletePrevious"
    }
}

/// The configuration of a recorder that writes samples, and can be told to do so in all ways that the field has.
public protocol RSDFileRecorderConfiguration: RSDRestartableRecorderConfiguration,
    RSDJSONRecorderConfiguration
{
    /// What somebody has said of it and its file.
    var settings: RSDRecorderSettings { get set }
}

extension RSDFileRecorderConfiguration {
    public var identifier: String {
        get { settings.identifier }
        set { settings.identifier = newValue }
    }

    public var startStepIdentifier: String? {
        get { settings.startStepIdentifier }
        set { settings.startStepIdentifier = newValue }
    }

    public var stopStepIdentifier: String? {
        get { settings.stopStepIdentifier }
        set { settings.stopStepIdentifier = newValue }
    }

    public var requiresBackgroundAudio: Bool {
        get { settings.requiresBackgroundAudio }
        set { settings.requiresBackgroundAudio = newValue }
    }

    public var usesCSVEncoding: Bool {
        get { settings.usesCSVEncoding }
        set { settings.usesCSVEncoding = newValue }
    }

    public var usesRootDictionary: Bool {
        get { settings.usesRootDictionary }
        set { settings.usesRootDictionary = newValue }
    }

    public var shouldDeletePrevious: Bool {
        get { settings.shouldDeletePrevious }
        set { settings.shouldDeletePrevious = newValue }
    }
}
