// What the two styles have in common: they show trees and handle input.

internal import ViewTree

/// One of the two styles.
@MainActor
protocol TerminalScreen: AnyObject {
    /// Shows the current tree.
    func show(_ tree: ViewNode)
    func take(_ typed: TypedInput)
    /// Handles input typed ahead; called when all updates have been delivered.
    func goOn()
    /// Redraws everything, after the terminal's size has changed or another program has written to it.
    func redraw()
    /// Shows a text to speak; returns whether it will disappear, so that the run waits until it has been read.
    func say(_ text: String) -> Bool
    /// Shows the texts being read, in place of the earlier ones.
    func show(spoken: [String])
    /// Whether the end of the input ends the run.
    var needsInput: Bool { get }
    /// Notes that the input has ended.
    func takeEnd()
    /// Draws the plots' current readings.
    func draw(_ readings: [ViewID: PlotReadings])
    /// Sends half-typed text, because the run is about to be ended.
    func sendRest()
    /// Whether a timer runs, so that the participant need not do anything.
    var isTimed: Bool { get }
}
