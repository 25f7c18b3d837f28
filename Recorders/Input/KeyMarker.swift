// Keys that make marks. Task files and the command line share one rule for which keys are valid. A key with two
// names is one key, so it cannot have two marks: only one of them would ever be made.

internal import Research

/// A key whose press makes a mark.
public struct KeyMarker: Sendable, Hashable, Codable {
    /// The kernel's name of the key.
    public var key: String
    /// The name of the mark.
    public var marker: String

    public init(key: String, marker: String) {
        self.key = key
        self.marker = marker
    }

    /// Checks that markers are valid together.
    ///
    /// - Parameters:
    ///   - markers: The markers of one recorder.
    ///   - sole: Returns the first of a key's names.
    /// - Throws: What is wrong with the first invalid marker.
    public static func check(
        _ markers: [KeyMarker],
        by sole: (String) -> String = KeyMarker.firstName(of:)
    ) throws(KeyMarkerFault) {
        var names: [String: String] = [:]
        for marker in markers {
            guard !marker.key.isEmpty else { throw .noKey }
            guard !marker.marker.isEmpty else { throw .noName(key: marker.key) }
            if let fault = MarkName.fault(of: marker.marker) {
                throw .badName(what: fault.what, remedy: fault.remedy)
            }
            guard let other = names.updateValue(marker.key, forKey: sole(marker.key)) else {
                continue
            }
            throw other == marker.key
                ? .keyTwice(marker.key) : .sameKey(marker.key, other)
        }
    }
}

extension KeyMarker {
    /// The kernel's first name of a key that has several; any other name unchanged.
    ///
    /// The kernel never changes these names, so the table is valid on every machine.
    public static func firstName(of key: String) -> String { firstNames[key] ?? key }

    /// The kernel's alternative names, each with the first name of the same key.
    package static let firstNames = [
        "BTN_MISC": "BTN_0", "BTN_MOUSE": "BTN_LEFT", "BTN_JOYSTICK": "BTN_TRIGGER",
        "BTN_GAMEPAD": "BTN_SOUTH", "BTN_DIGI": "BTN_TOOL_PEN", "BTN_WHEEL": "BTN_GEAR_DOWN",
        "BTN_TRIGGER_HAPPY": "BTN_TRIGGER_HAPPY1", "BTN_A": "BTN_SOUTH", "BTN_B": "BTN_EAST",
        "BTN_X": "BTN_NORTH", "BTN_Y": "BTN_WEST", "KEY_MIN_INTERESTING": "KEY_MUTE",
        "KEY_HANGUEL": "KEY_HANGEUL", "KEY_SCREENLOCK": "KEY_COFFEE",
        "KEY_DIRECTION": "KEY_ROTATE_DISPLAY", "KEY_DASHBOARD": "KEY_ALL_APPLICATIONS",
        "KEY_BRIGHTNESS_ZERO": "KEY_BRIGHTNESS_AUTO", "KEY_WIMAX": "KEY_WWAN",
        "KEY_ZOOM": "KEY_FULL_SCREEN", "KEY_SCREEN": "KEY_ASPECT_RATIO",
        "KEY_BRIGHTNESS_TOGGLE": "KEY_DISPLAYTOGGLE",
    ]
}

/// What can be wrong with keys that are named or make marks.
public enum KeyMarkerFault: Error, Sendable, Hashable {
    case noKey
    case noName(key: String)
    /// The name is not permitted for a mark.
    case badName(what: String, remedy: String)
    case keyTwice(String)
    case sameKey(String, String)

    /// What is wrong, in words.
    public var what: String {
        switch self {
        case .noKey: "the name of a key is missing"
        case .noName(let key): "the name of the mark is missing that \(key) makes"
        case .badName(let what, _): what
        case .keyTwice(let key): "the key \(key) is given twice"
        case .sameKey(let key, let other):
            "the key \(key) is given twice: \(other) is another name of it"
        }
    }

    /// What the user can do.
    public var remedy: String {
        switch self {
        case .noKey: "give it as the kernel names it, as in KEY_F13"
        case .noName: "give one, for instance heelStrike"
        case .badName(_, let remedy): remedy
        case .keyTwice, .sameKey: "give each key one mark"
        }
    }
}
