// The beginning of a file of which nobody has said what its columns are: the names above them, and the times of its
// first rows, from which a map is proposed.

/// The names of a file's columns, and its first rows.
struct TableHead: Sendable {
    private let header: TableHeader
    private let separator: TableLayout.Separator
    private var fields = TableFields()
    /// The column of the time, once a row has shown which of those that are called so has one.
    private var timePlace: Int?
    private var times: [Double] = []
    private var isText = false
    private var rows = 0

    /// So many rows tell.
    private static let enough = 100

    /// Takes the row of names.
    init(_ names: Span<UInt8>, _ layout: TableLayout) {
        separator = layout.separator ?? TableLayout.likelySeparator(of: names, columns: nil)
        var fields = TableFields()
        fields.read(names, separator, atMost: nil)
        header = TableHeader((0..<fields.count).map { fields.text($0) })
    }

    /// Whether more rows tell nothing more.
    var isFull: Bool { rows >= Self.enough }

    /// Takes a row below the names.
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

    /// The map and the units that fit; `nil` where the names name no sensor.
    var proposal: (map: String, units: String)? {
        // Dates are read whatever the unit.
        header.proposal(
            timeAt: timePlace ?? header.timePlaces.first,
            in: isText ? .seconds : TimeGuess.unit(of: times)
        )
    }
}
