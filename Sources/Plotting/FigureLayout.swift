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
        let others = Self.height(around: figure)
        // Stored exactly: the sum of the plots would differ in its last bit, and be drawn one pixel higher.
        self.height =
            height.map { max($0, others + panels * Self.leastPlotHeight) }
            ?? others + panels * Self.usualPlotHeight
        plotHeight = (self.height - others) / panels
    }

    /// The height of everything except the plots.
    private static func height(around figure: Figure) -> Double {
        head + labelRows(of: figure) * labelRow
            + Double(max(1, figure.panels.count)) * (titleHeight + panelGap)
            + axisHeight + Double(footLines(of: figure).count) * noteHeight + foot
    }

    private static func labelRows(of figure: Figure) -> Double {
        Double(Set(figure.moments.map(\.kind)).count)
    }

    var plotWidth: Double { max(1, width - Self.left - Self.right) }

    /// The x coordinate of a position on the horizontal axis.
    func x(_ position: Double) -> Double {
        let length = figure.range.upperBound - figure.range.lowerBound
        guard length > 0, length.isFinite else { return Self.left }
        return Self.left + (position - figure.range.lowerBound) / length * plotWidth
    }

    /// The elements to draw.
    package var drawing: Drawing {
        var elements: [DrawingElement] = [
            .rectangle(x: 0, y: 0, width: width, height: height, .background),
            .text(
                TextRoom.shortened(figure.title, to: width - 48, size: 19),
                at: PicturePoint(24, 27),
                size: 19,
                .text,
                .start,
                isBold: true
            ),
            .text(
                TextRoom.shortened(figure.subtitle, to: width - 48, size: Self.textSize),
                at: PicturePoint(24, 47),
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
        for (place, line) in Self.footLines(of: figure).enumerated() {
            let y = bottom + Self.axisHeight + Self.noteHeight * (Double(place) + 0.7)
            elements.append(
                .text(
                    TextRoom.shortened(line, to: width - 48, size: Self.textSize),
                    at: PicturePoint(24, y),
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

    /// The lines below the plots: the meaning of symbols, and what is not drawn.
    static func footLines(of figure: Figure) -> [String] {
        signs(of: figure) + figure.notes
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

/// Estimates the width of a text from the average width of letters.
enum TextRoom {
    static func width(of text: String, size: Double) -> Double {
        text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x2E80 ? 0.56 : 1) * size }
    }

    /// Shortens a text at its end, if necessary, so that it fits.
    static func shortened(_ text: String, to room: Double, size: Double) -> String {
        guard width(of: text, size: size) > room else { return text }
        var result = ""
        var used = size
        for letter in text {
            used += width(of: String(letter), size: size)
            if used > room { break }
            result.append(letter)
        }
        return result + "…"
    }
}
