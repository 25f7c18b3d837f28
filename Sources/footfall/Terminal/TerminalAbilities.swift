// Decides once what may be sent to the standard output: colour and cursor moves are for a person's
// terminal, and a person may say no to them.

/// What the standard output can show.
struct TerminalAbilities: Sendable, Equatable {
    /// Whether a picture may be redrawn in place.
    var redraws: Bool
    /// Whether codes for colour may be sent.
    var colours: Bool

    /// Decides by the surroundings: a terminal redraws unless `TERM` is `dumb`, and has colour
    /// unless `NO_COLOR` is set to anything but nothing.
    init(isTerminal: Bool, variable: (String) -> String?) {
        redraws = isTerminal && variable("TERM").map { $0 != "dumb" && !$0.isEmpty } == true
        colours = redraws && variable("NO_COLOR").map(\.isEmpty) != false
    }
}

/// Redraws a picture over the one before it.
struct LivePicture: Sendable {
    private var drawnLines = 0

    /// What to send so that `lines` stand where the lines before stood.
    mutating func redraw(_ lines: [StyledLine], columns: Int, inColour: Bool) -> String {
        var text = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r" : "\r"
        for line in lines {
            // The last column stays empty: some terminals wrap as soon as it is written.
            text += line.rendered(width: columns - 1, inColour: inColour) + "\u{1B}[K\n"
        }
        // What a key left below, such as ^C, goes too.
        text += "\u{1B}[J"
        drawnLines = lines.count
        return text
    }
}
