// Adds to the panels what surrounds them in a figure: title, time range, steps and marks.

internal import PlainWords
internal import Plotting
internal import SessionFolder

/// Assembles a figure.
struct FigureAssembly {
    private let manifest: SessionManifest
    private let name: String
    private let options: PlotOptions

    init(_ manifest: SessionManifest, named name: String, _ options: PlotOptions) {
        (self.manifest, self.name, self.options) = (manifest, name, options)
    }

    /// The figure with these panels.
    func figure(_ panels: [Panel], _ moments: [Moment], _ notes: [String]) -> Figure {
        let title = "\(manifest.identifier), \(manifest.startDate.text)".printable
        let notes = notes.map(\.printable)
        guard options.isSpectrum else {
            let range = range(of: panels)
            let greatest = max(range.lowerBound.magnitude, range.upperBound.magnitude)
            return Figure(
                title: title,
                subtitle: name.printable,
                axis: "time since the session began [\(TimeText.unit(greatest: greatest))]",
                scale: .time,
                range: range,
                panels: panels,
                moments: distinct(moments),
                notes: notes
            )
        }
        return Figure(
            title: "\(title): spectrum",
            subtitle: name.printable,
            axis: "frequency [Hz]",
            scale: .logarithmic,
            range: extent(of: panels) ?? -1...2,
            panels: panels,
            notes: notes
        )
    }

    /// The time range of the figure: the requested one, cut off at the end of the content; without a request, all.
    private func range(of panels: [Panel]) -> ClosedRange<Double> {
        let whole = extent(of: panels) ?? 0...1
        // The first sample usually comes shortly after the session's start; the axis then begins at the start.
        let isFromStart = whole.lowerBound >= 0 && whole.lowerBound <= whole.upperBound / 50
        let from = options.from ?? (isFromStart ? 0 : whole.lowerBound)
        let to = options.to.map { min($0, max(whole.upperBound, from)) } ?? whole.upperBound
        guard to > from else { return from...(from + 1) }
        return from...to
    }

    private func extent(of panels: [Panel]) -> ClosedRange<Double>? {
        let places = panels.flatMap { panel in
            panel.series.flatMap { series in
                [series.points.first?.position, series.points.last?.position].compactMap(\.self)
            } + panel.gaps.flatMap { [$0.range.lowerBound, $0.range.upperBound] } + panel.events
        }
        guard let low = places.min(), let high = places.max() else { return nil }
        return low < high ? low...high : low - 0.5...low + 0.5
    }

    /// Removes duplicates: several files may record the same step.
    private func distinct(_ moments: [Moment]) -> [Moment] {
        var known: Set<String> = []
        return moments.sorted { $0.position < $1.position }.compactMap { moment in
            let hundredths = (moment.position * 100).rounded()
            let key = "\(moment.kind.rawValue) \(hundredths) \(moment.label)"
            guard known.insert(key).inserted else { return nil }
            return Moment(moment.kind, at: moment.position, moment.label.printable)
        }
    }
}
