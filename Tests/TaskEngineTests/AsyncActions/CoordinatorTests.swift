import Research
import TaskEngine
import Testing

@Suite("The coordinator of async actions")
struct CoordinatorTests {
    private typealias Coordinator = AsyncActionCoordinator

    private func move(_ step: String, _ plans: [Coordinator.Plan], completes: Bool = false)
        -> Coordinator.Move
    {
        let position = CoordinatorScenario.position(of: step)
        return Coordinator.Move(
            .forward,
            to: position,
            declared: position.levels.indices.map { $0 == 0 ? plans : [] },
            completesTask: completes
        )
    }

    private func key(_ identifier: String, run: Int = 1) -> Coordinator.Key {
        Coordinator.Key(owner: ["T"], identifier: identifier, run: run)
    }

    /// The keys of the requested controllers, if that is the only action.
    private func added(_ actions: [Coordinator.Action]) -> [Coordinator.Key]? {
        guard actions.count == 1, case .add(let requests)? = actions.first else { return nil }
        return requests.map(\.key)
    }

    /// Shows a step; every action that should start does start.
    private func show(_ move: Coordinator.Move, _ coordinator: inout Coordinator) -> [Coordinator
        .Action]
    {
        var actions = coordinator.receive(.willShow(move))
        let added = coordinator.members.filter { $0.state == .idle }.map(\.key)
        actions += coordinator.receive(.added(added, of: added))
        for key in added {
            actions += coordinator.receive(.permissionAnswered(key, isGranted: true))
        }
        actions += coordinator.receive(.didShow(move))
        for member in coordinator.members where member.state == .starting {
            actions += coordinator.receive(.started(member.key))
        }
        return actions
    }

