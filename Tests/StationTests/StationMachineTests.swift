internal import RandomWords
internal import Station
internal import Testing

@Suite("A station")
struct StationMachineTests {
    typealias Machine = StationMachine

    /// A station after these events, and its actions for the last one.
    private static func after(
        _ events: [Machine.Event],
        again: StationSettings.Again = .onFailure,
        hasButton: Bool = true
    ) -> (machine: Machine, actions: [Machine.Action]) {
        var machine = Machine(again: again, hasButton: hasButton)
        var actions: [Machine.Action] = []
        for event in events { actions = machine.receive(event) }
        return (machine, actions)
    }

    private static let long = Duration.seconds(100)

    @Test("waits for a press, and saves the request to record before it begins")
    func begins() {
        let waiting = Self.after([.ready(isWanted: false)])
        #expect(waiting.actions == [] && waiting.machine.state == .waiting)
        let pressed = Self.after([.ready(isWanted: false), .pressed])
        #expect(pressed.actions == [.remember(isWanted: true), .begin(takesUp: false)])
        #expect(pressed.machine.state == .starting)
        #expect(Self.after([.pressed, .began]).machine.state == .recording)
    }

    @Test("continues a recording that it was killed in, until that has begun")
    func takesUp() {
        let ready = Self.after([.ready(isWanted: true)])
        #expect(ready.actions == [.remember(isWanted: true), .begin(takesUp: true)])
        let failed: [Machine.Event] = [.ready(isWanted: true), .ended(.failed, ran: .zero), .due]
        #expect(Self.after(failed).actions.last == .begin(takesUp: true))
        let later: [Machine.Event] = [
            .ready(isWanted: true), .began, .ended(.failed, ran: .seconds(1)), .due,
        ]
        #expect(Self.after(later).actions.last == .begin(takesUp: false))
    }

