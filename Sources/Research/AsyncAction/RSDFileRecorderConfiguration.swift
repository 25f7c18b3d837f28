// What a task file can say of any recorder that writes samples and may begin anew, written once for all of them.

/// What somebody has said of a recorder's file; what nobody has is not written to files.
public struct RSDRecorderFileSettings: Codable, Sendable, Hashable {
    fileprivate var requiresBackgroundAudio: Bool?
    fileprivate var usesCSVEncoding: Bool?
    fileprivate var usesRootDictionary: Bool?
    fileprivate var shouldDeletePrevious: Bool?

    /// Settings of which some are said.
    ///
    /// - Parameters:
    ///   - requiresBackgroundAudio: Whether sound must go on while the screen is off; no if not said.
    ///   - usesCSVEncoding: Whether the file is CSV; no if not said.
    ///   - usesRootDictionary: Whether the root is a dictionary; no if not said.
    ///   - shouldDeletePrevious: Whether a new recording replaces the earlier one; yes if not said.
    public init(
        requiresBackgroundAudio: Bool? = nil,
        usesCSVEncoding: Bool? = nil,
        usesRootDictionary: Bool? = nil,
        shouldDeletePrevious: Bool? = nil
    ) {
        self.requiresBackgroundAudio = requiresBackgroundAudio
        self.usesCSVEncoding = usesCSVEncoding
        self.usesRootDictionary = usesRootDictionary
        self.shouldDeletePrevious = shouldDeletePrevious
    }
}

/// The configuration of a recorder that writes samples, and can be told to do so in all ways that the field has.
public protocol RSDFileRecorderConfiguration: RSDRestartableRecorderConfiguration,
    RSDJSONRecorderConfiguration
{
    /// What somebody has said of its file.
    var file: RSDRecorderFileSettings { get set }
}

extension RSDFileRecorderConfiguration {
    public var requiresBackgroundAudio: Bool {
        get { file.requiresBackgroundAudio ?? false }
        set { file.requiresBackgroundAudio = newValue }
    }

    public var usesCSVEncoding: Bool {
        get { file.usesCSVEncoding ?? false }
        set { file.usesCSVEncoding = newValue }
    }

    public var usesRootDictionary: Bool {
        get { file.usesRootDictionary ?? false }
        set { file.usesRootDictionary = newValue }
    }

    public var shouldDeletePrevious: Bool {
        get { file.shouldDeletePrevious ?? true }
        set { file.shouldDeletePrevious = newValue }
    }
}