    @Test("delays a step until all permissions are answered")
    func permission() {
        var coordinator = Coordinator()
        let move = move("a", [.init(identifier: "m"), .init(identifier: "n")])
        #expect(coordinator.receive(.willShow(move)).count == 1)
        let keys = [key("m"), key("n")]
        #expect(coordinator.receive(.added(keys, of: keys)) == [.ask(keys)])
        #expect(coordinator.receive(.permissionAnswered(keys[0], isGranted: true)) == [])
        #expect(
            coordinator.receive(.permissionAnswered(keys[1], isGranted: false))
                == [.attach(keys[1]), .proceed(.show)]
        )
    }

    @Test("delays a step's timer until its actions have started or failed")
    func timer() {
        var coordinator = Coordinator()
        let move = move("a", [.init(identifier: "m"), .init(identifier: "n")])
        _ = coordinator.receive(.willShow(move))
        _ = coordinator.receive(.added([key("m"), key("n")], of: [key("m"), key("n")]))
        for name in ["m", "n"] {
            _ = coordinator.receive(.permissionAnswered(key(name), isGranted: true))
        }
        #expect(coordinator.receive(.didShow(move)) == [.start([key("m"), key("n")])])
        #expect(coordinator.receive(.started(key("m"))) == [])
        #expect(
            coordinator.receive(.startFailed(key("n"))) == [.attach(key("n")), .proceed(.begin)]
        )
    }

    @Test("starts a second run of an action once the first has stopped")
    func secondRun() {
        var coordinator = Coordinator()
        let plan = Coordinator.Plan(identifier: "m", startStep: "a", stopStep: "a")
        _ = show(move("a", [plan]), &coordinator)
        // The step repeats, as in a loop.
        #expect(
            show(move("a", [plan]), &coordinator).suffix(2) == [
                .proceed(.show), .stop([key("m")], showsLoading: false),
            ]
        )
        #expect(
            coordinator.receive(.stopped(key("m")))
                == [.attach(key("m")), .start([key("m", run: 2)])]
        )
        #expect(coordinator.receive(.started(key("m", run: 2))) == [.proceed(.begin)])
    }

    @Test("starts a second run for a repeated step while the first run is still stopping")
    func comesBackEarly() {
        var coordinator = Coordinator()
        let plan = Coordinator.Plan(identifier: "m", startStep: "a", stopStep: "a")
        _ = show(move("a", [plan]), &coordinator)
        let stop = Coordinator.Action.stop([key("m")], showsLoading: false)
        #expect(show(move("b", [plan]), &coordinator).contains(stop))
        let again = key("m", run: 2)
        #expect(!show(move("a", [plan]), &coordinator).contains(.start([again])))
        #expect(coordinator.receive(.stopped(key("m"))) == [.attach(key("m")), .start([again])])
        #expect(coordinator.receive(.started(again)) == [.proceed(.begin)])
    }

    @Test("starts a section's actions again when the section repeats")
    func repeatedSection() {
        var coordinator = Coordinator()
        let position = CoordinatorScenario.position(of: "x")
        let plan = Coordinator.Plan(identifier: "m")
        let move = Coordinator.Move(.forward, to: position, declared: [[], [plan]])
        let key = Coordinator.Key(owner: ["T", "S"], identifier: "m")
        _ = show(move, &coordinator)
        #expect(
            coordinator.receive(.levelEnds(["T", "S"])) == [.stop([key], showsLoading: true)]
        )
        #expect(
            coordinator.receive(.stopped(key)) == [.attach(key), .proceed(.level(["T", "S"]))]
        )
        var again = key
        again.run = 2
        #expect(show(move, &coordinator).contains(.start([again])))
    }

    @Test("restarts a failed action once, on the current step")
    func again() {
        var coordinator = Coordinator()
        let plan = Coordinator.Plan(identifier: "m", stopStep: "b")
        _ = show(move("a", [plan]), &coordinator)
        #expect(!coordinator.mayBeginAgain(key("m")))
        #expect(coordinator.receive(.failed(key("m"))) == [.attach(key("m"))])
        #expect(coordinator.mayBeginAgain(key("m")))
        let next = key("m", run: 2)
        #expect(added(coordinator.receive(.again(key("m")))) == [next])
        #expect(coordinator.receive(.again(key("m"))) == [])
        #expect(coordinator.receive(.added([next], of: [next])) == [.ask([next])])
        #expect(coordinator.receive(.permissionAnswered(next, isGranted: true)) == [.start([next])])
        #expect(coordinator.receive(.started(next)) == [])
        #expect(show(move("b", [plan]), &coordinator).contains(.moveTo([next])))
        #expect(
            show(move("c", [plan]), &coordinator).contains(.stop([next], showsLoading: false))
        )
    }

    @Test(
        "restarts no action whose part of the task is over",
        arguments: ["stop step", "level", "last step", "end"]
    )
    func tooLate(how: String) {
        var coordinator = Coordinator()
        let plan = Coordinator.Plan(identifier: "m", stopStep: how == "stop step" ? "a" : nil)
        _ = show(move("a", [plan]), &coordinator)
        _ = coordinator.receive(.failed(key("m")))
        switch how {
        case "stop step": _ = show(move("b", [plan]), &coordinator)
        case "level": _ = coordinator.receive(.levelEnds(["T"]))
        case "last step": _ = show(move("done", [plan], completes: true), &coordinator)
        default: _ = coordinator.receive(.taskEnds)
        }
        #expect(how == "end" || !coordinator.mayBeginAgain(key("m")))
        #expect(coordinator.receive(.again(key("m"))) == [])
    }

    @Test("restarts no action that a later step has started itself, or that has no controller")
    func begunByItself() {
        var coordinator = Coordinator()
        let plan = Coordinator.Plan(identifier: "m", startStep: "a")
        _ = show(move("a", [plan]), &coordinator)
        _ = coordinator.receive(.failed(key("m")))
        let next = key("m", run: 2)
        #expect(added(coordinator.receive(.again(key("m")))) == [next])
        #expect(coordinator.receive(.added([], of: [next])) == [])
        #expect(coordinator.members.isEmpty)
        _ = show(move("b", [plan]), &coordinator)
        _ = show(move("a", [plan]), &coordinator)
        #expect(coordinator.members.map(\.key) == [key("m", run: 3)])
        #expect(!coordinator.mayBeginAgain(key("m")) && coordinator.receive(.again(key("m"))) == [])
    }

    @Test("begins the background audio once")
    func audio() {
        var coordinator = Coordinator()
        let plans = ["m", "n"].map {
            Coordinator.Plan(identifier: $0, requiresBackgroundAudio: true)
        }
        let actions = show(move("a", plans), &coordinator)
        #expect(actions.filter { $0 == .beginBackgroundAudio }.count == 1)
    }

    @Test("stops an action that is no recorder only at the end of its level")
    func requests() {
        var coordinator = Coordinator()
        let plan = Coordinator.Plan(identifier: "w", stopStep: "a", isRecorder: false)
        _ = show(move("a", [plan]), &coordinator)
        let atEnd = show(move("done", [plan], completes: true), &coordinator)
        #expect(!atEnd.contains(.stop([key("w")], showsLoading: false)))
        #expect(coordinator.receive(.taskEnds) == [.stop([key("w")], showsLoading: true)])
        #expect(coordinator.receive(.stopped(key("w"))) == [.attach(key("w")), .proceed(.task)])
    }

    @Test("cancels an action that is already stopping when the run is discarded")
    func cancelWhileStopping() {
        var coordinator = Coordinator()
        let plan = Coordinator.Plan(identifier: "m", stopStep: "a")
        _ = show(move("a", [plan]), &coordinator)
        _ = show(move("b", [plan]), &coordinator)
        #expect(coordinator.receive(.cancel(shouldSave: false)) == [.cancel([key("m")])])
        #expect(coordinator.receive(.stopped(key("m"))) == [.attach(key("m")), .proceed(.task)])
    }

    @Test("stops the actions of a step when its timer ends, once")
    func stepFinished() {
        var coordinator = Coordinator()
        let plan = Coordinator.Plan(identifier: "m", stopStep: "a")
        _ = show(move("a", [plan]), &coordinator)
        #expect(coordinator.receive(.stepFinished) == [.stop([key("m")], showsLoading: false)])
        #expect(coordinator.receive(.stepFinished) == [])
    }

    @Test("restarts only the actions that ran when the run was saved")
    func resume() {
        var coordinator = Coordinator()
        var move = move("b", [.init(identifier: "m"), .init(identifier: "n", startStep: "a")])
        move.kind = .resume([.init(owner: ["T"], identifier: "n")])
        #expect(show(move, &coordinator).contains(.start([key("n")])))
        #expect(coordinator.members.map(\.key) == [key("n")])
    }

    @Test("stops all recorders at the end of the last step's timer")
    func timedLastStep() {
        var coordinator = Coordinator()
        let plans = [
            Coordinator.Plan(identifier: "m"), Coordinator.Plan(identifier: "n", stopStep: "x"),
            Coordinator.Plan(identifier: "w", isRecorder: false),
        ]
        _ = show(move("a", plans), &coordinator)
        var last = move("done", plans, completes: true)
        last.isTimed = true
        #expect(
            show(last, &coordinator) == [
                .proceed(.show), .moveTo([key("m"), key("n"), key("w")]), .proceed(.begin),
            ]
        )
        #expect(
            coordinator.receive(.stepFinished) == [
                .stop([key("m"), key("n")], showsLoading: false)
            ]
        )
        #expect(coordinator.receive(.stopped(key("m"))) == [.attach(key("m"))])
    }

    @Test("does not stop a task's action at the end of a timer before the last step")
    func timedStepAmongOthers() {
        var coordinator = Coordinator()
        let plan = Coordinator.Plan(identifier: "m")
        var first = move("a", [plan])
        first.isTimed = true
        _ = show(first, &coordinator)
        #expect(coordinator.receive(.stepFinished) == [])
    }

    @Test("treats an action of an unknown type as a recorder if it has a stop step")
    func standardConfigurations() {
        let plans = [nil, "a"].map {
            Coordinator.Plan(
                RSDStandardAsyncActionConfiguration(
                    identifier: "m",
                    type: "smell",
                    startStepIdentifier: "b",
                    stopStepIdentifier: $0
                )
            )
        }
        #expect(plans.map(\.startStep) == ["b", "b"])
        #expect(plans.map(\.stopStep) == [nil, "a"])
        #expect(plans.map(\.isRecorder) == [false, true])
    }

    @Test("attaches results in order at each level, and lets no level wait for another")
    func levels() {
        var coordinator = Coordinator()
        let position = CoordinatorScenario.position(of: "x")
        let plans = ["m1", "m2"].map { Coordinator.Plan(identifier: $0) }
        let inner = ["s1", "s2"].map { Coordinator.Plan(identifier: $0) }
        _ = show(Coordinator.Move(.forward, to: position, declared: [plans, inner]), &coordinator)
        let outer = [key("m1"), key("m2")]
        let section = ["s1", "s2"].map { Coordinator.Key(owner: ["T", "S"], identifier: $0) }
        #expect(coordinator.receive(.earlyExit) == [.stop(outer + section, showsLoading: true)])
        #expect(coordinator.receive(.stopped(section[1])) == [])
        #expect(coordinator.receive(.stopped(outer[1])) == [])
        #expect(coordinator.receive(.stopped(section[0])) == section.map { .attach($0) })
        #expect(
            coordinator.receive(.stopped(outer[0])) == outer.map { .attach($0) } + [.proceed(.task)]
        )
    }

    @Test("attaches a failed action when it fails, before those that stop later")
    func oneOfSeveralFails() {
        var coordinator = Coordinator()
        let plans = ["m1", "m2", "m3"].map { Coordinator.Plan(identifier: $0) }
        _ = show(move("a", plans), &coordinator)
        #expect(coordinator.receive(.failed(key("m2"))) == [.attach(key("m2"))])
        #expect(
            coordinator.receive(.taskEnds) == [.stop([key("m1"), key("m3")], showsLoading: true)]
        )
        // A failure while the action is stopping does not change the order.
        #expect(coordinator.receive(.failed(key("m3"))) == [])
        #expect(coordinator.receive(.stopped(key("m3"))) == [])
        #expect(
            coordinator.receive(.stopped(key("m1")))
                == [.attach(key("m1")), .attach(key("m3")), .proceed(.task)]
        )
    }

    @Test("lets the host control the actions that it adds, until their level ends")
    func heldByHost() {
        var coordinator = Coordinator()
        _ = show(move("a", []), &coordinator)
        let keys = ["denied", "granted", "unasked"].map { key($0) }
        for key in keys {
            #expect(
                coordinator.receive(.adopted(key, Coordinator.Plan(identifier: key.identifier)))
                    == []
            )
        }
        #expect(coordinator.receive(.askedByHost(keys)) == [])
        #expect(
            coordinator.receive(.permissionAnswered(keys[0], isGranted: false)) == [
                .attach(keys[0])
            ]
        )
        #expect(coordinator.receive(.permissionAnswered(keys[1], isGranted: true)) == [])
        // The coordinator neither waits for these actions nor starts them.
        #expect(show(move("b", []), &coordinator) == [.proceed(.show), .proceed(.begin)])
        #expect(coordinator.receive(.startedByHost([keys[1]])) == [])
        #expect(coordinator.receive(.started(keys[1])) == [])
        #expect(
            coordinator.receive(.taskEnds)
                == [.drop([keys[2]]), .stop([keys[1]], showsLoading: true)]
        )
    }

    @Test("drops an action that a host added to a section and never started, when the section ends")
    func heldInSection() {
        var coordinator = Coordinator()
        _ = show(move("x", []), &coordinator)
        let held = Coordinator.Key(owner: ["T", "S"], identifier: "own")
        _ = coordinator.receive(.adopted(held, Coordinator.Plan(identifier: "own")))
        var back = move("a", [])
        back.kind = .back
        #expect(show(back, &coordinator) == [.proceed(.show), .drop([held]), .proceed(.begin)])
        #expect(coordinator.members == [])
    }

    @Test("attaches an action that the host stops in the order of the stops")
    func stoppedByHost() {
        var coordinator = Coordinator()
        _ = show(move("a", [.init(identifier: "m"), .init(identifier: "n")]), &coordinator)
        #expect(coordinator.receive(.stoppedByHost([key("n")])) == [])
        #expect(coordinator.receive(.taskEnds) == [.stop([key("m")], showsLoading: true)])
        #expect(coordinator.receive(.stopped(key("m"))) == [])
        #expect(
            coordinator.receive(.stopped(key("n")))
                == [.attach(key("n")), .attach(key("m")), .proceed(.task)]
        )
    }

    @Test("stops a host's action in an inner level when the outer level ends")
    func addedToLeftLevel() {
        var coordinator = Coordinator()
        _ = show(move("y", []), &coordinator)
        let own = Coordinator.Key(owner: ["T", "S", "Q"], identifier: "own")
        _ = coordinator.receive(.adopted(own, Coordinator.Plan(identifier: "own")))
        _ = coordinator.receive(.startedByHost([own]))
        _ = coordinator.receive(.started(own))
        #expect(coordinator.receive(.levelEnds(["T", "S"])) == [.stop([own], showsLoading: true)])
        #expect(
            coordinator.receive(.stopped(own)) == [.attach(own), .proceed(.level(["T", "S"]))]
        )
    }

    @Test("drops an action that a host adds while the run is ending")
    func addedAtEnd() {
        var coordinator = Coordinator()
        _ = show(move("a", [.init(identifier: "m")]), &coordinator)
        #expect(coordinator.receive(.earlyExit) == [.stop([key("m")], showsLoading: true)])
        #expect(
            coordinator.receive(.adopted(key("own"), Coordinator.Plan(identifier: "own")))
                == [.drop([key("own")])]
        )
        #expect(coordinator.receive(.stopped(key("m"))) == [.attach(key("m")), .proceed(.task)])
    }
}
