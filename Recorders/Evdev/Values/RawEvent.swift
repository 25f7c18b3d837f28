// An event of an input device in the kernel's own numbers, and names for those numbers that are used here.

internal import CEvdev

/// An event as the kernel sends it, without its time.
struct RawEvent: Sendable, Hashable {
    var type: UInt16
    var code: UInt16
    var value: Int32

    init(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        self.type = type
        self.code = code
        self.value = value
    }

    /// True if the event ends a report.
    var isReport: Bool { type == EventType.synchronization && code == EventCode.report }
}

/// Types of events.
enum EventType {
    static let synchronization = UInt16(EV_SYN)
    static let key = UInt16(EV_KEY)
    static let relative = UInt16(EV_REL)
    static let absolute = UInt16(EV_ABS)
    static let miscellaneous = UInt16(EV_MSC)
    static let `switch` = UInt16(EV_SW)
}

/// Codes of events, by their types.
enum EventCode {
    static let report = UInt16(SYN_REPORT)
    static let contactReport = UInt16(SYN_MT_REPORT)
    static let deviceTime = UInt16(MSC_TIMESTAMP)

    static let touch = UInt16(BTN_TOUCH)
    /// True if a key code is not pressed by a person, but reports which tool touches a surface, or that one
    /// does.
    static func isTool(_ code: UInt16) -> Bool {
        (UInt16(BTN_DIGI)..<UInt16(BTN_WHEEL)).contains(code) && !penButtons.contains(code)
    }

    private static let penButtons = [
        UInt16(BTN_STYLUS), UInt16(BTN_STYLUS2), UInt16(BTN_STYLUS3),
    ]

    /// One more than the largest key code.
    static let keyCount = 0x300

    static let moveX = UInt16(REL_X)
    static let moveY = UInt16(REL_Y)
    static let wheel = UInt16(REL_WHEEL)
    static let sidewaysWheel = UInt16(REL_HWHEEL)

    static let x = UInt16(ABS_X)
    static let y = UInt16(ABS_Y)
    static let z = UInt16(ABS_Z)
    static let turnX = UInt16(ABS_RX)
    static let turnY = UInt16(ABS_RY)
    static let turnZ = UInt16(ABS_RZ)
    static let pressure = UInt16(ABS_PRESSURE)
    static let toolWidth = UInt16(ABS_TOOL_WIDTH)

    static let reserved = UInt16(ABS_RESERVED)
    static let slot = UInt16(ABS_MT_SLOT)
    static let touchMajor = UInt16(ABS_MT_TOUCH_MAJOR)
    static let touchMinor = UInt16(ABS_MT_TOUCH_MINOR)
    static let orientation = UInt16(ABS_MT_ORIENTATION)
    static let contactX = UInt16(ABS_MT_POSITION_X)
    static let contactY = UInt16(ABS_MT_POSITION_Y)
    static let trackingID = UInt16(ABS_MT_TRACKING_ID)
    static let contactPressure = UInt16(ABS_MT_PRESSURE)
    /// The axes that describe a contact.
    static let contactAxes = UInt16(ABS_MT_SLOT)...UInt16(ABS_MT_TOOL_Y)
    /// One more than the largest code of an axis.
    static let axisCount = 0x40
}
