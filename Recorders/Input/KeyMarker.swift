// Keys that mark an instant. Which of them can be is one rule, for task files and for the command line.
// A key with two names is one key: of two marks that it had, only one could ever be made.

internal import Research

/// A key whose press is a mark.
public struct KeyMarker: Sendable, Hashable, Codable {
    /// The kernel's name of the key.
    public var key: String
    /// What the mark is called.
    public var marker: String

    public init(key: String, marker: String) {
        self.key = key
        self.marker = marker
    }

    /// Looks whether some markers can be had together.
    ///
    /// - Parameters:
    ///   - markers: The markers of one recorder.
    ///   - sole: The one of a key's names that stands for all of them.
    /// - Throws: What is wrong with the first that cannot.
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
    /// Of a key that has several names the one that the kernel has first; of any other its own.
    ///
    /// The names are the kernel's for good: this is known on every machine, and without one.
    public static func firstName(of key: String) -> String { firstNames[key] ?? key }

    /// The kernel's other names, each with the first of the same key.
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

/// What can be wrong with keys that are named, or are marks.
public enum KeyMarkerFault: Error, Sendable, Hashable {
    case noKey
    case noName(key: String)
    /// A mark cannot be called so.
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

    /// How to mend it.
    public var remedy: String {
        switch self {
        case .noKey: "give it as the kernel names it, as in KEY_F13"
        case .noName: "give one, for instance heelStrike"
        case .badName(_, let remedy): remedy
        case .keyTwice, .sameKey: "give each key one mark"
        }
    }
}
