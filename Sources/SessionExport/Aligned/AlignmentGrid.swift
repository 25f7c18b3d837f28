// The instants of rows at a common rate. Each is computed from the first, so that no error accumulates.

internal import SystemCalls

/// Instants at a common rate.
struct AlignmentGrid: Sendable, Hashable {
    /// The instant of the first row, in nanoseconds of boot time.
    let first: Int64
    /// Rows a second.
    let rate: Double
    /// How many rows there are.
    let count: Int

    /// The largest number of rows.
    static let mostRows = 1_000_000_000

    /// The rows from one instant up to another; `nil` if there would be too many.
    init?(from first: Int64, through last: Int64, rate: Double) {
        (self.first, self.rate) = (first, rate)
        let (span, isTooLong) = last.subtractingReportingOverflow(first)
        let about = (Double(span) * rate / 1e9).rounded(.down)
        guard !isTooLong, span >= 0, about < Double(Self.mostRows) else { return nil }
        var count = Int(about) + 1
        while Self.isOffset(of: count, rate, within: span) { count += 1 }
        while count > 1, !Self.isOffset(of: count - 1, rate, within: span) { count -= 1 }
        self.count = count
    }

    /// The instant of a row.
    func instant(_ row: Int) -> Int64 { first.addingClamped(Self.offset(row, rate) ?? .max) }

    private static func isOffset(of row: Int, _ rate: Double, within span: Int64) -> Bool {
        offset(row, rate).map { $0 <= span } ?? false
    }

    /// The nanoseconds from the first row to this one; `nil` above the range of `Int64`: the last row may lie near its
    /// end.
    private static func offset(_ row: Int, _ rate: Double) -> Int64? {
        Int64(exactly: (Double(row) * 1e9 / rate).rounded())
    }
}
