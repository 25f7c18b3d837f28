// Decides once what may be sent to the standard output: colour and cursor moves are for a person's
// terminal, and a person may say no to them.

/// What the standard output can show.
package struct TerminalAbilities: Sendable, Equatable {
    /// Whether a picture may be redrawn in place.
    package var redraws: Bool
    /// Whether codes for colour may be sent.
    package var colours: Bool

    /// Decides by the surroundings: a terminal redraws unless `TERM` is `dumb`, and has colour
    /// unless `NO_COLOR` is set to anything but nothing.
    package init(isTerminal: Bool, variable: (String) -> String?) {
        redraws = isTerminal && variable("TERM").map { $0 != "dumb" && !$0.isEmpty } == true
        colours = redraws && variable("NO_COLOR").map(\.isEmpty) != false
    }
}
