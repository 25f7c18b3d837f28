// The two ways in which a task is shown have the same work: they show trees, and take what is typed.

internal import ViewTree

/// One of the two ways.
@MainActor
protocol TerminalScreen: AnyObject {
    /// Shows what there is now.
    func show(_ tree: ViewNode)
    func take(_ typed: TypedInput)
    /// The terminal has another size, or somebody else has written there.
    func redraw()
    /// Shows what would be spoken.
    func say(_ text: String)
    /// Whether the end of what is typed is the end of the run.
    var needsInput: Bool { get }
    /// Takes note that nothing more is typed.
    func takeEnd()
    /// Draws what plots show now.
    func draw(_ readings: [ViewID: PlotReadings])
    /// The run is over: says what is left to be said.
    func finish()
}
