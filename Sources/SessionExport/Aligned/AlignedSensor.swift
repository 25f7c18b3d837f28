// The readings of a sensor come at instants of its own, and a row has one of the grid's. A sensor knows the reading before
// the row and the one after it, and nothing else: its memory is the same for a second and for a night.

internal import RecorderKinds

/// A reading of a sensor.
struct AlignedReading: TimedReading, Hashable {
    /// In nanoseconds of boot time.
    var instant: Int64
    /// Whether readings are missing between the one before it and this one, as a record tells.
    var isBehindGap = false
    /// What it has in each column.
    var values: [WideCell]
}

/// What the columns of a sensor have at the instants of rows, which are asked for in the order of time.
struct AlignedSensor: Sendable {
    /// The rule of each column.
    let methods: [AlignmentMethod]
    /// Readings that are farther apart have nothing between them, in nanoseconds.
    let longestGap: Int64

    /// How the cells of a column came about.
    struct Account: Sendable, Hashable {
        /// At the instant of a reading.
        var recorded = 0
        /// Between two readings, by the rule.
        var between = 0
        var empty = 0
    }

    /// Rows from the first reading to the last, and how many of them have a value.
    private(set) var rows = (inside: 0, filled: 0)
    /// How the cells of each column came about.
    private(set) var accounts: [Account]
    /// Which readings are in the order of time, and how many are left out.
    private(set) var order: TimeOrder<AlignedReading>
    private var before: AlignedReading?
    private var after: AlignedReading?
    private var hasBegun = false
    private var isAtEnd = false
    /// What a whole turn is in each column of an angle.
    private let turns: [Double?]
    /// Where the parts of an orientation stand, if the sensor gives one.
    private let parts: [Int]

    /// A sensor whose columns have these rules, and of angles these turns.
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
    ///   - instant: That of the row, not earlier than that of the row before.
    ///   - next: Gives the next reading of the sensor; `nil` behind the last.
    /// - Returns: A cell for each column.
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

    /// Reads on to the end, behind the last row: what is late there is told, too.
    ///
    /// - Throws: What `next` throws.
    mutating func finish(_ next: () throws -> AlignedReading?) rethrows {
        while !isAtEnd { try takeNext(next) }
    }

    /// Takes the next reading that is in the order of time.
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

    /// The values between two readings; `nil` where there are none.
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
