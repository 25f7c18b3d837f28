// Runs a task of two nested sections in several ways, and writes the coordinator's decisions
// about the async actions of its levels as a line of text. It acts as the task controller:
// events come one after the other, and it shows a step or leaves a level only when the coordinator
// allows it.

import Research
import TaskEngine

/// Runs the task `T`: a, S(x, Q(p, q), y), b, done.
struct CoordinatorScenario {
    typealias Coordinator = AsyncActionCoordinator

    /// A way to go through the task.
    enum Way: String, CaseIterable {
        case forward, back, jump
        /// A step repeats, and so does a section.
        case loop
        /// The run is saved at p, and resumed.
        case resume
        /// The timers of p and done come to their end.
        case timer
        /// The task ends at p: early, discarded, or saved.
        case exit, cancel, save
        /// Each action `m` fails at p, cannot start, or is denied.
        case fail, noStart, deny
        /// Stops end only when the coordinator waits for them, in reverse order.
        case late
        /// As `late`, and the run is discarded at y, or each action `m` fails at p in whatever state it is.
        case lateCancel, lateFail
        /// The task ends while the participant is asked, or while actions start.
        case asking, starting
    }

    /// An action that a level declares.
    struct Declared {
        var owner: [String]
        var plan: Coordinator.Plan
    }

    private var trace: [(moment: String, signs: String)] = []
    private let actions: [Declared]
    private let way: Way
    private var coordinator = Coordinator()
    private var events: [Coordinator.Event] = []
    private var isPumping = false
    private var opened: Set<Coordinator.Gate> = []
    private var asked: [Coordinator.Key] = []
    private var starting: [Coordinator.Key] = []
    private var stopping: [Coordinator.Key] = []
    private var isOver = false
    private var moment = ""
    private var signs = ""

    /// The decisions, moment by moment.
    static func trace(of actions: [Declared], _ way: Way) -> String {
        var scenario = CoordinatorScenario(actions: actions, way: way)
        scenario.run()
        let moments = scenario.trace.map { $0.moment + $0.signs }
        return moments.isEmpty ? "nothing" : moments.joined(separator: " ")
    }

    private init(actions: [Declared], way: Way) {
        self.actions = actions
        self.way = way
    }

    // MARK: The ways

    private mutating func run() {
        show("a")
        switch way {
        case .forward, .deny, .noStart, .late, .asking, .starting, .timer:
            goOn(from: "x")
        case .back:
            for step in ["x", "p", "q"] { show(step) }
            for step in ["p", "x", "a"] { show(step, .back) }
            goOn(from: "x")
        case .jump:
            for step in ["b", "q"] { show(step, .jump) }
            leave("Q")
            goOn(from: "y")
        case .loop:
            for step in ["x", "p", "p", "q"] { show(step) }
            leave("Q")
            goOn(from: "p")
        case .resume:
            for step in ["x", "p"] { show(step) }
            let names = coordinator.members.filter { $0.state != .stopping }.map(\.key.action)
            end(.cancel(shouldSave: true), "save")
            (coordinator, isOver) = (Coordinator(), false)
            show("p", .resume(names))
            goOn(from: "q")
        case .exit, .cancel, .save:
            for step in ["x", "p"] { show(step) }
            end(way == .exit ? .earlyExit : .cancel(shouldSave: way == .save), way.rawValue)
        case .lateCancel:
            for step in ["x", "p", "q", "y"] { show(step) }
            end(.cancel(shouldSave: false), "cancel")
        case .fail, .lateFail:
            for step in ["x", "p"] { show(step) }
            begin("fail")
            for member in coordinator.members where Self.isMean(member.key) {
                send(.failed(member.key))
            }
            goOn(from: "q")
        }
    }

    private mutating func goOn(from first: String) {
        for step in ["x", "p", "q", "y", "b", "done"].drop(while: { $0 != first }) {
            if step == "y", first != "y" { leave("Q") }
            if step == "b" { leave("S") }
            show(step)
        }
        end(.taskEnds, "end")
    }

    private mutating func show(_ step: String, _ kind: Coordinator.Move.Kind = .forward) {
        guard !isOver else { return }
        let position = Self.position(of: step)
        let declared = position.levels.indices.map { index in
            let level = position.levels[...index].map(\.identifier)
            return actions.filter { $0.owner == level }.map(\.plan)
        }
        let move = Coordinator.Move(
            kind,
            to: position,
            declared: declared,
            completesTask: step == "done",
            isTimed: way == .timer && step == "done"
        )
        begin(Self.sign(of: kind) + step)
        send(.willShow(move))
        if way == .asking, !asked.isEmpty { return end(.earlyExit, "exit") }
        wait(at: .show)
        send(.didShow(move))
        if way == .starting, !starting.isEmpty { return end(.earlyExit, "exit") }
        wait(at: .begin)
        if way == .timer, step == "p" || step == "done" {
            let shown = signs
            signs = ""
            send(.stepFinished)
            signs = signs.isEmpty ? shown : "\(shown)'\(signs)"
        }
        guard step == "done" else { return }
        send(.settle)
        wait(at: .settled)
    }

    private mutating func leave(_ level: String) {
        guard !isOver else { return }
        let path = level == "S" ? ["T", "S"] : ["T", "S", "Q"]
        begin("/\(level)")
        send(.levelEnds(path))
        wait(at: .level(path))
    }

