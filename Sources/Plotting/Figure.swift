// The content of a plot, independent of its output: a picture, a web page and a terminal draw the same figure.

/// The range of a value in one interval of the horizontal axis.
package struct SeriesPoint: Sendable, Equatable {
    package var position: Double
    package var minimum: Double
    package var maximum: Double
    /// True if something is missing before it, so that no line leads there.
    package var followsBreak: Bool

    /// A point; `low` is the lowest value and `high` the highest.
    package init(
        at position: Double,
        from low: Double,
        to high: Double,
        followsBreak: Bool = false
    ) {
        (self.position, minimum, maximum) = (position, low, high)
        self.followsBreak = followsBreak
    }
}

/// A part of the horizontal axis in which samples are missing.
package struct Gap: Sendable, Equatable {
    package var range: ClosedRange<Double>
    /// The share of its length that is missing; less than 1 if it stands for several gaps with samples between them.
    package var share: Double

    /// A gap.
    package init(_ range: ClosedRange<Double>, share: Double = 1) {
        (self.range, self.share) = (range, share)
    }

    /// Joins this gap with a later one that directly follows it.
    func joined(with later: Gap) -> Gap {
        let whole =
            min(
                range.lowerBound,
                later.range.lowerBound
            )...max(
                range.upperBound,
                later.range.upperBound
            )
        let length = whole.upperBound - whole.lowerBound
        guard length > 0, length.isFinite else { return Gap(whole) }
        return Gap(whole, share: min(1, (missing + later.missing) / length))
    }

    /// The missing length.
    private var missing: Double { (range.upperBound - range.lowerBound) * share }
}

/// One line of a panel.
package struct Series: Sendable, Equatable {
    package var name: String
    package var points: [SeriesPoint]

    /// A line with a name.
    package init(_ name: String, _ points: [SeriesPoint]) {
        (self.name, self.points) = (name, points)
    }
}

/// The meaning of an axis's numbers.
package enum AxisScale: Sendable, Equatable {
    /// The numbers themselves.
    case linear
    /// The numbers are decimal logarithms of the values.
    case logarithmic
    /// Seconds since the session began.
    case time
}

/// One axis of values above the shared horizontal one.
package struct Panel: Sendable, Equatable {
    /// What it shows, such as "accelerometer, lower back".
    package var title: String
    /// The unit of its values; `nil` if unknown.
    package var unit: String?
    package var scale = AxisScale.linear
    package var series: [Series]
    /// Where samples are missing.
    package var gaps: [Gap] = []
    /// The times of events: a key, a touch.
    package var events: [Double] = []
    /// The times of detected foot contacts.
    package var contacts: [Double] = []
    /// A remark after the title, such as how many samples are missing.
    package var note: String?

    /// A panel of some series.
    package init(_ title: String, unit: String? = nil, _ series: [Series]) {
        (self.title, self.unit, self.series) = (title, unit, series)
    }

    /// The range of the values; `nil` without values.
    package var range: ClosedRange<Double>? {
        var (low, high) = (Double.infinity, -Double.infinity)
        for series in series {
            for point in series.points {
                low = min(low, point.minimum)
                high = max(high, point.maximum)
            }
        }
        return low <= high ? low...high : nil
    }
}

/// An event of the session, shown in all panels.
package struct Moment: Sendable, Equatable {
    /// What it is.
    package enum Kind: String, Sendable, Equatable {
        /// The task moved to this step.
        case step
        /// A mark by a user or by the recording.
        case mark
    }

    package var kind: Kind
    package var position: Double
    package var label: String

    /// A moment with a name.
    package init(_ kind: Kind, at position: Double, _ label: String) {
        (self.kind, self.position, self.label) = (kind, position, label)
    }
}

/// A plot.
package struct Figure: Sendable, Equatable {
    package var title: String
    package var subtitle: String
    /// The quantity on the horizontal axis, such as "time".
    package var axis: String
    package var scale: AxisScale
    /// The range of the horizontal axis.
    package var range: ClosedRange<Double>
    package var panels: [Panel]
    package var moments: [Moment]
    /// What is not drawn, and why.
    package var notes: [String]

    /// A figure of some panels.
    package init(
        title: String,
        subtitle: String,
        axis: String,
        scale: AxisScale,
        range: ClosedRange<Double>,
        panels: [Panel],
        moments: [Moment] = [],
        notes: [String] = []
    ) {
        (self.title, self.subtitle, self.axis, self.scale) = (title, subtitle, axis, scale)
        (self.range, self.panels, self.moments, self.notes) = (range, panels, moments, notes)
    }
}
