// Converts a recorder's readings for a host. Numbers are rounded to four digits: a plot shows no more, and it saves
// network traffic.

internal import FoundationEssentials
internal import Research
internal import Timebase
internal import ViewTree

extension PlotReadings {
    /// The latest readings of a stream, for a plot element.
    init(_ readings: RSDLatestReadings, of plot: RSDReadingsPlot, at id: ViewID) {
        self.init(
            of: id,
            stream: plot.stream,
            newest: readings.newest.seconds,
            interval: BootInstant(nanoseconds: 0).advanced(by: readings.interval).seconds,
            unit: plot.unit,
            lines: zip(plot.lines, readings.lines).map { name, values in
                Line(
                    name: name,
                    lows: values.map { $0.map { Self.short($0.lowerBound) } },
                    highs: values.map { $0.map { Self.short($0.upperBound) } }
                )
            }
        )
    }

    /// Ten to the power of `zeros`, which is not negative, to the nearest `Double`.
    private static func power(_ zeros: Int) -> Double { Double("1e\(zeros)") ?? .infinity }

    /// Rounds a number to four digits.
    static func short(_ value: Double) -> Double {
        guard value.isFinite, value != 0 else { return value }
        var places = 0
        while value.magnitude * power(places) < 1000, places < 308 { places += 1 }
        while value.magnitude / power(-places) >= 10_000 { places -= 1 }
        // Use a whole power of ten, so that the quotient is the nearest number with these digits.
        let short =
            places < 0
            ? (value / power(-places)).rounded() * power(-places)
            : (value * power(places)).rounded() / power(places)
        return short.isFinite ? short : value
    }
}
