// The settings that all recorders of samples share, written once: where a recorder starts and stops, and its file's
// format.

/// The explicitly given settings of a recorder and its file; defaults are not written to files.
public struct RSDRecorderSettings: Sendable, Hashable {
    /// The identifier of the recorder; its result and its file carry it.
    public var identifier: String
    /// The step at which the recorder starts; `nil` for the first step of its task or section.
    public var startStepIdentifier: String?
    /// The step after which the recorder stops; `nil` for the end of its task or section.
    public var stopStepIdentifier: String?
    private var givenBackgroundAudio: Bool?
    private var givenCSVEncoding: Bool?
    private var givenRootDictionary: Bool?
    private var givenDeletePrevious: Bool?

    /// Creates settings; `nil` leaves a setting at its default.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the recorder.
    ///   - startStepIdentifier: The step at which it starts; `nil` for the first of its task or section.
    ///   - stopStepIdentifier: The step after which it stops; `nil` for the end of its task or section.
    ///   - requiresBackgroundAudio: Whether the recorder must run on while the screen is off; `nil` for no.
    ///   - usesCSVEncoding: Whether the file is CSV; `nil` for no.
    ///   - usesRootDictionary: Whether the root is a dictionary; `nil` for no.
    ///   - shouldDeletePrevious: Whether a new recording replaces the earlier one; `nil` for the recorder's default,
    ///     which is mostly yes.
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
        givenBackgroundAudio = requiresBackgroundAudio
        givenCSVEncoding = usesCSVEncoding
        givenRootDictionary = usesRootDictionary
        givenDeletePrevious = shouldDeletePrevious
    }

    /// Whether the recorder must run on while the screen is off.
    public var requiresBackgroundAudio: Bool {
        get { givenBackgroundAudio ?? false }
        set { givenBackgroundAudio = newValue }
    }

    /// Whether the file is CSV; overrides `usesRootDictionary`.
    public var usesCSVEncoding: Bool {
        get { givenCSVEncoding ?? false }
        set { givenCSVEncoding = newValue }
    }

    /// Whether the root is a dictionary of `startDate` and `items` instead of an array.
    public var usesRootDictionary: Bool {
        get { givenRootDictionary ?? false }
        set { givenRootDictionary = newValue }
    }

    /// Whether a new recording replaces the earlier one of the same run; if false, both are kept.
    public var shouldDeletePrevious: Bool {
        get { shouldDeletePrevious(usually: true) }
        set { givenDeletePrevious = newValue }
    }

    /// Returns `shouldDeletePrevious` for a recorder whose default is `usually`.
    func shouldDeletePrevious(usually: Bool) -> Bool { givenDeletePrevious ?? usually }
}

extension RSDRecorderSettings: Codable {
    private enum CodingKeys: String, CodingKey {
        case identifier, startStepIdentifier, stopStepIdentifier
        case givenBackgroundAudio = "requiresBackgroundAudio"
        case givenCSVEncoding = "usesCSVEncoding"
        case givenRootDictionary = "usesRootDictionary"
        case givenDeletePrevious = "shouldDeletePrevious"
    }
}

/// The configuration of a recorder of samples that supports all settings of SageResearch.
public protocol RSDFileRecorderConfiguration: RSDRestartableRecorderConfiguration,
    RSDJSONRecorderConfiguration
{
    /// The explicitly given settings of the recorder and its file.
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
