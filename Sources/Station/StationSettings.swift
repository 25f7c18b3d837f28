// The settings of a station. What it records is written in the file with the names of the command's options.

public import Research

/// What a station does, without a user at a screen.
public struct StationSettings: Sendable, Hashable {
    /// The work, named like the command that does the same at a terminal.
    public enum Work: String, Sendable, Hashable, CaseIterable {
        /// A recording of sensors.
        case record
        /// A task that runs without a participant.
        case run
    }

    /// When a recording begins.
    public enum Start: String, Sendable, Hashable, CaseIterable {
        /// As soon as the station starts.
        case boot
        /// When the button is pressed.
        case button
    }

    /// What the station does after a recording that has ended without a request.
    public enum Again: String, Sendable, Hashable, CaseIterable {
        case never
        /// Records again if the recording failed.
        case onFailure
        /// Records again in any case.
        case always
    }

    /// A key of an input device.
    public struct Button: Sendable, Hashable {
        /// The kernel's name of the key, such as `KEY_F13`.
        public var key: String
        /// The device that has the key, by id, path, name, place or serial number; `nil` for any device that has it.
        public var device: String?

        /// A key, and the device that it is on.
        public init(key: String, device: String? = nil) { (self.key, self.device) = (key, device) }
    }

    public var work: Work
    /// The options of that command, with their values as the file has them; `task` is the file of a task.
    public var options: [String: JSONValue]
    public var start: Start
    public var button: Button?
    public var again = Again.onFailure
    /// How much of the disk must be free before a recording begins, as the user wrote it.
    public var keepFree: String?
    /// The name of the LED that shows the state.
    public var led: String?
    /// After how many seconds without a sample a recording counts as stalled.
    public var stallSeconds: Int = Self.usualStallSeconds

    public static let usualStallSeconds = 30

    /// Settings with the members that are required.
    public init(
        work: Work,
        options: [String: JSONValue] = [:],
        start: Start,
        button: Button? = nil
    ) {
        (self.work, self.options) = (work, options)
        (self.start, self.button) = (start, button)
    }
}

/// Something wrong in a settings file.
public struct StationSettingsFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The full key, such as `button.key`; empty if the fault concerns the whole file.
    public var key: String
    public var problem: String
    public var remedy: String

    /// Makes a fault of a key, its problem and a remedy.
    public init(_ key: String, _ problem: String, remedy: String) {
        (self.key, self.problem, self.remedy) = (key, problem, remedy)
    }

    public var description: String {
        key.isEmpty ? "\(problem); \(remedy)" : "`\(key)` \(problem); \(remedy)"
    }
}
