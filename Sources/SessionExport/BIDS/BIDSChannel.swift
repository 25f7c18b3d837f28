// Maps a sensor and a column of Footfall's records to a BIDS motion channel: its type, component, unit and frame.

/// A column of a motion table.
struct BIDSChannel: Sendable, Hashable {
    /// The BIDS types of Footfall's sensors.
    enum Kind: String, Sendable, Hashable, CaseIterable {
        case latency = "LATENCY"
        case acceleration = "ACCEL"
        case rotation = "GYRO"
        case field = "MAGN"
        case orientation = "ORNT"
        case other = "MISC"

        /// True if it describes movement or orientation.
        var isMotion: Bool { self != .latency && self != .other }
    }

    /// The sensor with the column; `nil` for the latency.
    var sensor: String?
    /// The column of the records.
    var column: String
    var kind: Kind
    var component: String
    var units: String

    /// The name in the table.
    var name: String { sensor.map { "\($0)_\(column)" } ?? column }

    /// The time of a row.
    static let latency = BIDSChannel(
        sensor: nil,
        column: "latency",
        kind: .latency,
        component: BIDSTable.nothing,
        units: "s"
    )

    /// The channel for a column of a sensor's records.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - sensor: The value of `sensorType`.
    ///   - meaning: The manifest's meaning of the sensor's values; for a device's own type it is the unit.
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

    /// The sensors whose values are motion, with their units in Footfall's records.
    private static let forms: [String: (kind: Kind, units: String)] = [
        "accelerometer": (.acceleration, "g"), "gravity": (.acceleration, "g"),
        "userAcceleration": (.acceleration, "g"), "gyro": (.rotation, "rad/s"),
        "rotationRate": (.rotation, "rad/s"), "magnetometer": (.field, "uT"),
        "magneticField": (.field, "uT"), "attitude": (.orientation, BIDSTable.nothing),
    ]

    /// True if a sensor's values are motion.
    static func isMotion(_ sensor: String) -> Bool { forms[sensor] != nil }

    /// True if a sensor's values are an orientation.
    static func isOrientation(_ sensor: String) -> Bool { forms[sensor]?.kind == .orientation }

    /// The text if it is a single word, which can be a unit; `nil` for a sentence.
    private static func unit(_ text: String) -> String? {
        let unit = text.replacing("µ", with: "u").replacing("μ", with: "u")
        let isWord =
            !unit.isEmpty && unit.utf8.count <= 16
            && unit.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isWord ? unit : nil
    }
}
