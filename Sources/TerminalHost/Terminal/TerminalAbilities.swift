// Decides once what may be sent to the standard output: colour and cursor moves are only for terminals, and users may
// refuse them.

/// What the standard output can show.
package struct TerminalAbilities: Sendable, Equatable {
    /// Whether a picture may be redrawn in place.
    package var redraws: Bool
    /// Whether control sequences for colour may be sent.
    package var colours: Bool

    /// Decides by the environment variables `TERM` and `NO_COLOR`.
    ///
    /// A terminal redraws if `TERM` is set, not empty and not `dumb`. If it redraws, it has colour unless `NO_COLOR` is
    /// set to a non-empty value.
    package init(isTerminal: Bool, variable: (String) -> String?) {
        redraws = isTerminal && variable("TERM").map { $0 != "dumb" && !$0.isEmpty } == true
        colours = redraws && variable("NO_COLOR").map(\.isEmpty) != false
    }
}
