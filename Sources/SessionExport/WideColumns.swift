// Determines the columns of a wide table. A sample file is long: each record has one sensor's reading. Analysis
// programs need it wide: each row has everything measured at an instant, with a column for each channel.

internal import SampleFile

/// The columns of a wide table.
struct WideColumns: Sendable, Hashable {
    /// A value of a sensor's records, such as the `x` of the `gyro`; the sensor is `nil` for records without one.
    struct Channel: Sendable, Hashable {
        var sensor: String?
        var name: String

        /// The channel of a record's value; values about the whole row have no sensor.
        init(_ name: String, of sensor: String?) {
            self.name = name
            self.sensor = WideColumns.ofRows.contains(name) ? nil : sensor
        }

        /// The column's name in the first line of the table.
        var heading: String { sensor.map { "\($0)_\(name)" } ?? name }
    }

    /// The first columns of every row.
    static let times = ["uptime", "timestamp"]
    /// Values about the whole row, whichever sensor's record has them.
    static let ofRows = ["stepPath", "timestampDate", "marker"]

    private(set) var channels: [Channel] = []
    private var places: [Channel: Int] = [:]
    /// The sensors, in the order of their first record.
    private(set) var sensors: [String] = []

    /// The first line of the table, with unique names.
    var headings: [String] {
        var names = DistinctNames()
        return (Self.times + channels.map(\.heading)).map { names.distinct($0) }
    }

    /// Adds a value's channel.
    mutating func note(_ channel: Channel) {
        guard places[channel] == nil else { return }
        places[channel] = channels.count
        channels.append(channel)
        if let sensor = channel.sensor, !sensors.contains(sensor) { sensors.append(sensor) }
    }

    /// Sorts the channels: values about the row first, then each sensor's by the order of the records' columns.
    mutating func sort(by schema: RecordSchema) {
        func key(_ channel: Channel) -> (Int, Int) {
            let sensor = channel.sensor.flatMap(sensors.firstIndex) ?? -1
            return (sensor, schema.index(of: channel.name) ?? .max)
        }
        channels.sort { key($0) < key($1) }
        places = Dictionary(uniqueKeysWithValues: channels.enumerated().map { ($1, $0) })
    }

    /// The index of a channel's cell in a row.
    func place(of channel: Channel) -> Int? { places[channel] }

    /// The cell index of each of these values: for records without a sensor first, then for each of these sensors.
    func places(of values: [String], _ sensors: [String]) -> [[Int?]] {
        ([nil] + sensors).map { sensor in values.map { place(of: Channel($0, of: sensor)) } }
    }
}
