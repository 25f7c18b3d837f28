// The sounds of the field, by name; what they sound like is the machine's.

/// A short sound.
public struct RSDSound: Sendable, Hashable {
    public var name: String

    /// A sound of a name; one that the machine does not know is the default one.
    public init(name: String) { self.name = name }

    /// Two tones, the second one higher: something begins or ends.
    public static let short_low_high = RSDSound(name: "short_low_high")
    /// Two high tones.
    public static let short_double_high = RSDSound(name: "short_double_high")
    /// Two low tones.
    public static let short_double_low = RSDSound(name: "short_double_low")
    /// Wakes somebody up.
    public static let alarm = RSDSound(name: "alarm")
    /// A picture is taken.
    public static let photoShutter = RSDSound(name: "photoShutter")
    /// A key is pressed.
    public static let tock = RSDSound(name: "Tock")
    /// Something small is done.
    public static let tink = RSDSound(name: "Tink")
    /// Something is locked.
    public static let lock = RSDSound(name: "lock")

    /// All that have a name of the field's.
    public static let all: [RSDSound] = [
        short_low_high, short_double_high, short_double_low, alarm, photoShutter, tock, tink, lock,
    ]
}
