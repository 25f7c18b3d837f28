// The kinds of events of input devices, with their words in task files.

/// A kind of input event.
public enum InputKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// Keys, buttons and foot switches.
    case keys
    /// Fingers and pens on a surface.
    case touches
    /// Pointer movements and wheels.
    case pointer
    /// Lids, jacks and other switches, which keep their position.
    case switches
    /// An accelerometer that the kernel presents as an input device.
    case accelerometer

    /// The word for all of them.
    public static let all = "all"
}

/// The channels of a stream of input samples, with their names in files.
public enum InputChannel: Int, Sendable, CaseIterable {
    case key, touch, pointer, `switch`, accelerometer, gyro

    /// The value of `sensorType`.
    public var name: String {
        switch self {
        case .key: "key"
        case .touch: "touch"
        case .pointer: "pointer"
        case .switch: "switch"
        case .accelerometer: "accelerometer"
        case .gyro: "gyro"
        }
    }

    /// The kind of event that it carries.
    public var kind: InputKind {
        switch self {
        case .key: .keys
        case .touch: .touches
        case .pointer: .pointer
        case .switch: .switches
        case .accelerometer, .gyro: .accelerometer
        }
    }

    /// The kernel's names of switches, by code.
    public static let switchNames = [
        "SW_LID", "SW_TABLET_MODE", "SW_HEADPHONE_INSERT", "SW_RFKILL_ALL", "SW_MICROPHONE_INSERT",
        "SW_DOCK", "SW_LINEOUT_INSERT", "SW_JACK_PHYSICAL_INSERT", "SW_VIDEOOUT_INSERT",
        "SW_CAMERA_LENS_COVER", "SW_KEYPAD_SLIDE", "SW_FRONT_PROXIMITY", "SW_ROTATE_LOCK",
        "SW_LINEIN_INSERT", "SW_MUTE_DEVICE", "SW_PEN_INSERTED", "SW_MACHINE_COVER",
    ]
}
