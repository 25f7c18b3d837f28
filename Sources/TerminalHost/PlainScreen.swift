// The plain style, line by line: carries out what `PlainDialogue` decides, each action before the next is decided.

internal import ResearchUI
internal import ViewTree

/// Shows a run as a dialogue of lines.
@MainActor
final class PlainScreen: TerminalScreen {
    private unowned let host: TerminalHost
    private var dialogue: PlainDialogue
    private var isBusy = false
    private var place: ViewID?

    init(_ host: TerminalHost) {
        self.host = host
        dialogue = PlainDialogue(keepsLines: host.line.keepsLines)
    }

    let needsInput = false
    /// Does nothing: plots are not shown line by line.
    func draw(_ readings: [ViewID: PlotReadings]) {}
    func redraw() {}

    func say(_ text: String) -> Bool {
        for line in text.safeLines { host.line.write(line.withoutDirections + "\n") }
        return false
    }

    func show(spoken: [String]) {}

    func sendRest() { perform(dialogue.takeRest()) }

    var isTimed: Bool { dialogue.scene.isTimed }

    func show(_ tree: ViewNode) {
        let place = Scene(tree).place
        if place != self.place { host.noteStep() }
        self.place = place
        perform(dialogue.take(tree))
    }

    func take(_ typed: TypedInput) {
        guard case .line(let line) = typed else { return }
        perform(dialogue.take(line: line))
        goOn()
    }

    func takeEnd() { perform(dialogue.takeEnd()) }

    /// Accepts or refuses the last answer, then handles lines that were typed ahead.
    func goOn() {
        guard !isBusy else { return }
        isBusy = true
        defer { isBusy = false }
        host.followed?.flush()
        perform(dialogue.settle())
        while let deeds = dialogue.takeQueued() {
            perform(deeds)
            host.followed?.flush()
            perform(dialogue.settle())
        }
    }

    private func perform(_ deeds: [PlainDialogue.Deed]) {
        for deed in deeds {
            switch deed {
            case .say(let text): host.line.write(text + "\n")
            case .tell(let event): host.controller.receive(event)
            case .look: host.followed?.flush()
            case .mark(let name):
                let name = name ?? "key"
                let isMade = host.controller.receive(.mark(name))
                perform(dialogue.say(mark: name, MarkOutcome(of: name, isMade: isMade)))
            case .leave: host.end(host.hasInputEnded ? .terminalGone : .left)
            }
        }
    }
}