    private mutating func end(_ event: Coordinator.Event, _ name: String) {
        guard !isOver else { return }
        begin(name)
        send(event)
        wait(at: .task)
        // Events after the end must change nothing.
        for key in asked { send(.permissionAnswered(key, isGranted: true)) }
        asked = []
        if !coordinator.members.isEmpty { signs += " LEFT" }
        begin("")
        isOver = true
    }

    private static func sign(of kind: Coordinator.Move.Kind) -> String {
        switch kind {
        case .forward: ""
        case .back: "<"
        case .jump: "^"
        case .resume: "$"
        }
    }

    /// The position of the run at a step.
    static func position(of step: String) -> PathPosition {
        let way =
            switch step {
            case "x", "y": [("T", "S"), ("S", step)]
            case "p", "q": [("T", "S"), ("S", "Q"), ("Q", step)]
            default: [("T", step)]
            }
        return PathPosition(
            levels: way.map { level, step in
                PathPosition.Level(identifier: level, stepIdentifier: step, isFirstStep: false)
            }
        )
    }

    // MARK: Playing the task controller

    private mutating func send(_ event: Coordinator.Event) {
        events.append(event)
        guard !isPumping else { return }
        isPumping = true
        while !events.isEmpty {
            for action in coordinator.receive(events.removeFirst()) { perform(action) }
        }
        isPumping = false
    }

    /// Waits until a gate is open; pending starts and stops end first.
    private mutating func wait(at gate: Coordinator.Gate) {
        if opened.contains(gate) {
            opened.remove(gate)
            return
        }
        for key in starting { send(.started(key)) }
        starting = []
        for key in stopping.reversed() { send(.stopped(key)) }
        stopping = []
        if opened.remove(gate) == nil { signs += " STUCK" }
    }

    private mutating func perform(_ action: Coordinator.Action) {
        switch action {
        case .add(let requests):
            let keys = requests.map(\.key)
            note("+", keys)
            // No controller can be made for actions named `z`.
            send(.added(keys.filter { !$0.identifier.hasPrefix("z") }, of: keys))
        case .ask(let keys):
            note("?", keys)
            if way == .asking { return asked += keys }
            for key in keys {
                let isGranted = way != .deny || !Self.isMean(key)
                send(.permissionAnswered(key, isGranted: isGranted))
            }
        case .start(let keys):
            note(">", keys)
            if way == .starting { return starting += keys }
            for key in keys {
                send(way == .noStart && Self.isMean(key) ? .startFailed(key) : .started(key))
            }
        case .stop(let keys, let showsLoading):
            note(showsLoading ? "!" : ".", keys)
            stop(keys)
        case .cancel(let keys):
            note("x", keys)
            stop(keys.filter { !stopping.contains($0) })
        case .drop(let keys): note("-", keys)
        case .moveTo(let keys): note("~", keys)
        case .attach(let key): note("@", [key])
        case .beginBackgroundAudio: signs += "&"
        case .proceed(let gate): open(gate)
        }
    }

    private mutating func stop(_ keys: [Coordinator.Key]) {
        switch way {
        case .late, .lateCancel, .lateFail, .starting: stopping += keys
        case .forward, .back, .jump, .loop, .resume, .timer, .exit, .cancel, .save, .fail,
            .noStart, .deny, .asking:
            for key in keys { send(.stopped(key)) }
        }
    }

    private mutating func open(_ gate: Coordinator.Gate) {
        opened.insert(gate)
        let sign =
            switch gate {
            case .show: "|"
            case .begin: "*"
            case .settled: "="
            case .level(let path): "/\(Self.name(of: path))"
            case .task: "#"
            }
        signs += sign
    }

    /// Whether the action is one that fails in some ways.
    private static func isMean(_ key: Coordinator.Key) -> Bool { key.identifier.hasPrefix("m") }

    // MARK: Writing the trace

    private mutating func note(_ sign: String, _ keys: [Coordinator.Key]) {
        let names = keys.map { key in
            let run = key.run == 1 ? "" : "\(key.run)"
            return "\(Self.name(of: key.owner))\(key.identifier)\(run)"
        }
        signs += sign + names.joined(separator: ",")
    }

    /// The letter of a level.
    private static func name(of level: [String]) -> String {
        switch level {
        case ["T"], ["T", "S"], ["T", "S", "Q"]: level[level.count - 1]
        default: "(\(level.joined(separator: "/")))"
        }
    }

    private mutating func begin(_ next: String) {
        // A moment in which only gates open is left out.
        let isDull = ["", "|*", "|*=", "#", "/S", "/Q"].contains(signs)
        if let told = told(by: signs) {
            if trace.last?.signs == told {
                trace[trace.count - 1].moment += moment
            } else {
                trace.append((moment, told))
            }
        } else if !isDull {
            trace.append(("\(moment):", signs))
        }
        (moment, signs, opened) = (next, "", [])
    }

    /// The actions that are informed of a step, if nothing else happens there.
    private func told(by signs: String) -> String? {
        guard signs.hasPrefix("|~") else { return nil }
        let told = signs.dropFirst()
        let names = told.prefix { !"*=".contains($0) }
        let isAlone = names.dropFirst().allSatisfy { $0.isLetter || $0.isNumber || $0 == "," }
        return isAlone && ["*", "*="].contains(told[names.endIndex...]) ? String(names) : nil
    }
}
