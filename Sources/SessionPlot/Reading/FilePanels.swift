// Makes the panels of one file: a sensor's values with the same unit share a panel.

internal import PlainWords
internal import Plotting
internal import SessionFolder

/// Makes panels from the data read from a file.
struct FilePanels {
    private let tracks: FileTracks
    private let options: PlotOptions

    init(_ tracks: FileTracks, _ options: PlotOptions) {
        (self.tracks, self.options) = (tracks, options)
    }

    /// The panels, in the order of the sensors in the file.
    var panels: [Panel] { tracks.sensors.flatMap(panels(of:)) }

    private var place: String {
        let file = tracks.file
        return file.placement.map { "\($0), \(file.path)" } ?? file.path
    }

    private func panels(of sensor: SensorTrack) -> [Panel] {
        if options.isSpectrum ? sensor.isEvent : sensor.isEmpty { return [] }
        let channels = sensor.channels.compactMap(\.self)
        // A sensor without values still gets a panel, for its events and gaps.
        if channels.isEmpty, !options.isSpectrum {
            var panel = Panel(title(sensor.name, ""), [])
            panel.gaps = gaps(of: sensor)
            panel.events = sensor.events.middles
            let events = Quantity.count(sensor.events.count, "event", "events")
            panel.note = ((sensor.isEvent ? [events] : []) + losses(of: sensor))
                .joined(separator: ", ")
            return [panel]
        }
        var groups: [PlotColumns.Group] = []
        for channel in channels where !groups.contains(channel.column.group) {
            groups.append(channel.column.group)
        }
        return groups.compactMap { group in
            let own = channels.filter { $0.column.group == group }
            let unit = group.unit ?? sensor.unit
            let title = title(sensor.name, group.name)
            return options.isSpectrum
                ? spectrum(of: own, title, unit) : course(of: own, sensor, title, unit)
        }
    }

    private func gaps(of sensor: SensorTrack) -> [Gap] {
        sensor.gaps.all.map { Gap($0.seconds, share: $0.share) }
    }

    /// Remarks on the missing samples of a sensor.
    private func losses(of sensor: SensorTrack) -> [String] {
        var words: [String] = []
        if sensor.missing > 0 {
            let count = Int(clamping: sensor.missing)
            words.append("\(Quantity.count(count, "sample", "samples")) missing")
        }
        if sensor.missingAcross > 0 {
            let count = Quantity.count(Int(clamping: sensor.missingAcross), "sample", "samples")
            words.append("\(count) missing in gaps that reach beyond this part")
        }
        if sensor.refused > 0 {
            words.append("\(Quantity.count(sensor.refused, "value", "values")) no number")
        }
        return words
    }

    /// What does not fit into the titles of spectra: missing samples, and sensors without a spectrum.
    var notes: [String] {
        guard options.isSpectrum else { return [] }
        return tracks.sensors.filter { !$0.isEvent && !$0.isEmpty }.compactMap { sensor in
            let hasNone = panels(of: sensor).isEmpty
            let words =
                (hasNone ? ["no piece is long enough for a spectrum"] : []) + losses(of: sensor)
            guard !words.isEmpty else { return nil }
            return "\(title(sensor.name, "")): \(words.joined(separator: ", "))"
        }
    }

    private func title(_ sensor: String, _ group: String) -> String {
        let name = group.isEmpty || group == sensor ? sensor : "\(sensor), \(group)"
        return "\(name) (\(place))".printable
    }

    private func course(
        of channels: [SensorTrack.Channel],
        _ sensor: SensorTrack,
        _ title: String,
        _ unit: String?
    ) -> Panel? {
        let series = channels.map { Series(name($0, among: channels), $0.envelope.points) }
            .filter { !$0.points.isEmpty }
        guard !series.isEmpty else { return nil }
        var panel = Panel(title, unit: unit?.printable, series)
        panel.gaps = gaps(of: sensor)
        panel.contacts = sensor.contacts?.moments.middles ?? []
        var words = losses(of: sensor)
        if let count = sensor.contacts?.count, count > 0 {
            words.append(Quantity.count(count, "foot contact", "foot contacts"))
        }
        if let refusal = sensor.contacts?.refusal { words.append(refusal) }
        panel.note = words.isEmpty ? nil : words.joined(separator: ", ")
        return panel
    }

    /// A single line needs no name besides its panel's.
    private func name(
        _ channel: SensorTrack.Channel,
        among all: [SensorTrack.Channel]
    ) -> String {
        all.count == 1 && channel.column.group.name != "" ? "" : channel.column.name.printable
    }

    private func spectrum(
        of channels: [SensorTrack.Channel],
        _ title: String,
        _ unit: String?
    ) -> Panel? {
        var series: [Series] = []
        var words: [String] = []
        var peaks: [String] = []
        for channel in channels {
            var spectrum = channel.spectrum
            guard let density = spectrum?.finish() else { continue }
            series.append(Series(name(channel, among: channels), density.points))
            if words.isEmpty {
                let length = NumberText.short(density.secondsOfWindow)
                words.append(
                    "\(Quantity.count(density.windows, "window", "windows")) of \(length) s"
                )
            }
            if let peak = density.peak(from: 0.3, to: 10) {
                peaks.append("\(channel.column.name.printable) \(NumberText.short(peak))")
            }
        }
        if !peaks.isEmpty { words.append("highest at \(peaks.joined(separator: ", ")) Hz") }
        guard series.contains(where: { !$0.points.isEmpty }) else { return nil }
        let squared = unit.map { $0.contains("/") ? "(\($0))²/Hz" : "\($0)²/Hz" }
        var panel = Panel(title, unit: squared?.printable ?? "1/Hz", series)
        panel.scale = .logarithmic
        panel.note = words.joined(separator: ", ")
        return panel
    }
}
