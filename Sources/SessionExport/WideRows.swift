// Records of several sensors become rows of an instant each. A recorder writes what its sensors gave in batches, so the
// readings of an instant may be far apart in the file: rows wait until each sensor has gone past them.

/// A row of a wide table.
struct WideRow: Sendable, Hashable {
    var uptime: Double
    var timestamp: Double?
    /// A text for each column behind the times; empty where there is nothing.
    var cells: [String]
}

/// Rows that are being made.
struct WideRows: Sendable {
    /// Those that wait, in the order of time.
    private var waiting: [WideRow] = []
    private let columns: Int
    /// How many of them, from the first, are of rows and not of a sensor: what records of an instant may say alike.
    private let columnsOfRows: Int
    /// The newest time of each sensor.
    private var newest: [String: Double] = [:]

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
        _ cells: [(place: Int, text: String)],
        of sensor: String?,
        uptime: Double,
        timestamp: Double?
    ) {
        if let sensor { newest[sensor] = max(newest[sensor] ?? uptime, uptime) }
        var place = firstPlace(notBefore: uptime)
        while place < waiting.count, waiting[place].uptime == uptime {
            let row = waiting[place]
            let isFree = cells.allSatisfy { cell in
                row.cells[cell.place].isEmpty
                    || cell.place < columnsOfRows && row.cells[cell.place] == cell.text
            }
            if isFree, row.timestamp == timestamp {
                for cell in cells { waiting[place].cells[cell.place] = cell.text }
                return
            }
            place += 1
        }
        var row = WideRow(
            uptime: uptime,
            timestamp: timestamp,
            cells: [String](repeating: "", count: columns)
        )
        for cell in cells { row.cells[cell.place] = cell.text }
        waiting.insert(row, at: place)
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
        var (low, high) = (0, waiting.count)
        while low < high {
            let middle = (low + high) / 2
            if waiting[middle].uptime < uptime { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