    @Test("ends a recording at a second press, clears the request first, and waits again")
    func ends() {
        let pressed = Self.after([.pressed, .began, .pressed])
        #expect(pressed.actions == [.remember(isWanted: false), .end])
        #expect(pressed.machine.state == .ending)
        // It bounces, or somebody is impatient.
        #expect(Self.after([.pressed, .began, .pressed, .pressed]).actions == [])
        let over = Self.after([.pressed, .began, .pressed, .ended(.good, ran: Self.long)])
        #expect(over.actions == [] && over.machine.state == .waiting)
        let failed = Self.after([.pressed, .began, .pressed, .ended(.failed, ran: Self.long)])
        #expect(failed.actions == [] && failed.machine.state == .fault)
        #expect(
            Self.after([.pressed, .pressed]).actions == [.remember(isWanted: false), .end],
            "also while it opens its sensors"
        )
    }

    @Test("closes the recording and leaves when the button is held")
    func held() {
        #expect(Self.after([.held]).actions == [.forget, .leave(.good)])
        #expect(Self.after([.pressed, .began, .held]).actions == [.forget, .end])
        let over = Self.after([.pressed, .began, .held, .ended(.good, ran: Self.long)])
        #expect(over.actions == [.leave(.good)] && over.machine.state == .stopped)
        let ending = Self.after([.pressed, .began, .pressed, .held])
        #expect(ending.actions == [.forget], "holding the button does not hurry the closing")
        var machine = ending.machine
        #expect(machine.receive(.ended(.failed, ran: Self.long)) == [.leave(.good)])
    }

    @Test("leaves when the system asks, and keeps the request to record")
    func terminated() {
        #expect(Self.after([.terminated]).actions == [.leave(.good)])
        #expect(Self.after([.pressed, .began, .terminated]).actions == [.end])
        #expect(
            Self.after([.pressed, .began, .terminated, .terminated]).actions == [.end],
            "a second request does not wait for the first"
        )
        let over: [Machine.Event] = [.pressed, .began, .terminated, .ended(.good, ran: Self.long)]
        #expect(Self.after(over).actions == [.leave(.good)])
        let fault: [Machine.Event] = [.pressed, .ended(.failed, ran: .zero), .terminated]
        #expect(Self.after(fault).actions == [.tryNoMore, .leave(.good)])
    }

    @Test(
        "follows its rule after an end that nobody asked for",
        arguments: [
            (StationSettings.Again.never, Machine.Ending.good, [.remember(isWanted: false)]),
            (.never, .failed, [.remember(isWanted: false)]),
            (.onFailure, .good, [.remember(isWanted: false)]),
            (.onFailure, .failed, [.tryAgain(after: .seconds(5))]),
            (.always, .good, [.remember(isWanted: true), .begin(takesUp: false)]),
            (.always, .failed, [.tryAgain(after: .seconds(5))]),
        ] as [(StationSettings.Again, Machine.Ending, [Machine.Action])]
    )
    func again(rule: StationSettings.Again, ending: Machine.Ending, actions: [Machine.Action]) {
        let ended = Self.after([.pressed, .began, .ended(ending, ran: Self.long)], again: rule)
        #expect(ended.actions == actions)
        let isFault = ending == .failed
        #expect(ended.machine.state == (isFault ? .fault : rule == .always ? .starting : .waiting))
    }

    @Test(
        "leaves if it has no button and nothing else would begin another recording",
        arguments: [
            (StationSettings.Again.never, Machine.Ending.good), (.never, .failed),
            (.onFailure, .good),
        ]
    )
    func withoutButton(rule: StationSettings.Again, ending: Machine.Ending) {
        let events: [Machine.Event] = [
            .ready(isWanted: true), .began, .ended(ending, ran: Self.long),
        ]
        let ended = Self.after(events, again: rule, hasButton: false)
        #expect(ended.actions == [.remember(isWanted: false), .leave(ending)])
        #expect(ended.machine.state == .stopped)
    }

    @Test("does not leave without a button while it tries again, or records again")
    func staysWithoutButton() {
        let start: [Machine.Event] = [.ready(isWanted: true), .began]
        let failed = Self.after(
            start + [.ended(.failed, ran: Self.long)],
            hasButton: false
        )
        #expect(failed.actions == [.tryAgain(after: .seconds(5))])
        let good = Self.after(
            start + [.ended(.good, ran: Self.long)],
            again: .always,
            hasButton: false
        )
        #expect(good.actions == [.remember(isWanted: true), .begin(takesUp: false)])
    }

    @Test("pauses before the next recording if one ends at once")
    func shortOnes() {
        let events: [Machine.Event] = [.pressed, .began, .ended(.good, ran: .seconds(1))]
        #expect(Self.after(events, again: .always).actions == [.tryAgain(after: .seconds(5))])
        let stopped = Self.after(events + [.pressed], again: .always)
        #expect(stopped.actions == [.remember(isWanted: false), .tryNoMore])
    }

    @Test("tries again after growing pauses, and soon again after a recording that went well")
    func pauses() {
        var machine = Machine(again: .onFailure, hasButton: true)
        _ = machine.receive(.pressed)
        var pauses: [Duration] = []
        func fail(after ran: Duration) {
            for action in machine.receive(.ended(.failed, ran: ran)) {
                if case .tryAgain(let pause) = action { pauses.append(pause) }
            }
            _ = machine.receive(.due)
        }
        for _ in 0..<8 { fail(after: .seconds(1)) }
        #expect(pauses == [5, 10, 20, 40, 80, 160, 300, 300].map { .seconds($0) })
        fail(after: .seconds(60))
        #expect(pauses.last == .seconds(5))
    }

    @Test("stops trying after a press, and begins at the next one")
    func pressedInFault() {
        let off = Self.after([.pressed, .ended(.failed, ran: .zero), .pressed])
        #expect(off.actions == [.remember(isWanted: false), .tryNoMore])
        #expect(off.machine.state == .waiting)
        var machine = off.machine
        #expect(machine.receive(.due) == [], "a pause that is over too late")
        let dead = Self.after([.pressed, .ended(.failed, ran: .zero), .pressed], again: .never)
        #expect(dead.actions == [.remember(isWanted: true), .begin(takesUp: false)])
    }

    @Test(
        "never begins twice, and leaves at most once, for any order of events",
        arguments: 1...200
    )
    func anything(seed: UInt64) {
        var words = RandomWords(seed: seed)
        let rules = StationSettings.Again.allCases
        var machine = Machine(
            again: rules.randomElement(using: &words) ?? .never,
            hasButton: Bool.random(using: &words)
        )
        var (isRunning, leaves) = (false, 0)
        for _ in 0..<200 {
            let events: [Machine.Event] = [
                .ready(isWanted: Bool.random(using: &words)), .pressed, .pressed, .began, .due,
                .ended(
                    Bool.random(using: &words) ? .good : .failed,
                    ran: .seconds(Int.random(in: 0..<90, using: &words))
                ),
                Bool.random(using: &words) ? .held : .pressed,
                Int.random(in: 0..<10, using: &words) == 0 ? .terminated : .began,
            ]
            let event = events.randomElement(using: &words) ?? .pressed
            // The driver reports a beginning or an end only while something runs.
            if case .ended = event, !isRunning { continue }
            if case .began = event, !isRunning { continue }
            if case .ended = event { isRunning = false }
            for action in machine.receive(event) {
                switch action {
                case .begin:
                    #expect(!isRunning)
                    isRunning = true
                case .end: #expect(isRunning)
                case .leave:
                    #expect(!isRunning)
                    leaves += 1
                case .remember, .forget, .tryAgain, .tryNoMore: break
                }
            }
            #expect([.starting, .recording, .ending].contains(machine.state) == isRunning)
        }
        #expect(leaves <= 1)
    }
}
