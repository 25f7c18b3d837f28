import Research
import TaskEngine
import Testing

@Suite("The fleet of async actions")
struct FleetTests {
    private typealias Fleet = AsyncActionFleet

    private func move(_ step: String, _ plans: [Fleet.Plan], completes: Bool = false) -> Fleet.Move
    {
        let position = FleetScenario.position(of: step)
        return Fleet.Move(
            .forward,
            to: position,
            declared: position.levels.indices.map { $0 == 0 ? plans : [] },
            completesTask: completes
        )
    }

    private func key(_ identifier: String, run: Int = 1) -> Fleet.Key {
        Fleet.Key(owner: ["T"], identifier: identifier, run: run)
    }

    /// What controllers are wanted for, where nothing else is.
    private func added(_ actions: [Fleet.Action]) -> [Fleet.Key]? {
        guard actions.count == 1, case .add(let requests)? = actions.first else { return nil }
        return requests.map(\.key)
    }

    /// Shows a step; all that is to start does.
    private func show(_ move: Fleet.Move, _ fleet: inout Fleet) -> [Fleet.Action] {
        var actions = fleet.receive(.willShow(move))
        let added = fleet.members.filter { $0.state == .idle }.map(\.key)
        actions += fleet.receive(.added(added, of: added))
        for key in added { actions += fleet.receive(.permissionAnswered(key, isGranted: true)) }
        actions += fleet.receive(.didShow(move))
        for member in fleet.members where member.state == .starting {
            actions += fleet.receive(.started(member.key))
        }
        return actions
    }

