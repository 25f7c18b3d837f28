// What can be drawn of a recorder while it runs: that of its streams, under the names of their channels.

public import Research
internal import SampleStream

extension RSDSampleRecorder: RSDPlottedAsyncActionController {
    public var plots: [RSDReadingsPlot] {
        streams.flatMap(\.plots).map {
            RSDReadingsPlot(stream: $0.name, lines: $0.plot.lines, unit: $0.plot.unit)
        }
    }

    public func readings(of stream: String, over window: Duration) -> RSDLatestReadings? {
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

    /// What is no number has no place in a picture.
    private static func range(_ low: Float, _ high: Float) -> ClosedRange<Double>? {
        low.isFinite && high.isFinite && low <= high ? Double(low)...Double(high) : nil
    }
}
