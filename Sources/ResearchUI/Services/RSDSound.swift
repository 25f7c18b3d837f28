// The sounds of SageResearch, by name; the machine decides how they sound.

/// A short sound.
public struct RSDSound: Sendable, Hashable {
    public var name: String

    /// Creates a sound with a name; the machine plays its default sound for an unknown name.
    public init(name: String) { self.name = name }

    /// Two tones, the second higher: something begins or ends.
    public static let short_low_high = RSDSound(name: "short_low_high")
    /// Two high tones.
    public static let short_double_high = RSDSound(name: "short_double_high")
    /// Two low tones.
    public static let short_double_low = RSDSound(name: "short_double_low")
    /// An alarm, to wake the participant.
    public static let alarm = RSDSound(name: "alarm")
    /// A picture is taken.
    public static let photoShutter = RSDSound(name: "photoShutter")
    /// A key is pressed.
    public static let tock = RSDSound(name: "Tock")
    /// Something small is done.
    public static let tink = RSDSound(name: "Tink")
    /// Something is locked.
    public static let lock = RSDSound(name: "lock")

    /// All sounds with a name from SageResearch.
    public static let all: [RSDSound] = [
        short_low_high, short_double_high, short_double_low, alarm, photoShutter, tock, tink, lock,
    ]
}
