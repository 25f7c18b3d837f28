// Computes the positions of a figure's elements in a picture.

/// Lays a figure out.
package struct FigureLayout: Sendable {
    let figure: Figure
    let width: Double
    /// The height of the picture.
    package let height: Double
    /// The height of a panel's plot, without its title.
    let plotHeight: Double

    static let left = 96.0
    static let right = 24.0
    /// The space beside the texts above and below the panels.
    private static let margin = 24.0
    static let titleHeight = 26.0
    static let panelGap = 12.0
    static let textSize = 13.0
    private static let head = 58.0
    private static let labelRow = 18.0
    private static let axisHeight = 44.0
    private static let noteHeight = 19.0
    private static let foot = 10.0

    /// The smallest height of a panel's plot that can be read.
    package static let leastPlotHeight = 24.0
    /// The default height of a panel's plot.
    package static let usualPlotHeight = 132.0
    /// The default width of a picture.
    package static let usualWidth = 1200.0
    /// The allowed widths and heights; cairo's limit for PNG files is slightly higher.
    package static let sizes = 320.0...30_000.0
    /// The largest number of pixels; they need 400 MB while being drawn.
    package static let mostPixels = 100_000_000.0

    /// A layout of this width.
    ///
    /// - Parameters:
    ///   - figure: The figure.
    ///   - width: The picture's width.
    ///   - height: The picture's height; if `nil`, as high as its panels need.
    package init(_ figure: Figure, width: Double = usualWidth, height: Double? = nil) {
        self.figure = figure
        self.width = width
        let panels = Double(max(1, figure.panels.count))
        let others = Self.height(around: figure, width: width)
        // Stored exactly: the sum of the plots would differ in its last bit, and be drawn one pixel higher.
        self.height =
            height.map { max($0, others + panels * Self.leastPlotHeight) }
            ?? others + panels * Self.usualPlotHeight
        plotHeight = (self.height - others) / panels
    }

    /// The height of everything except the plots.
    private static func height(around figure: Figure, width: Double) -> Double {
        head + labelRows(of: figure) * labelRow
            + Double(max(1, figure.panels.count)) * (titleHeight + panelGap)
            + axisHeight + Double(footLines(of: figure, width: width).count) * noteHeight + foot
    }

    private static func labelRows(of figure: Figure) -> Double {
        Double(Set(figure.moments.map(\.kind)).count)
    }

    var plotWidth: Double { Self.plotWidth(in: width) }

    private static func plotWidth(in width: Double) -> Double { max(1, width - left - right) }

    /// The x coordinate of a position on the horizontal axis.
    func x(_ position: Double) -> Double {
        let length = figure.range.upperBound - figure.range.lowerBound
        guard length > 0, length.isFinite else { return Self.left }
        return Self.left + (position - figure.range.lowerBound) / length * plotWidth
    }

    /// The elements to draw.
    package var drawing: Drawing {
        let room = Self.textRoom(in: width)
        var elements: [DrawingElement] = [
            .rectangle(x: 0, y: 0, width: width, height: height, .background),
            .text(
                TextRoom.shortened(figure.title, to: room, size: 19, isBold: true),
                at: PicturePoint(Self.margin, 27),
                size: 19,
                .text,
                .start,
                isBold: true
            ),
            .text(
                TextRoom.shortened(figure.subtitle, to: room, size: Self.textSize),
                at: PicturePoint(Self.margin, 47),
                size: Self.textSize,
                .mutedText,
                .start,
                isBold: false
            ),
        ]
        let top = Self.head + Self.labelRows(of: figure) * Self.labelRow
        let step = Self.titleHeight + plotHeight + Self.panelGap
        let bottom = top + Double(max(1, figure.panels.count)) * step - Self.panelGap
        for (place, panel) in figure.panels.enumerated() {
            let title = top + Double(place) * step
            elements +=
                PanelLayout(
                    panel,
                    in: self,
                    titleTop: title,
                    isLast: place == figure.panels.count - 1
                ).elements
        }
        elements += moments(from: top, to: bottom)
        elements += horizontalLabels(below: bottom)
        for (place, line) in Self.footLines(of: figure, width: width).enumerated() {
            let y = bottom + Self.axisHeight + Self.noteHeight * (Double(place) + 0.7)
            elements.append(
                .text(
                    line,
                    at: PicturePoint(Self.margin, y),
                    size: Self.textSize,
                    .mutedText,
                    .start,
                    isBold: false
                )
            )
        }
        return Drawing(width: width, height: height, elements: elements)
    }

    /// The marks of the horizontal axis.
    var horizontalTicks: [AxisTicks.Tick] {
        AxisTicks(figure.range, figure.scale, atMost: Int(plotWidth / 90)).ticks
    }

    private func horizontalLabels(below bottom: Double) -> [DrawingElement] {
        let labels = horizontalTicks.map { tick in
            DrawingElement.text(
                tick.label,
                at: PicturePoint(x(tick.position), bottom + 17),
                size: Self.textSize,
                .text,
                .middle,
                isBold: false
            )
        }
        let name = DrawingElement.text(
            figure.axis,
            at: PicturePoint(Self.left + plotWidth / 2, bottom + 36),
            size: Self.textSize,
            .mutedText,
            .middle,
            isBold: false
        )
        return labels + [name]
    }

    private static func textRoom(in width: Double) -> Double { width - 2 * margin }

    /// The lines below the plots: the meaning of symbols, notes without room above their panels, and what is not drawn.
    static func footLines(of figure: Figure, width: Double) -> [String] {
        let below = figure.panels.compactMap { panel in
            PanelHeading(panel, from: left, to: left + plotWidth(in: width)).noteBelow
        }
        return (signs(of: figure) + below + figure.notes).flatMap {
            TextRoom.lines(of: $0, in: textRoom(in: width), size: textSize)
        }
    }

    /// The meaning of the symbols in this figure.
    package static func signs(of figure: Figure) -> [String] {
        var signs: [String] = []
        if figure.panels.contains(where: { !$0.gaps.isEmpty }) {
            signs.append("shaded: samples missing")
        }
        if figure.panels.contains(where: { !$0.contacts.isEmpty }) {
            signs.append("ticks below a curve: a foot came to the ground, as detected")
        }
        if figure.panels.contains(where: { !$0.events.isEmpty }) {
            signs.append("upright lines in one panel: events, such as keys")
        }
        if figure.moments.contains(where: { $0.kind == .step }) {
            signs.append("dashed: a step of the task begins")
        }
        if figure.moments.contains(where: { $0.kind == .mark }) { signs.append("line: a mark") }
        return signs
    }

    // MARK: Moments

    /// The lines of steps and marks, and as many of their names as fit.
    private func moments(from top: Double, to bottom: Double) -> [DrawingElement] {
        var elements: [DrawingElement] = []
        var row = Self.head
        for kind in [Moment.Kind.step, .mark] {
            let moments = figure.moments.filter { $0.kind == kind }
                .sorted { $0.position < $1.position }
            guard !moments.isEmpty else { continue }
            var free = -Double.infinity
            var lastLine = -Double.infinity
            for moment in moments where figure.range.contains(moment.position) {
                let x = x(moment.position)
                let ink: Ink = kind == .step ? .step : .mark
                // Skips lines within the same pixel.
                if x - lastLine >= 0.5 {
                    lastLine = x
                    elements.append(
                        .line(
                            [
                                PicturePoint(x, row + Self.labelRow - 3),
                                PicturePoint(x, bottom),
                            ],
                            width: 1,
                            ink,
                            isDashed: kind == .step
                        )
                    )
                }
                let label = TextRoom.shortened(moment.label, to: 150, size: 12)
                let space = TextRoom.width(of: label, size: 12)
                guard x >= free, x + space <= width - 4 else { continue }
                free = x + space + 10
                elements.append(
                    .text(
                        label,
                        at: PicturePoint(x, row + Self.labelRow - 6),
                        size: 12,
                        ink,
                        .start,
                        isBold: false
                    )
                )
            }
            row += Self.labelRow
        }
        return elements
    }
}
