// The full-screen style: `Interaction` decides what keys do, and another thread draws the result.

internal import ResearchUI
internal import Synchronization
internal import SystemCalls
internal import Timebase
internal import ViewTree

/// Shows a run on the whole screen.
@MainActor
final class FullScreen: TerminalScreen {
    private unowned let host: TerminalHost
    private var interaction: Interaction?
    private var readings: [ViewID: PlotReadings] = [:]
    private let drawer: Drawer
    private var markInstant: BootInstant?
    private var readingPause = ReadingPause()
    private let machineTime = LiveTimekeeper()

    init(_ host: TerminalHost, inColour: Bool) {
        self.host = host
        drawer = Drawer(ScreenWriter(inColour: inColour))
    }

    let needsInput = true
    func takeEnd() {}

    func sendRest() {
        for deed in interaction?.sendDrafts() ?? [] { perform(deed) }
    }

    var isTimed: Bool { interaction?.scene.isTimed ?? false }

    func show(_ tree: ViewNode) {
        let before = interaction?.scene.place
        let hadAlert = interaction?.scene.alert != nil
        if interaction == nil {
            interaction = Interaction(tree)
        } else {
            interaction?.take(tree)
        }
        if !hadAlert, interaction?.scene.alert != nil {
            readingPause.questionDidCome(byItself: !host.isTaking, at: machineTime.now)
        }
        if interaction?.scene.place != before { host.noteStep() }
        draw()
    }

    func take(_ typed: TypedInput) {
        guard case .key(let key) = typed, readingPause.takes(key, at: machineTime.now),
            let deeds = interaction?.take(key)
        else { return }
        for deed in deeds { perform(deed) }
        draw()
    }

    func goOn() {
        while let deeds = interaction?.takeHeld() {
            for deed in deeds { perform(deed) }
            host.followed?.flush()
        }
        draw()
    }

    private func perform(_ deed: Interaction.Deed) {
        switch deed {
        case .tell(let event): host.controller.receive(event)
        case .mark(let name, let isAtOnce):
            let instant = isAtOnce ? nil : markInstant
            let ago = instant.map { $0.duration(to: host.now) } ?? .zero
            let seconds = DecimalSeconds.seconds(fromNanoseconds: ago.wholeNanoseconds)
            let name = name ?? "key"
            let isMade = host.controller.receive(.mark(name, secondsAgo: seconds))
            let outcome = MarkOutcome(of: name, secondsAgo: seconds, isMade: isMade)
            interaction?.say(mark: name, outcome)
        case .beginMark: markInstant = host.now
        case .leave: host.end(.left)
        case .redraw: redraw()
        }
    }

    func say(_ text: String) -> Bool { true }

    func show(spoken: [String]) {
        interaction?.state.spoken = spoken
        draw()
    }

    func redraw() {
        drawer.forget()
        draw()
    }

    func draw(_ readings: [ViewID: PlotReadings]) {
        self.readings = readings
        draw()
    }

    private func draw() {
        let size = host.line.size ?? TerminalDevice.Size(columns: 80, rows: 24)
        let drawn = interaction?.page(columns: size.columns, rows: size.rows, readings: readings)
        guard let page = drawn else { return }
        host.line.draw { [drawer] in
            drawer.text(for: page, columns: size.columns, rows: size.rows)
        }
    }
}

/// What is on the screen; used by the drawing thread.
private final class Drawer: Sendable {
    private let writer: Mutex<ScreenWriter>

    init(_ writer: ScreenWriter) { self.writer = Mutex(writer) }

    func forget() { writer.withLock { $0.forget() } }

    func text(for page: Page, columns: Int, rows: Int) -> String {
        writer.withLock { $0.text(for: page, columns: columns, rows: rows) }
    }
}
