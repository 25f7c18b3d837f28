// Keeps the latest values of a running recording, from which it computes the rates and curves of a `ProgressFrame`.
// The caller passes in what it has seen and when; the history itself reads nothing.

/// The latest values and counts of a running recording.
package struct ProgressHistory: Sendable {
    /// How many values of an axis are kept.
    private static let window = 400
    /// The real time over which rates are computed.
    private static let rateWindow = Duration.seconds(3)

    private var streams: [ProgressFrame.Stream]
    private var counts: [Int]
    private var marks = [Mark()]

    /// How far the recording was at a moment of real time.
    private struct Mark {
        var real = Duration.zero
        var recorded = Duration.zero
        var samples = 0
    }

    /// A history of sensors that have sent nothing yet.
    package init(sensors: [ProgressFrame.Stream]) {
        streams = sensors
        counts = Array(repeating: 0, count: sensors.count)
    }

    /// Notes a sensor's latest reading, the `count`th so far.
    package mutating func note(
        _ sensor: Int,
        count: Int,
        values: [Double] = [],
        words: String? = nil
    ) {
        guard count != counts[sensor] else { return }
        counts[sensor] = count
        streams[sensor].words = words
        for (axis, value) in zip(streams[sensor].axes.indices, values) {
            append(value, sensor, axis)
        }
    }

    /// Notes that readings of a sensor were lost.
    package mutating func noteLoss(_ sensor: Int) {
        for axis in streams[sensor].axes.indices { append(nil, sensor, axis) }
    }

    /// Returns the frame at `real` time since the start, with rates over the last seconds or, if it is the last,
    /// overall.
    package mutating func frame(
        at real: Duration,
        elapsed: Duration,
        planned: Duration?,
        samples: Int,
        losses: Int,
        isLast: Bool = false
    ) -> ProgressFrame {
        marks.append(Mark(real: real, recorded: elapsed, samples: samples))
        while marks.count > 2, let first = marks.first, real - first.real > Self.rateWindow {
            marks.removeFirst()
        }
        let first = isLast ? Mark() : marks.first ?? Mark()
        let recorded = elapsed - first.recorded
        let passed = real - first.real
        return ProgressFrame(
            elapsed: elapsed,
            planned: planned,
            // `samples` becomes smaller if a file is deleted during the recording.
            samplesPerSecond: recorded > .zero
                ? Double(max(0, samples - first.samples)) / recorded.inSeconds : 0,
            timesLife: passed > .zero ? recorded / passed : nil,
            samples: samples,
            losses: losses,
            streams: streams.filter { !$0.axes.isEmpty || $0.words != nil }
        )
    }

    private mutating func append(_ value: Double?, _ sensor: Int, _ axis: Int) {
        streams[sensor].axes[axis].values.append(value)
        let excess = streams[sensor].axes[axis].values.count - Self.window
        if excess > 0 { streams[sensor].axes[axis].values.removeFirst(excess) }
    }
}

extension Duration {
    /// The duration as a number of seconds.
    package var inSeconds: Double { self / .seconds(1) }
}
