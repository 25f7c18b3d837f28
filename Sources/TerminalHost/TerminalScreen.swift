// The two ways in which a task is shown have the same work: they show trees, and take what is typed.

internal import ViewTree

/// One of the two ways.
@MainActor
protocol TerminalScreen: AnyObject {
    /// Shows what there is now.
    func show(_ tree: ViewNode)
    func take(_ typed: TypedInput)
    /// Goes on with what has been typed ahead of what is shown now; called when all of that has been told.
    func goOn()
    /// The terminal has another size, or somebody else has written there.
    func redraw()
    /// Shows a text that would be spoken; answers whether it goes again, so that its reading is waited for.
    func say(_ text: String) -> Bool
    /// Shows the texts that are being read, in the place of those shown there before.
    func show(spoken: [String])
    /// Whether the end of what is typed is the end of the run.
    var needsInput: Bool { get }
    /// Takes note that nothing more is typed.
    func takeEnd()
    /// Draws what plots show now.
    func draw(_ readings: [ViewID: PlotReadings])
    /// Sends what is half typed: nothing more is typed.
    func sendRest()
    /// Whether time runs by itself on what is shown, and nobody need do anything.
    var isTimed: Bool { get }
}
