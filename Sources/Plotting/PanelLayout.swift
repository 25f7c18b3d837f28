// Computes the positions of one panel's elements.

/// Lays a panel out.
struct PanelLayout {
    private let panel: Panel
    private let layout: FigureLayout
    private let titleTop: Double
    private let isLast: Bool
    /// The range of the vertical axis.
    private let range: ClosedRange<Double>?

    init(_ panel: Panel, in layout: FigureLayout, titleTop: Double, isLast: Bool) {
        (self.panel, self.layout, self.titleTop) = (panel, layout, titleTop)
        self.isLast = isLast
        range = panel.range.flatMap(Self.widened)
    }

    /// The range with a margin at both ends; `nil` if its values are too large for that.
    static func widened(_ range: ClosedRange<Double>) -> ClosedRange<Double>? {
        let length = range.upperBound - range.lowerBound
        guard length.isFinite, range.upperBound.magnitude < 1e300 else { return nil }
        let middle = range.lowerBound / 2 + range.upperBound / 2
        // A constant value is drawn in the middle.
        let least = max(middle.magnitude * 1e-12, 1e-12)
        let room = length > least ? length * 0.06 : max(middle.magnitude * 0.1, least, 1e-3)
        return range.lowerBound - room...range.upperBound + room
    }

    private var top: Double { titleTop + FigureLayout.titleHeight }
    private var bottom: Double { top + layout.plotHeight }
    private var left: Double { FigureLayout.left }
    private var right: Double { left + layout.plotWidth }

    private func y(_ value: Double) -> Double {
        guard let range else { return bottom }
        let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
        return bottom - share * layout.plotHeight
    }

    /// The elements to draw.
    var elements: [DrawingElement] {
        gaps + grid + lines + events + contacts + frame + title
    }

    private var gaps: [DrawingElement] {
        shown(panel.gaps).flatMap { gap -> [DrawingElement] in
            let from = max(left, layout.x(gap.range.lowerBound))
            let width = max(1.5, min(right, layout.x(gap.range.upperBound)) - from)
            let height = layout.plotHeight * gap.share
            return [
                .rectangle(x: from, y: top, width: width, height: height, .gap),
                .rectangle(x: from, y: top, width: width, height: 4, .gapFlag),
            ]
        }
    }

    /// The gaps within the figure; merges short ones that begin in the same pixel column.
    private func shown(_ gaps: [Gap]) -> [Gap] {
        var result: [Gap] = []
        for gap in gaps where gap.range.overlaps(layout.figure.range) {
            let start = layout.x(gap.range.lowerBound)
            if let last = result.last, layout.x(gap.range.upperBound) - start < 1,
                layout.x(last.range.lowerBound).rounded(.down) == start.rounded(.down)
            {
                result[result.count - 1] = last.joined(with: gap)
            } else {
                result.append(gap)
            }
        }
        return result
    }

    private var grid: [DrawingElement] {
        let across = layout.horizontalTicks.map { tick in
            DrawingElement.line(
                [
                    PicturePoint(layout.x(tick.position), top),
                    PicturePoint(layout.x(tick.position), bottom),
                ],
                width: 1,
                .grid,
                isDashed: false
            )
        }
        guard let range else { return across }
        let ticks = AxisTicks(range, panel.scale, atMost: Int(layout.plotHeight / 26)).ticks
        return across
            + ticks.flatMap { tick -> [DrawingElement] in
                let height = y(tick.position)
                return [
                    .line(
                        [PicturePoint(left, height), PicturePoint(right, height)],
                        width: 1,
                        .grid,
                        isDashed: false
                    ),
                    .text(
                        tick.label,
                        at: PicturePoint(left - 8, height + 4.5),
                        size: FigureLayout.textSize,
                        .text,
                        .end,
                        isBold: false
                    ),
                ]
            }
    }

    private var lines: [DrawingElement] {
        guard range != nil else { return [] }
        return panel.series.enumerated().flatMap { place, series in
            SeriesRuns(series.points, within: layout.figure.range, x: layout.x, y: y).runs.map {
                .line($0, width: 1.1, .series(place), isDashed: false)
            }
        }
    }

    private var events: [DrawingElement] {
        ticks(at: panel.events, from: top + layout.plotHeight * 0.2, to: bottom, .event)
    }

    private var contacts: [DrawingElement] {
        ticks(at: panel.contacts, from: bottom - 9, to: bottom, .contact)
    }

    private func ticks(
        at positions: [Double],
        from high: Double,
        to low: Double,
        _ ink: Ink
    ) -> [DrawingElement] {
        var last = -Double.infinity
        return positions.compactMap { position in
            let x = layout.x(position)
            guard layout.figure.range.contains(position), x - last >= 0.5 else { return nil }
            last = x
            return .line(
                [PicturePoint(x, high), PicturePoint(x, low)],
                width: 1.2,
                ink,
                isDashed: false
            )
        }
    }

    private var frame: [DrawingElement] {
        let corners = [
            PicturePoint(left, top), PicturePoint(right, top), PicturePoint(right, bottom),
            PicturePoint(left, bottom), PicturePoint(left, top),
        ]
        return [.line(corners, width: 1, .frame, isDashed: false)]
    }

    private var title: [DrawingElement] {
        let line = titleTop + FigureLayout.titleHeight - 8
        let heading = PanelHeading(panel, from: left, to: right)
        var elements = heading.names.flatMap { name -> [DrawingElement] in
            [
                .text(
                    name.text,
                    at: PicturePoint(name.start, line),
                    size: FigureLayout.textSize,
                    .text,
                    .start,
                    isBold: false
                ),
                .line(
                    [
                        PicturePoint(name.start - 22, line - 4.5),
                        PicturePoint(name.start - 5, line - 4.5),
                    ],
                    width: 2.5,
                    .series(name.place),
                    isDashed: false
                ),
            ]
        }
        elements.append(
            .text(
                heading.title,
                at: PicturePoint(left, line),
                size: FigureLayout.textSize,
                .text,
                .start,
                isBold: true
            )
        )
        return elements
    }
}
