// What a plot shows, before anybody draws it: a picture, a page and a terminal draw the same figure.

/// The range of a value in one stretch of the horizontal axis.
package struct SeriesPoint: Sendable, Equatable {
    package var position: Double
    package var minimum: Double
    package var maximum: Double
    /// Whether something is missing ahead of it, so that no line leads there.
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

/// A part of the horizontal axis in which something is missing.
package struct Gap: Sendable, Equatable {
    package var range: ClosedRange<Double>
    /// Which part of it is missing; less than 1 where it stands for many, with samples between them.
    package var share: Double

    /// A gap.
    package init(_ range: ClosedRange<Double>, share: Double = 1) {
        (self.range, self.share) = (range, share)
    }

    /// This one and those behind it that begin at once after it, as one.
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

    /// How much of the axis is missing.
    private var missing: Double { (range.upperBound - range.lowerBound) * share }
}

/// One line of a panel.
package struct Series: Sendable, Equatable {
    package var name: String
    package var points: [SeriesPoint]

    /// A line of a name.
    package init(_ name: String, _ points: [SeriesPoint]) {
        (self.name, self.points) = (name, points)
    }
}

/// What numbers on an axis mean.
package enum AxisScale: Sendable, Equatable {
    /// The numbers themselves.
    case linear
    /// The numbers are decimal logarithms of what they stand for.
    case logarithmic
    /// Seconds since the session began.
    case time
}

/// One axis of values over the shared horizontal one.
package struct Panel: Sendable, Equatable {
    /// What it shows, such as "accelerometer, lower back".
    package var title: String
    /// The unit of its values; `nil` where nobody has told it.
    package var unit: String?
    package var scale = AxisScale.linear
    package var series: [Series]
    /// Where samples are missing.
    package var gaps: [Gap] = []
    /// Where something happened: a key, a touch.
    package var events: [Double] = []
    /// Where a foot came to the ground, as far as it was found.
    package var contacts: [Double] = []
    /// What is to be said beside the title, such as how many samples are missing.
    package var note: String?

    /// A panel of some series.
    package init(_ title: String, unit: String? = nil, _ series: [Series]) {
        (self.title, self.unit, self.series) = (title, unit, series)
    }

    /// The least and the greatest value; `nil` where there is none.
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

/// Something that happened in the session, for all of its panels.
package struct Moment: Sendable, Equatable {
    /// What it is.
    package enum Kind: String, Sendable, Equatable {
        /// The task moved to this step.
        case step
        /// Somebody marked it, or the recording says it.
        case mark
    }

    package var kind: Kind
    package var position: Double
    package var label: String

    /// A moment of a name.
    package init(_ kind: Kind, at position: Double, _ label: String) {
        (self.kind, self.position, self.label) = (kind, position, label)
    }
}

/// A plot.
package struct Figure: Sendable, Equatable {
    package var title: String
    package var subtitle: String
    /// What the horizontal axis is, such as "time".
    package var axis: String
    package var scale: AxisScale
    /// From where to where it goes.
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
