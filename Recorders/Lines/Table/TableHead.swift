// Proposes a map for a file whose columns the user has not described, or has described wrongly, from the names above
// the columns, and from the times and counters of the first rows.

/// The names of a file's columns, and its first rows.
struct TableHead: Sendable {
    /// What a column that is called a counter has in the first rows.
    private struct Counter {
        private var last: Int64?
        private var rows = 0
        private var rises = 0
        private var hasNext = false

        mutating func add(_ count: Int64) {
            rows += 1
            if let last, count > last {
                rises += 1
                if count == last + 1 { hasNext = true }
            }
            last = count
        }

        /// Whether it counts the rows, some of which may be missing; it may wrap, and a few rows may be misplaced.
        var counts: Bool { hasNext && 10 * rises >= 9 * (rows - 1) }
    }

    private let header: TableHeader
    private let separator: TableLayout.Separator
    private var fields = TableFields()
    /// The time column, once a row has shown which of several candidates contains times.
    private var timePlace: Int?
    private var times: [Double] = []
    private var isText = false
    private var counters: [Int: Counter] = [:]
    private var rows = 0

    /// How many rows are enough.
    private static let enough = 100

    /// Parses the row of names.
    init(_ names: Span<UInt8>, _ layout: TableLayout) {
        separator = layout.separator ?? TableLayout.likelySeparator(of: names, columns: nil)
        var fields = TableFields()
        fields.read(names, separator, atMost: nil)
        header = TableHeader((0..<fields.count).map { fields.text($0) })
    }

    /// The names of columns that were parsed already.
    init(_ names: [String], _ separator: TableLayout.Separator) {
        header = TableHeader(names)
        self.separator = separator
    }

    /// Whether further rows add nothing.
    var isFull: Bool { rows >= Self.enough }

    /// Examines a row below the names.
    mutating func take(_ row: Span<UInt8>) {
        guard !isFull else { return }
        rows += 1
        fields.read(row, separator, atMost: nil)
        for place in header.counterPlaces {
            guard let count = Int64(fields.text(place)) else { continue }
            counters[place, default: Counter()].add(count)
        }
        var dates = TableDate()
        for place in header.timePlaces where timePlace == nil || timePlace == place {
            if let time = fields.isNumber(place) ? Double(fields.text(place)) : nil {
                timePlace = place
                times.append(time)
            } else if dates.read(fields.bytes(place)) != nil {
                timePlace = place
                isText = true
            } else {
                continue
            }
            return
        }
    }

    /// The map and units that match; `nil` if the names name no sensor.
    var proposal: (map: String, units: String)? {
        // If the times are dates, the unit has no effect.
        header.proposal(
            timeAt: timePlace ?? header.timePlaces.first,
            in: isText ? .seconds : TimeGuess.unit(of: times),
            countersAt: countingPlaces
        )
    }

    /// The first contradiction between a mapping and the names.
    func clash(with mapping: LineMapping) -> TableError.Kind? {
        header.clash(with: mapping, countersAt: countingPlaces)
    }

    private var countingPlaces: [Int] {
        header.counterPlaces.filter { counters[$0]?.counts == true }
    }
}
