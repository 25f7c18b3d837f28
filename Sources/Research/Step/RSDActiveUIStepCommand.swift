// What an active step does by itself, and the words for it in a step's `commands`.

/// What an active step does by itself.
public struct RSDActiveUIStepCommand: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Plays a sound when it starts.
    public static let playSoundOnStart = RSDActiveUIStepCommand(rawValue: 1 << 0)
    /// Plays a sound when it ends.
    public static let playSoundOnFinish = RSDActiveUIStepCommand(rawValue: 1 << 1)
    /// Vibrates when it starts.
    public static let vibrateOnStart = RSDActiveUIStepCommand(rawValue: 1 << 2)
    /// Vibrates when it ends.
    public static let vibrateOnFinish = RSDActiveUIStepCommand(rawValue: 1 << 3)
    /// Starts its timer when it is shown.
    public static let startTimerAutomatically = RSDActiveUIStepCommand(rawValue: 1 << 4)
    /// Goes to the next step when its timer has ended.
    public static let continueOnFinish = RSDActiveUIStepCommand(rawValue: 1 << 5)
    /// Keeps the screen on.
    public static let shouldDisableIdleTimer = RSDActiveUIStepCommand(rawValue: 1 << 6)
    /// Speaks a warning when the step is paused.
    public static let speakWarningOnPause = RSDActiveUIStepCommand(rawValue: 1 << 7)

    /// Plays a sound at the start and at the end.
    public static let playSound: RSDActiveUIStepCommand = [.playSoundOnStart, .playSoundOnFinish]
    /// Vibrates at the start and at the end.
    public static let vibrate: RSDActiveUIStepCommand = [.vibrateOnStart, .vibrateOnFinish]
    /// Starts its timer by itself, and goes to the next step when it has ended.
    public static let transitionAutomatically: RSDActiveUIStepCommand = [
        .startTimerAutomatically, .continueOnFinish,
    ]

    /// The words of task files; those that stand for several commands come first.
    static let words: [(word: String, command: RSDActiveUIStepCommand)] = [
        ("playSound", .playSound), ("vibrate", .vibrate),
        ("transitionAutomatically", .transitionAutomatically),
        ("playSoundOnStart", .playSoundOnStart), ("playSoundOnFinish", .playSoundOnFinish),
        ("vibrateOnStart", .vibrateOnStart), ("vibrateOnFinish", .vibrateOnFinish),
        ("startTimerAutomatically", .startTimerAutomatically),
        ("continueOnFinish", .continueOnFinish),
        ("shouldDisableIdleTimer", .shouldDisableIdleTimer),
        ("speakWarningOnPause", .speakWarningOnPause),
    ]
}

extension RSDActiveUIStepCommand: Codable {
    public init(from decoder: any Decoder) throws {
        self = try CommandWords(from: decoder).commands
    }

    public func encode(to encoder: any Encoder) throws {
        try CommandWords(self).encode(to: encoder)
    }
}
