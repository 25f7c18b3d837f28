// What BIDS says of a channel of motion: its type, its component, its unit and its frame, by the sensor and the column
// of our records.

/// A column of a table of motion.
struct BIDSChannel: Sendable, Hashable {
    /// The types of BIDS that our sensors have.
    enum Kind: String, Sendable, Hashable, CaseIterable {
        case latency = "LATENCY"
        case acceleration = "ACCEL"
        case rotation = "GYRO"
        case field = "MAGN"
        case orientation = "ORNT"
        case other = "MISC"

        /// Whether it tells how something moves or lies.
        var isMotion: Bool { self != .latency && self != .other }
    }

    /// The sensor whose records have it; `nil` of the latency.
    var sensor: String?
    /// The column of the records.
    var column: String
    var kind: Kind
    var component: String
    var units: String

    /// What the table calls it.
    var name: String { sensor.map { "\($0)_\(column)" } ?? column }

    /// When a row was measured.
    static let latency = BIDSChannel(
        sensor: nil,
        column: "latency",
        kind: .latency,
        component: BIDSTable.nothing,
        units: "s"
    )

    /// The channel of a column of a sensor's records.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - sensor: What `sensorType` says.
    ///   - meaning: What the manifest says of the sensor's values: of one of a device's own it is the unit.
    init(_ column: String, of sensor: String, meaning: String?) {
        let form = Self.forms[sensor]
        let isAxis =
            ["x", "y", "z"].contains(column) || form?.kind == .orientation && column == "w"
        if let form, isAxis {
            let component = form.kind == .orientation ? "quat_\(column)" : column
            self.init(
                sensor: sensor,
                column: column,
                kind: form.kind,
                component: component,
                units: form.units
            )
        } else {
            let unit = column == "heading" ? "deg" : form == nil && column == "x" ? meaning : nil
            self.init(
                sensor: sensor,
                column: column,
                kind: .other,
                component: BIDSTable.nothing,
                units: unit.flatMap(Self.unit) ?? BIDSTable.nothing
            )
        }
    }

    private init(sensor: String?, column: String, kind: Kind, component: String, units: String) {
        (self.sensor, self.column, self.kind) = (sensor, column, kind)
        (self.component, self.units) = (component, units)
    }

    /// The sensors whose values are motion, with the units that our records have.
    private static let forms: [String: (kind: Kind, units: String)] = [
        "accelerometer": (.acceleration, "g"), "gravity": (.acceleration, "g"),
        "userAcceleration": (.acceleration, "g"), "gyro": (.rotation, "rad/s"),
        "rotationRate": (.rotation, "rad/s"), "magnetometer": (.field, "uT"),
        "magneticField": (.field, "uT"), "attitude": (.orientation, BIDSTable.nothing),
    ]

    /// Whether a sensor's values are motion.
    static func isMotion(_ sensor: String) -> Bool { forms[sensor] != nil }

    /// Whether a sensor's values are an orientation.
    static func isOrientation(_ sensor: String) -> Bool { forms[sensor]?.kind == .orientation }

    /// A word that can be a unit; a sentence is none.
    private static func unit(_ text: String) -> String? {
        let unit = text.replacing("µ", with: "u").replacing("μ", with: "u")
        let isWord =
            !unit.isEmpty && unit.utf8.count <= 16
            && unit.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isWord ? unit : nil
    }
}
