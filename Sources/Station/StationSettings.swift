// What a station does, as its settings file says it. What is recorded stands there in the words of the command's own
// options, so that one parser reads both.

/// What a station does without anybody at a screen.
public struct StationSettings: Sendable, Hashable {
    /// What it carries out, by the command that does the same at a terminal.
    public enum Work: String, Sendable, Hashable, CaseIterable {
        /// A recording of sensors.
        case record
        /// A task that nobody is asked anything in.
        case run
    }

    /// When the work begins.
    public enum Start: String, Sendable, Hashable, CaseIterable {
        /// As soon as the station does.
        case boot
        /// When its button is pressed.
        case button
    }

    /// What follows the end of a recording that nobody has asked to end.
    public enum Again: String, Sendable, Hashable, CaseIterable {
        case never
        /// It begins again where it has failed.
        case onFailure
        /// It begins again in any case.
        case always
    }

    /// A key of an input device.
    public struct Button: Sendable, Hashable {
        /// The kernel's name of the key, such as `KEY_F13`.
        public var key: String
        /// The one device that counts, by id, path, name, place or serial number; any that has the key without it.
        public var device: String?

        /// A key, and the device that it is on.
        public init(key: String, device: String? = nil) { (self.key, self.device) = (key, device) }
    }

    public var work: Work
    /// The words of that command's options and operands.
    public var words: [String]
    public var start: Start
    public var button: Button?
    public var again = Again.onFailure
    /// How much of the disk must be free before anything begins, as a person writes it.
    public var keepFree: String?
    /// The name of the LED that shows the state.
    public var led: String?
    /// After how many seconds without a sample a recording counts as stalled.
    public var stallSeconds: Int = Self.usualStallSeconds

    public static let usualStallSeconds = 30

    /// Settings with what cannot be left out.
    public init(work: Work, words: [String], start: Start, button: Button? = nil) {
        (self.work, self.words) = (work, words)
        (self.start, self.button) = (start, button)
    }
}

/// Something in a settings file that cannot be followed.
public struct StationSettingsFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The key, with those that it lies in, such as `button.key`; empty of the file as a whole.
    public var key: String
    public var problem: String
    public var remedy: String

    /// Says what is wrong with a key, and what mends it.
    public init(_ key: String, _ problem: String, remedy: String) {
        (self.key, self.problem, self.remedy) = (key, problem, remedy)
    }

    public var description: String {
        key.isEmpty ? "\(problem); \(remedy)" : "`\(key)` \(problem); \(remedy)"
    }
}
