// Divides the line above a panel between its title, its note and the names of its series.

/// What the line above a panel's plot shows.
struct PanelHeading {
    /// The name of a series, which follows a sample of its line.
    struct Name {
        /// The series's index in the panel.
        var place: Int
        var text: String
        /// The x coordinate of the text.
        var start: Double
    }

    let names: [Name]
    /// The title with the unit, and with the note if it has room.
    let title: String
    /// The title and the note, if the note has no room above the panel; it is then below all panels.
    let noteBelow: String?

    /// The heading between two x coordinates.
    init(_ panel: Panel, from left: Double, to right: Double) {
        let size = FigureLayout.textSize
        var names: [Name] = []
        var end = right
        // From right to left.
        for (place, series) in panel.series.enumerated().reversed() where !series.name.isEmpty {
            let text = TextRoom.shortened(series.name, to: 120, size: size)
            let start = end - TextRoom.width(of: text, size: size)
            guard start - 26 > left + (right - left) * 0.4 else { break }
            names.append(Name(place: place, text: text, start: start))
            end = start - 40
        }
        self.names = names
        let title = panel.title + (panel.unit.map { " [\($0)]" } ?? "")
        let note = panel.note.flatMap { $0.isEmpty ? nil : $0 }
        let whole = note.map { "\(title)   \($0)" } ?? title
        let room = end - left
        if TextRoom.width(of: whole, size: size, isBold: true) <= room {
            self.title = whole
            noteBelow = nil
        } else {
            self.title = TextRoom.shortened(title, to: room, size: size, isBold: true)
            noteBelow = note.map { "\(panel.title): \($0)" }
        }
    }
}
