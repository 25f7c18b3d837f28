// The plots of a running recorder: those of its streams, under the names of their channels, and the figures that it
// computes.

public import Research
internal import SampleStream

/// A figure that a recorder computes while it runs, and that can be plotted.
public struct FigurePlot: Sendable {
    /// How it is drawn.
    public var plot: RSDReadingsPlot
    /// Its values over the last `window`; `nil` before the first value.
    public var readings: @Sendable (_ window: Duration) -> RSDLatestReadings?

    public init(
        _ plot: RSDReadingsPlot,
        readings: @escaping @Sendable (_ window: Duration) -> RSDLatestReadings?
    ) {
        self.plot = plot
        self.readings = readings
    }
}

extension RSDSampleRecorder: RSDPlottedAsyncActionController {
    /// The plots: the first stream, which is always drawn, then the computed figures, then the other streams.
    public var plots: [RSDReadingsPlot] {
        let recorded = streams.flatMap(\.plots).map {
            RSDReadingsPlot(stream: $0.name, lines: $0.plot.lines, unit: $0.plot.unit)
        }
        return recorded.prefix(1) + figurePlots.map(\.plot) + recorded.dropFirst()
    }

    public func readings(of stream: String, over window: Duration) -> RSDLatestReadings? {
        if let figure = figurePlots.first(where: { $0.plot.stream == stream }) {
            return figure.readings(window)
        }
        for recorded in streams {
            guard let found = recorded.plots.first(where: { $0.name == stream }),
                let course = recorded.course(ofChannel: found.channel, over: window)
            else { continue }
            let lines = found.plot.lines.prefix(4).indices.map { line in
                course.extents.map { extent in
                    extent.flatMap { Self.range($0.low[line], $0.high[line]) }
                }
            }
            return RSDLatestReadings(
                newest: course.newest,
                interval: course.interval,
                lines: lines
            )
        }
        return nil
    }

    /// The range of two numbers; `nil` if one of them is not finite, since a plot cannot show it.
    private static func range(_ low: Float, _ high: Float) -> ClosedRange<Double>? {
        low.isFinite && high.isFinite && low <= high ? Double(low)...Double(high) : nil
    }
}