    @Test("holds a step back until everybody has answered")
    func permission() {
        var fleet = Fleet()
        let move = move("a", [.init(identifier: "m"), .init(identifier: "n")])
        #expect(fleet.receive(.willShow(move)).count == 1)
        let keys = [key("m"), key("n")]
        #expect(fleet.receive(.added(keys, of: keys)) == [.ask(keys)])
        #expect(fleet.receive(.permissionAnswered(keys[0], isGranted: true)) == [])
        #expect(
            fleet.receive(.permissionAnswered(keys[1], isGranted: false))
                == [.attach(keys[1]), .proceed(.show)]
        )
    }

    @Test("holds a step's timer back until what starts with it has, or has not")
    func timer() {
        var fleet = Fleet()
        let move = move("a", [.init(identifier: "m"), .init(identifier: "n")])
        _ = fleet.receive(.willShow(move))
        _ = fleet.receive(.added([key("m"), key("n")], of: [key("m"), key("n")]))
        for name in ["m", "n"] {
            _ = fleet.receive(.permissionAnswered(key(name), isGranted: true))
        }
        #expect(fleet.receive(.didShow(move)) == [.start([key("m"), key("n")])])
        #expect(fleet.receive(.started(key("m"))) == [])
        #expect(fleet.receive(.startFailed(key("n"))) == [.attach(key("n")), .proceed(.begin)])
    }

    @Test("starts a second run of an action when the first has closed its files")
    func secondRun() {
        var fleet = Fleet()
        let plan = Fleet.Plan(identifier: "m", startStep: "a", stopStep: "a")
        _ = show(move("a", [plan]), &fleet)
        // The step is shown once more: a loop.
        #expect(
            show(move("a", [plan]), &fleet).suffix(2) == [
                .proceed(.show), .stop([key("m")], showsLoading: false),
            ]
        )
        #expect(
            fleet.receive(.stopped(key("m")))
                == [.attach(key("m")), .start([key("m", run: 2)])]
        )
        #expect(fleet.receive(.started(key("m", run: 2))) == [.proceed(.begin)])
    }

    @Test("starts again for a step that is come back to while the first run still closes its files")
    func comesBackEarly() {
        var fleet = Fleet()
        let plan = Fleet.Plan(identifier: "m", startStep: "a", stopStep: "a")
        _ = show(move("a", [plan]), &fleet)
        let stop = Fleet.Action.stop([key("m")], showsLoading: false)
        #expect(show(move("b", [plan]), &fleet).contains(stop))
        let again = key("m", run: 2)
        #expect(!show(move("a", [plan]), &fleet).contains(.start([again])))
        #expect(fleet.receive(.stopped(key("m"))) == [.attach(key("m")), .start([again])])
        #expect(fleet.receive(.started(again)) == [.proceed(.begin)])
    }

    @Test("starts a section's actions again when the section follows itself")
    func repeatedSection() {
        var fleet = Fleet()
        let position = FleetScenario.position(of: "x")
        let plan = Fleet.Plan(identifier: "m")
        let move = Fleet.Move(.forward, to: position, declared: [[], [plan]])
        let key = Fleet.Key(owner: ["T", "S"], identifier: "m")
        _ = show(move, &fleet)
        #expect(
            fleet.receive(.levelEnds(["T", "S"])) == [.stop([key], showsLoading: true)]
        )
        #expect(
            fleet.receive(.stopped(key)) == [.attach(key), .proceed(.level(["T", "S"]))]
        )
        var again = key
        again.run = 2
        #expect(show(move, &fleet).contains(.start([again])))
    }

    @Test("begins what has failed again, on the step that is shown, once it is allowed")
    func again() {
        var fleet = Fleet()
        let plan = Fleet.Plan(identifier: "m", stopStep: "b")
        _ = show(move("a", [plan]), &fleet)
        #expect(!fleet.mayBeginAgain(key("m")))
        #expect(fleet.receive(.failed(key("m"))) == [.attach(key("m"))])
        #expect(fleet.mayBeginAgain(key("m")))
        let next = key("m", run: 2)
        #expect(added(fleet.receive(.again(key("m")))) == [next])
        #expect(fleet.receive(.again(key("m"))) == [])
        #expect(fleet.receive(.added([next], of: [next])) == [.ask([next])])
        #expect(fleet.receive(.permissionAnswered(next, isGranted: true)) == [.start([next])])
        #expect(fleet.receive(.started(next)) == [])
        #expect(show(move("b", [plan]), &fleet).contains(.moveTo([next])))
        #expect(
            show(move("c", [plan]), &fleet).contains(.stop([next], showsLoading: false))
        )
    }

    @Test(
        "begins nothing again whose time is over",
        arguments: ["stop step", "level", "last step", "end"]
    )
    func tooLate(how: String) {
        var fleet = Fleet()
        let plan = Fleet.Plan(identifier: "m", stopStep: how == "stop step" ? "a" : nil)
        _ = show(move("a", [plan]), &fleet)
        _ = fleet.receive(.failed(key("m")))
        switch how {
        case "stop step": _ = show(move("b", [plan]), &fleet)
        case "level": _ = fleet.receive(.levelEnds(["T"]))
        case "last step": _ = show(move("done", [plan], completes: true), &fleet)
        default: _ = fleet.receive(.taskEnds)
        }
        #expect(how == "end" || !fleet.mayBeginAgain(key("m")))
        #expect(fleet.receive(.again(key("m"))) == [])
    }

    @Test("begins nothing again that the next step has begun itself, nor what nobody makes")
    func begunByItself() {
        var fleet = Fleet()
        let plan = Fleet.Plan(identifier: "m", startStep: "a")
        _ = show(move("a", [plan]), &fleet)
        _ = fleet.receive(.failed(key("m")))
        let next = key("m", run: 2)
        #expect(added(fleet.receive(.again(key("m")))) == [next])
        #expect(fleet.receive(.added([], of: [next])) == [])
        #expect(fleet.members.isEmpty)
        _ = show(move("b", [plan]), &fleet)
        _ = show(move("a", [plan]), &fleet)
        #expect(fleet.members.map(\.key) == [key("m", run: 3)])
        #expect(!fleet.mayBeginAgain(key("m")) && fleet.receive(.again(key("m"))) == [])
    }

    @Test("begins the background audio once")
    func audio() {
        var fleet = Fleet()
        let plans = ["m", "n"].map {
            Fleet.Plan(identifier: $0, requiresBackgroundAudio: true)
        }
        let actions = show(move("a", plans), &fleet)
        #expect(actions.filter { $0 == .beginBackgroundAudio }.count == 1)
    }

    @Test("leaves what does not record to the end of its level")
    func requests() {
        var fleet = Fleet()
        let plan = Fleet.Plan(identifier: "w", stopStep: "a", isRecorder: false)
        _ = show(move("a", [plan]), &fleet)
        let atEnd = show(move("done", [plan], completes: true), &fleet)
        #expect(!atEnd.contains(.stop([key("w")], showsLoading: false)))
        #expect(fleet.receive(.taskEnds) == [.stop([key("w")], showsLoading: true)])
        #expect(fleet.receive(.stopped(key("w"))) == [.attach(key("w")), .proceed(.task)])
    }

    @Test("gives up what is already being stopped when nobody wants it any more")
    func cancelWhileStopping() {
        var fleet = Fleet()
        let plan = Fleet.Plan(identifier: "m", stopStep: "a")
        _ = show(move("a", [plan]), &fleet)
        _ = show(move("b", [plan]), &fleet)
        #expect(fleet.receive(.cancel(shouldSave: false)) == [.cancel([key("m")])])
        #expect(fleet.receive(.stopped(key("m"))) == [.attach(key("m")), .proceed(.task)])
    }

    @Test("stops what matches the step when its timer ends and it stays on screen")
    func stepFinished() {
        var fleet = Fleet()
        let plan = Fleet.Plan(identifier: "m", stopStep: "a")
        _ = show(move("a", [plan]), &fleet)
        #expect(fleet.receive(.stepFinished) == [.stop([key("m")], showsLoading: false)])
        #expect(fleet.receive(.stepFinished) == [])
    }

    @Test("takes up again just what was in use when a run was left")
    func resume() {
        var fleet = Fleet()
        var move = move("b", [.init(identifier: "m"), .init(identifier: "n", startStep: "a")])
        move.kind = .resume([.init(owner: ["T"], identifier: "n")])
        #expect(show(move, &fleet).contains(.start([key("n")])))
        #expect(fleet.members.map(\.key) == [key("n")])
    }

    @Test("records a last step with a timer until that is over, and stops all recorders then")
    func timedLastStep() {
        var fleet = Fleet()
        let plans = [
            Fleet.Plan(identifier: "m"), Fleet.Plan(identifier: "n", stopStep: "x"),
            Fleet.Plan(identifier: "w", isRecorder: false),
        ]
        _ = show(move("a", plans), &fleet)
        var last = move("done", plans, completes: true)
        last.isTimed = true
        #expect(
            show(last, &fleet) == [
                .proceed(.show), .moveTo([key("m"), key("n"), key("w")]), .proceed(.begin),
            ]
        )
        #expect(
            fleet.receive(.stepFinished) == [.stop([key("m"), key("n")], showsLoading: false)]
        )
        #expect(fleet.receive(.stopped(key("m"))) == [.attach(key("m"))])
    }

    @Test("stops what matches a step with a timer only, as long as the task goes on")
    func timedStepAmongOthers() {
        var fleet = Fleet()
        let plan = Fleet.Plan(identifier: "m")
        var first = move("a", [plan])
        first.isTimed = true
        _ = show(first, &fleet)
        #expect(fleet.receive(.stepFinished) == [])
    }

    @Test("takes an action of a type that is not known for a recorder if it says where it stops")
    func standardConfigurations() {
        let plans = [nil, "a"].map {
            Fleet.Plan(
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

    @Test("attaches at each level in the order of handling, and lets no level wait for another")
    func levels() {
        var fleet = Fleet()
        let position = FleetScenario.position(of: "x")
        let plans = ["m1", "m2"].map { Fleet.Plan(identifier: $0) }
        let inner = ["s1", "s2"].map { Fleet.Plan(identifier: $0) }
        _ = show(Fleet.Move(.forward, to: position, declared: [plans, inner]), &fleet)
        let outer = [key("m1"), key("m2")]
        let section = ["s1", "s2"].map { Fleet.Key(owner: ["T", "S"], identifier: $0) }
        #expect(fleet.receive(.earlyExit) == [.stop(outer + section, showsLoading: true)])
        #expect(fleet.receive(.stopped(section[1])) == [])
        #expect(fleet.receive(.stopped(outer[1])) == [])
        #expect(fleet.receive(.stopped(section[0])) == section.map { .attach($0) })
        #expect(
            fleet.receive(.stopped(outer[0])) == outer.map { .attach($0) } + [.proceed(.task)]
        )
    }

    @Test("gives one that fails among several its place by the moment of its failure")
    func oneOfSeveralFails() {
        var fleet = Fleet()
        let plans = ["m1", "m2", "m3"].map { Fleet.Plan(identifier: $0) }
        _ = show(move("a", plans), &fleet)
        #expect(fleet.receive(.failed(key("m2"))) == [.attach(key("m2"))])
        #expect(
            fleet.receive(.taskEnds) == [.stop([key("m1"), key("m3")], showsLoading: true)]
        )
        // Of what is being stopped already, a failure changes no place.
        #expect(fleet.receive(.failed(key("m3"))) == [])
        #expect(fleet.receive(.stopped(key("m3"))) == [])
        #expect(
            fleet.receive(.stopped(key("m1")))
                == [.attach(key("m1")), .attach(key("m3")), .proceed(.task)]
        )
    }

    @Test("leaves what a host adds to the host, until its level is left")
    func heldByHost() {
        var fleet = Fleet()
        _ = show(move("a", []), &fleet)
        let keys = ["denied", "granted", "unasked"].map { key($0) }
        for key in keys {
            #expect(fleet.receive(.adopted(key, Fleet.Plan(identifier: key.identifier))) == [])
        }
        #expect(fleet.receive(.askedByHost(keys)) == [])
        #expect(fleet.receive(.permissionAnswered(keys[0], isGranted: false)) == [.attach(keys[0])])
        #expect(fleet.receive(.permissionAnswered(keys[1], isGranted: true)) == [])
        // Nobody waits for them, and nobody starts them.
        #expect(show(move("b", []), &fleet) == [.proceed(.show), .proceed(.begin)])
        #expect(fleet.receive(.startedByHost([keys[1]])) == [])
        #expect(fleet.receive(.started(keys[1])) == [])
        #expect(
            fleet.receive(.taskEnds)
                == [.drop([keys[2]]), .stop([keys[1]], showsLoading: true)]
        )
    }

    @Test("drops what a host added to a section and never started, when the section is left")
    func heldInSection() {
        var fleet = Fleet()
        _ = show(move("x", []), &fleet)
        let held = Fleet.Key(owner: ["T", "S"], identifier: "own")
        _ = fleet.receive(.adopted(held, Fleet.Plan(identifier: "own")))
        var back = move("a", [])
        back.kind = .back
        #expect(show(back, &fleet) == [.proceed(.show), .drop([held]), .proceed(.begin)])
        #expect(fleet.members == [])
    }

    @Test("gives what a host stops its place in the order of handling")
    func stoppedByHost() {
        var fleet = Fleet()
        _ = show(move("a", [.init(identifier: "m"), .init(identifier: "n")]), &fleet)
        #expect(fleet.receive(.stoppedByHost([key("n")])) == [])
        #expect(fleet.receive(.taskEnds) == [.stop([key("m")], showsLoading: true)])
        #expect(fleet.receive(.stopped(key("m"))) == [])
        #expect(
            fleet.receive(.stopped(key("n")))
                == [.attach(key("n")), .attach(key("m")), .proceed(.task)]
        )
    }

    @Test("ends with a level what a host added to one within it that was left before")
    func addedToLeftLevel() {
        var fleet = Fleet()
        _ = show(move("y", []), &fleet)
        let own = Fleet.Key(owner: ["T", "S", "Q"], identifier: "own")
        _ = fleet.receive(.adopted(own, Fleet.Plan(identifier: "own")))
        _ = fleet.receive(.startedByHost([own]))
        _ = fleet.receive(.started(own))
        #expect(fleet.receive(.levelEnds(["T", "S"])) == [.stop([own], showsLoading: true)])
        #expect(
            fleet.receive(.stopped(own)) == [.attach(own), .proceed(.level(["T", "S"]))]
        )
    }

    @Test("takes nothing on any more when the run is ending, and lets it end")
    func addedAtEnd() {
        var fleet = Fleet()
        _ = show(move("a", [.init(identifier: "m")]), &fleet)
        #expect(fleet.receive(.earlyExit) == [.stop([key("m")], showsLoading: true)])
        #expect(
            fleet.receive(.adopted(key("own"), Fleet.Plan(identifier: "own")))
                == [.drop([key("own")])]
        )
        #expect(fleet.receive(.stopped(key("m"))) == [.attach(key("m")), .proceed(.task)])
    }
}
