// A task of two nested sections that is gone through in several ways, and what is decided about one
// async action meanwhile, as a line of text.

import Research
import TaskEngine

/// Goes through the task `T`: a, S(x, Q(p, q), y), b, done.
struct FleetScenario {
    /// A way to go through the task.
    enum Way: String, CaseIterable {
        case forward, back, jump, exit, cancel, save, fail, noStart, deny
    }

    private(set) var trace = ""
    private let owner: [String]
    private let plan: AsyncActionFleet.Plan
    private let way: Way
    private var fleet = AsyncActionFleet()
    private var moment = ""

    init(owner: [String], start: String?, stop: String?, way: Way) {
        self.owner = owner
        self.way = way
        plan = AsyncActionFleet.Plan(identifier: "m", startStep: start, stopStep: stop)
    }

    /// What is decided, moment by moment.
    static func trace(owner: [String], start: String?, stop: String?, way: Way) -> String {
        var scenario = FleetScenario(owner: owner, start: start, stop: stop, way: way)
        scenario.run()
        return scenario.trace
    }

    private mutating func run() {
        show("a")
        switch way {
        case .forward, .deny, .noStart:
            goOn(from: "x")
        case .back:
            for step in ["x", "p", "q"] { show(step) }
            for step in ["p", "x", "a"] { show(step, .back) }
            goOn(from: "x")
        case .jump:
            show("b", .jump)
            show("q", .jump)
            leave("Q")
            goOn(from: "y")
        case .exit:
            for step in ["x", "p"] { show(step) }
            send(.earlyExit, at: "exit")
        case .cancel, .save:
            for step in ["x", "p"] { show(step) }
            send(.cancel(shouldSave: way == .save), at: way.rawValue)
        case .fail:
            for step in ["x", "p"] { show(step) }
            moment = "fail"
            for member in fleet.members { receive(.failed(member.key)) }
            goOn(from: "q")
        }
    }

    private mutating func goOn(from first: String) {
        let steps = ["x", "p", "q", "y", "b", "done"]
        for step in steps.drop(while: { $0 != first }) {
            if step == "y", first != "y" { leave("Q") }
            if step == "b" { leave("S") }
            show(step)
        }
        send(.taskEnds, at: "end")
    }

    private mutating func leave(_ level: String) {
        let path = level == "S" ? ["T", "S"] : ["T", "S", "Q"]
        send(.levelEnds(path), at: ")\(level)")
    }

    private mutating func show(_ step: String, _ kind: AsyncActionFleet.Move.Kind = .forward) {
        let position = Self.position(of: step)
        let declared = position.levels.indices.map { index in
            position.levels[...index].map(\.identifier) == owner ? [plan] : []
        }
        let move = AsyncActionFleet.Move(
            kind,
            to: position,
            declared: declared,
            completesTask: step == "done"
        )
        send(.willShow(move), at: kind == .back ? "<\(step)" : kind == .jump ? "^\(step)" : step)
        receive(.didShow(move))
    }

    /// Where the run stands at a step.
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

    private mutating func send(_ event: AsyncActionFleet.Event, at moment: String) {
        self.moment = moment
        receive(event)
    }

    private mutating func receive(_ event: AsyncActionFleet.Event) {
        for action in fleet.receive(event) { perform(action) }
    }

    private mutating func perform(_ action: AsyncActionFleet.Action) {
        switch action {
        case .add(let requests):
            note("+")
            receive(.added(requests.map(\.key)))
        case .ask(let keys):
            note("?")
            for key in keys { receive(.permissionAnswered(key, isGranted: way != .deny)) }
        case .start(let keys):
            note(">")
            for key in keys { receive(way == .noStart ? .startFailed(key) : .started(key)) }
        case .stop(let keys, let showsLoading):
            note(showsLoading ? "!" : ".")
            for key in keys { receive(.stopped(key)) }
        case .cancel(let keys):
            note("x")
            for key in keys { receive(.stopped(key)) }
        case .drop: note("-")
        case .attach: note("@")
        case .moveTo, .beginBackgroundAudio, .proceed: break
        }
    }

    private mutating func note(_ sign: String) {
        if !moment.isEmpty {
            trace += "\(trace.isEmpty ? "" : " ")\(moment):"
            moment = ""
        }
        trace += sign
    }
}
