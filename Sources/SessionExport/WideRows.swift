// Joins records of several sensors to rows, one for each instant. A recorder writes each sensor's readings in batches,
// so the readings of one instant may be far apart in the file: a row waits until all sensors have passed its instant.
// This includes sensors whose first record is still to come: a derived sensor may learn for seconds before it has one.

/// A row of a wide table.
struct WideRow: Sendable, Hashable {
    var uptime: Double
    var timestamp: Double?
    /// The value of each column after the times.
    var cells: [WideCell]

    /// Appends the row as a line of CSV with its line end.
    func append(to bytes: inout [UInt8]) {
        bytes.append(csv: uptime)
        bytes.append(UInt8(ascii: ","))
        if let timestamp { bytes.append(csv: timestamp) }
        for cell in cells {
            bytes.append(UInt8(ascii: ","))
            bytes.append(csv: cell)
        }
        bytes.append(UInt8(ascii: "\n"))
    }
}

/// Rows being joined.
struct WideRows: Sendable {
    /// The waiting rows, in order of time.
    private var waiting: [WideRow] = []
    private let columns: Int
    /// How many of the first columns are about the row rather than a sensor: several records of an instant may repeat
    /// their values.
    private let columnsOfRows: Int
    /// How many sensors have records.
    private let sensors: Int
    /// The latest time of each sensor that has occurred so far.
    private var newest: [Int: Double] = [:]

    /// The most rows that wait, so that a sensor that has ended does not hold back all others.
    static let mostWaiting = 4096

    /// Rows for `sensors` sensors, with `columns` columns after the times; the first `columnsOfRows` are about the row.
    init(columns: Int, ofRows columnsOfRows: Int, sensors: Int) {
        self.columns = columns
        self.columnsOfRows = columnsOfRows
        self.sensors = sensors
    }

    /// Adds the values of a record to the row of its instant, if the row has no other values in their columns.
    ///
    /// Two readings of a sensor at one instant become two rows, in the order of the file.
    mutating func add(
        _ cells: [(place: Int, value: WideCell)],
        of sensor: Int?,
        uptime: Double,
        timestamp: Double?
    ) {
        if let sensor { newest[sensor] = max(newest[sensor] ?? uptime, uptime) }
        var place = firstPlace(notBefore: uptime)
        while place < waiting.count, waiting[place].uptime == uptime {
            if waiting[place].timestamp == timestamp, isFree(place, for: cells) {
                for cell in cells { waiting[place].cells[cell.place] = cell.value }
                return
            }
            place += 1
        }
        var row = WideRow(
            uptime: uptime,
            timestamp: timestamp,
            cells: [WideCell](repeating: .empty, count: columns)
        )
        for cell in cells { row.cells[cell.place] = cell.value }
        waiting.insert(row, at: place)
    }

    private func isFree(_ place: Int, for cells: [(place: Int, value: WideCell)]) -> Bool {
        cells.allSatisfy { cell in
            let there = waiting[place].cells[cell.place]
            return there == .empty || cell.place < columnsOfRows && there == cell.value
        }
    }

    /// Whether the largest number of rows is waiting: then some must be taken before the next record is added.
    var isFull: Bool { waiting.count >= Self.mostWaiting }

    /// The rows that all sensors have passed, in order of time.
    ///
    /// If the largest number of rows would still be waiting, returns the earlier half of them as well.
    mutating func takeReady() -> [WideRow] {
        let areAllMet = newest.count >= sensors
        let horizon = areAllMet ? newest.values.min() ?? -.infinity : -.infinity
        var count = firstPlace(notBefore: horizon)
        if waiting.count - count >= Self.mostWaiting {
            count = waiting.count - Self.mostWaiting / 2
        }
        return take(count)
    }

    /// All waiting rows.
    mutating func takeAll() -> [WideRow] { take(waiting.count) }

    private mutating func take(_ count: Int) -> [WideRow] {
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }

    private func firstPlace(notBefore uptime: Double) -> Int {
        // Fast path: most records have the latest instant.
        if let last = waiting.last, last.uptime < uptime { return waiting.count }
        var (low, high) = (0, waiting.count)
        while low < high {
            let middle = (low + high) / 2
            if waiting[middle].uptime < uptime { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
