// Decides which columns of a file are drawn as curves, and which of them share a panel. Unknown columns are drawn with
// the others of their sensor, so a new kind of recorder needs no change here.

internal import MotionRecorder
internal import SampleFile

/// The columns of a file that are drawn.
struct PlotColumns: Sendable {
    /// One of them.
    struct Column: Sendable, Equatable {
        var place: Int
        var name: String
        var isInteger: Bool
        var group: Group
    }

    /// Columns that share a panel.
    struct Group: Sendable, Hashable {
        /// The name after the sensor's name; empty for the sensor's own values.
        var name: String
        /// The unit; `nil` for the sensor's own unit.
        var unit: String?
    }

    let columns: [Column]
    /// How many further numeric columns are not drawn.
    let beyond: Int

    /// Columns that are not measured values: times, counts, numbers of fingers and states.
    private static let left: Set<String> = [
        "uptime", "timestamp", "lost", "timestampUnix", "eventAccuracy", "index", "phase",
        "timeInterval",
    ]
    private static let groups: [String: Group] = [
        "heading": Group(name: "heading", unit: "°"),
        "relativeDistance": Group(name: "distance", unit: "m"),
        "totalDistance": Group(name: "distance", unit: "m"),
        "horizontalAccuracy": Group(name: "accuracy", unit: "m"),
        "verticalAccuracy": Group(name: "accuracy", unit: "m"),
        "altitude": Group(name: "altitude", unit: "m"),
        "latitude": Group(name: "latitude", unit: "°"),
        "longitude": Group(name: "longitude", unit: "°"),
        "course": Group(name: "course", unit: "°"),
        "bearingRadians": Group(name: "bearing", unit: "rad"),
        "speed": Group(name: "speed", unit: "m/s"),
        "average": Group(name: "", unit: "dBFS"),
        "peak": Group(name: "", unit: "dBFS"),
    ]
    /// The largest number of columns drawn.
    static let most = 32

    init(_ schema: RecordSchema) {
        let all: [Column] = schema.columns.enumerated().compactMap { place, column in
            guard column.kind == .number || column.kind == .integer,
                !Self.left.contains(column.name)
            else { return nil }
            return Column(
                place: place,
                name: column.name,
                isInteger: column.kind == .integer,
                group: Self.groups[column.name] ?? Group(name: "", unit: nil)
            )
        }
        columns = Array(all.prefix(Self.most))
        beyond = all.count - columns.count
    }

    /// The unit of a sensor's own values: SageResearch's for a type of motion, else the one that the session states.
    static func unit(ofSensor name: String, meaning: String?) -> String? {
        if let type = MotionSensorType(rawValue: name) { return type.unit == "1" ? nil : type.unit }
        // The unit is the part of a meaning before the first comma, colon or semicolon, if it is short.
        let word = meaning?.prefix { $0 != "," && $0 != ":" && $0 != ";" }
        guard let word, word.count <= 12, !word.contains(" ") || word.hasPrefix("dB") else {
            return nil
        }
        return String(word)
    }
}
