// A sample file is long: a record has one sensor's reading. Whoever computes with it wants it wide: a row has all that
// was measured at an instant, each channel in a column of its own. Here is which columns that makes.

internal import SampleFile

/// The columns of a wide table.
struct WideColumns: Sendable, Hashable {
    /// A value of a sensor's records, such as the `x` of the `gyro`; without a sensor, of those of none.
    struct Channel: Sendable, Hashable {
        var sensor: String?
        var name: String

        /// The channel of a record's value; what is of rows is of no sensor.
        init(_ name: String, of sensor: String?) {
            self.name = name
            self.sensor = WideColumns.ofRows.contains(name) ? nil : sensor
        }

        /// How the first line of the table names it.
        var heading: String { sensor.map { "\($0)_\(name)" } ?? name }
    }

    /// What every row has, ahead of the channels.
    static let times = ["uptime", "timestamp"]
    /// What is of the row, whichever sensor's record tells it.
    static let ofRows = ["stepPath", "timestampDate", "marker"]

    private(set) var channels: [Channel] = []
    private var places: [Channel: Int] = [:]
    /// The sensors, in the order in which they were met.
    private(set) var sensors: [String] = []

    /// The first line of the table: no two are the same.
    var headings: [String] {
        var names = DistinctNames()
        return (Self.times + channels.map(\.heading)).map { names.distinct($0) }
    }

    /// Takes note of a value; of the channels of a sensor, each keeps the order of the records' columns.
    mutating func note(_ channel: Channel) {
        guard places[channel] == nil else { return }
        places[channel] = channels.count
        channels.append(channel)
        if let sensor = channel.sensor, !sensors.contains(sensor) { sensors.append(sensor) }
    }

    /// Puts them in order: what is of rows first, then each sensor's channels by the columns of the records.
    mutating func sort(by schema: RecordSchema) {
        func key(_ channel: Channel) -> (Int, Int) {
            let sensor = channel.sensor.flatMap(sensors.firstIndex) ?? -1
            return (sensor, schema.index(of: channel.name) ?? .max)
        }
        channels.sort { key($0) < key($1) }
        places = Dictionary(uniqueKeysWithValues: channels.enumerated().map { ($1, $0) })
    }

    /// Where a value stands in the cells of a row.
    func place(of channel: Channel) -> Int? { places[channel] }

    /// Where each of these values stands, of records without a sensor first, and then of each of these sensors.
    func places(of values: [String], _ sensors: [String]) -> [[Int?]] {
        ([nil] + sensors).map { sensor in values.map { place(of: Channel($0, of: sensor)) } }
    }
}
