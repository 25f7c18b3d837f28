// Records of several sensors become rows of an instant each. A recorder writes what its sensors gave in batches, so the
// readings of an instant may be far apart in the file: rows wait until each sensor has gone past them.

/// A row of a wide table.
struct WideRow: Sendable, Hashable {
    var uptime: Double
    var timestamp: Double?
    /// A value for each column behind the times.
    var cells: [WideCell]

    /// Appends it as a line of CSV, which ends as lines do here.
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

/// Rows that are being made.
struct WideRows: Sendable {
    /// Those that wait, in the order of time.
    private var waiting: [WideRow] = []
    private let columns: Int
    /// How many of them, from the first, are of rows and not of a sensor: what records of an instant may say alike.
    private let columnsOfRows: Int
    /// The newest time of each sensor.
    private var newest: [Int: Double] = [:]

    /// So many rows wait at most: one sensor that has ended does not keep all others.
    static let mostWaiting = 4096

    /// Rows of so many columns behind the times, of which the first are of rows.
    init(columns: Int, ofRows columnsOfRows: Int) {
        self.columns = columns
        self.columnsOfRows = columnsOfRows
    }

    /// Takes the values of a record: they join the row of their instant, where its cells are free.
    ///
    /// Two readings of a sensor at one instant are two rows, in the order of the file.
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

    /// The rows that no record will join any more, in the order of time.
    mutating func takeReady() -> [WideRow] {
        let horizon = newest.values.min() ?? -.infinity
        var count = firstPlace(notBefore: horizon)
        if waiting.count - count > Self.mostWaiting { count = waiting.count - Self.mostWaiting / 2 }
        return take(count)
    }

    /// All that wait.
    mutating func takeAll() -> [WideRow] { take(waiting.count) }

    private mutating func take(_ count: Int) -> [WideRow] {
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }

    private func firstPlace(notBefore uptime: Double) -> Int {
        // Most records are of the newest instants.
        if let last = waiting.last, last.uptime < uptime { return waiting.count }
        var (low, high) = (0, waiting.count)
        while low < high {
            let middle = (low + high) / 2
            if waiting[middle].uptime < uptime { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
