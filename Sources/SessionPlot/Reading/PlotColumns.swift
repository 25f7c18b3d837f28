// Which columns of a file are curves, and which of them belong into one panel with one unit. A column that nobody here
// knows is drawn with the others of its sensor: a kind of recorder that comes later needs nothing here.

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
        /// What it is called behind the sensor's name; empty for the sensor's own values.
        var name: String
        /// Its unit; `nil` for that of the sensor.
        var unit: String?
    }

    let columns: [Column]
    /// How many more have numbers.
    let beyond: Int

    /// What is no measured value: times, counts, numbers of fingers and states.
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
    /// A file with more has them drawn in another program.
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

    /// The unit of a sensor's own values: what the session says of them, or the field.
    static func unit(ofSensor name: String, meaning: String?) -> String? {
        if let type = MotionSensorType(rawValue: name) { return type.unit == "1" ? nil : type.unit }
        // A unit is the first word of what a value means.
        let word = meaning?.prefix { $0 != "," && $0 != ":" && $0 != ";" }
        guard let word, word.count <= 12, !word.contains(" ") || word.hasPrefix("dB") else {
            return nil
        }
        return String(word)
    }
}
