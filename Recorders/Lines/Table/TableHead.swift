// Proposes a map for a file whose columns the user has not described, from the names above the columns and the
// times of the first rows.

/// The names of a file's columns, and its first rows.
struct TableHead: Sendable {
    private let header: TableHeader
    private let separator: TableLayout.Separator
    private var fields = TableFields()
    /// The time column, once a row has shown which of several candidates contains times.
    private var timePlace: Int?
    private var times: [Double] = []
    private var isText = false
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

    /// Whether further rows add nothing.
    var isFull: Bool { rows >= Self.enough }

    /// Examines a row below the names.
    mutating func take(_ row: Span<UInt8>) {
        guard !isFull else { return }
        rows += 1
        fields.read(row, separator, atMost: nil)
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
            in: isText ? .seconds : TimeGuess.unit(of: times)
        )
    }
}
