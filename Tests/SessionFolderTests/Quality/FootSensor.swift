/// The times of a foot sensor as they come off its card: duplicated rows, and rows that are missing.
enum FootSensor {
    static let rows = 16_539
    static let duplicates = 205
    static let gaps = 99

    /// Seconds since `start` of each row, by a clock that counts in steps of 2.51055 ms or 0.47 µs more.
    static func times(from start: Double) -> [Double] {
        var nanoseconds = 0
        return (0..<rows).map { row in
            switch row {
            case 0: break
            case _ where row % 80 == 0 && row <= 80 * duplicates: break
            case _ where row % 250 == 1 && row < 250 * 53: nanoseconds += 7_531_643
            case _ where row % 250 == 2 && row < 250 * 46: nanoseconds += 5_021_570
            // Two intervals to the nanosecond: a sample that is late, or missing.
            case _ where row % 250 == 3: nanoseconds += 5_021_100
            default: nanoseconds += 2_510_550
            }
            return start + Double(nanoseconds) / 1e9
        }
    }
}
