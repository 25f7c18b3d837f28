// Converts a sensor's readings, which have instants of their own, to the instants of the grid's rows. It stores only
// the few readings around the present row, so its memory does not depend on the length of the recording.

internal import RecorderKinds

/// A reading of a sensor.
struct AlignedReading: TimedReading, Hashable {
    /// In nanoseconds of boot time.
    var instant: Int64
    /// Whether a record reports that readings are missing before this one.
    var isBehindGap = false
    /// The value of each column.
    var values: [WideCell]
}

/// The values of a sensor's columns at the rows' instants, which must be requested in order of time.
struct AlignedSensor: Sendable {
    /// The rule of each column.
    let methods: [AlignmentMethod]
    /// Readings further apart are not interpolated, in nanoseconds.
    let longestGap: Int64

    /// The origin of a column's cells.
    struct Account: Sendable, Hashable {
        /// The number of cells at the instant of a reading.
        var recorded = 0
        /// The number of cells between two readings, by the rule.
        var between = 0
        var empty = 0
    }

    /// The number of rows from the first reading to the last, and how many of them have a value.
    private(set) var rows = (inside: 0, filled: 0)
    /// The origin of the cells of each column.
    private(set) var accounts: [Account]
    /// Drops readings that are not in order of time, and counts them.
    private(set) var order: TimeOrder<AlignedReading>
    private var before: AlignedReading?
    private var after: AlignedReading?
    private var hasBegun = false
    private var isAtEnd = false
    /// The full turn of each column with an angle.
    private let turns: [Double?]
    /// The columns of an orientation's components, if the sensor has one.
    private let parts: [Int]

    /// A sensor with these rules, and for angles these full turns.
    init(methods: [AlignmentMethod], longestGap: Int64, turns: [Double?] = []) {
        self.turns = turns
        (self.methods, self.longestGap) = (methods, longestGap)
        order = TimeOrder(longestGap: longestGap)
        accounts = [Account](repeating: Account(), count: methods.count)
        parts = methods.indices.filter { methods[$0] == .quaternion }
    }

    /// The cells of a row.
    ///
    /// - Parameters:
    ///   - instant: The row's instant, not earlier than the previous row's.
    ///   - next: Returns the sensor's next reading; `nil` after the last.
    /// - Returns: One cell for each column.
    /// - Throws: What `next` throws.
    mutating func cells(
        at instant: Int64,
        _ next: () throws -> AlignedReading?
    ) rethrows -> [WideCell] {
        if !hasBegun {
            hasBegun = true
            try takeNext(next)
        }
        while let reading = after, reading.instant <= instant {
            before = reading
            try takeNext(next)
        }
        let isRecorded = before?.instant == instant
        let cells = isRecorded ? before?.values : valuesBetween(at: instant)
        let row = cells ?? [WideCell](repeating: .empty, count: methods.count)
        if isRecorded || before != nil && after != nil {
            rows.inside += 1
            if row.contains(where: { $0 != .empty }) { rows.filled += 1 }
        }
        for (column, cell) in row.enumerated() {
            if cell == .empty {
                accounts[column].empty += 1
            } else if isRecorded {
                accounts[column].recorded += 1
            } else {
                accounts[column].between += 1
            }
        }
        return row
    }

    /// Reads the rest after the last row, to count late readings there as well.
    ///
    /// - Throws: What `next` throws.
    mutating func finish(_ next: () throws -> AlignedReading?) rethrows {
        while !isAtEnd { try takeNext(next) }
    }

    /// Takes the next reading that is in order of time.
    private mutating func takeNext(_ next: () throws -> AlignedReading?) rethrows {
        after = nil
        while !isAtEnd {
            guard let reading = try next() else {
                isAtEnd = true
                after = order.finish()
                return
            }
            if let good = order.take(reading) {
                after = good
                return
            }
        }
    }

    /// The values between two readings; `nil` if they are too far apart.
    private func valuesBetween(at instant: Int64) -> [WideCell]? {
        guard let before, let after, !after.isBehindGap else { return nil }
        let (gap, isTooLong) = after.instant.subtractingReportingOverflow(before.instant)
        guard !isTooLong, gap <= longestGap else { return nil }
        let share = Double(instant - before.instant) / Double(gap)
        var cells = methods.indices.map { column -> WideCell in
            switch (methods[column], before.values[column], after.values[column]) {
            case (.previous, let value, _): value
            case (.linear, .number(let from), .number(let to)):
                .number(AlignmentMethod.line(from, to, share))
            case (.angle, .number(let from), .number(let to)):
                turns[column].flatMap { AlignmentMethod.angle(from, to, share, turn: $0) }
                    .map(WideCell.number) ?? .empty
            default: .empty
            }
        }
        let ends = [before, after].map { reading in
            parts.compactMap { part -> Double? in
                guard case .number(let number) = reading.values[part] else { return nil }
                return number
            }
        }
        guard ends.allSatisfy({ $0.count == parts.count }),
            let between = AlignmentMethod.orientation(ends[0], ends[1], share)
        else { return cells }
        for (part, number) in zip(parts, between) { cells[part] = .number(number) }
        return cells
    }
}
