internal import LifeSigns
internal import Synchronization
internal import SystemCalls
internal import Testing
internal import Timebase

@Suite("The cadence of life signs")
struct LifeSignCadenceTests {
    private static func instant(_ seconds: Double) -> BootInstant {
        BootInstant(nanoseconds: Int64(seconds * 1e9))
    }

    /// The signs of a composer that gets the facts every 100 ms.
    private static func said(
        until end: Double,
        _ facts: (Double) -> LifeSignFacts
    ) -> [(at: Double, sign: LifeSign)] {
        var composer = LifeSignComposer(board: BoardName("b"), part: "record", software: "f")
        var said: [(at: Double, sign: LifeSign)] = []
        for tick in 0...Int(end * 10) {
            let now = Double(tick) / 10
            let sign = composer.sign(
                of: facts(now),
                at: instant(now),
                date: Signs.noon,
                machine: MachineState(battery: LifeSign.Power(percent: 50, isCharging: true))
            )
            if let sign { said.append((now, sign)) }
        }
        return said
    }

    @Test("a sign is sent at once, and then at least once a minute")
    func quiet() {
        let said = Self.said(until: 600) { _ in LifeSignFacts(since: Signs.noon) }
        #expect(said.first?.at == 0)
        #expect(zip(said, said.dropFirst()).allSatisfy { $1.at - $0.at <= 60 })
        #expect(said.count <= 13)
        #expect(said.allSatisfy { $0.sign.nextWithinSeconds == 60 })
        #expect(said.allSatisfy { $0.sign.battery?.percent == 50 })
    }

    @Test("a change is sent within a second, but no two signs within one second")
    func changes() {
        let said = Self.said(until: 30) { now in
            var facts = LifeSignFacts(since: Signs.noon)
            facts.step = SaidIdentifier("step\(Int(now * 10))")
            return facts
        }
        #expect(zip(said, said.dropFirst()).allSatisfy { $1.at - $0.at >= 1 })
        #expect(said.count >= 30)
        let once = Self.said(until: 30) { now in
            var facts = LifeSignFacts(since: Signs.noon)
            if now >= 7.5 { facts.become(.recording, at: Signs.noon) }
            return facts
        }
        #expect(once.map(\.at) == [0, 7.5])
    }

    @Test("a sensor that keeps losing samples is reported each time its losses have doubled")
    func losses() {
        let said = Self.said(until: 40) { now in
            var facts = LifeSignFacts(since: Signs.noon)
            facts.sensors = [
                SensorProbe(recorder: "m", kind: "motion") {
                    SensorReading(samples: Int(now * 1000), lost: Int(now * 100))
                }
            ]
            return facts
        }
        #expect(said.contains { $0.sign.lost > 0 && $0.at <= 1 })
        #expect(said.count < 15)
    }

    @Test("the sign of a stopped program promises no further sign")
    func stopped() {
        var facts = LifeSignFacts(since: Signs.noon)
        facts.become(.stopped, at: Signs.noon)
        let stopped = facts
        let said = Self.said(until: 1) { _ in stopped }
        #expect(said.first?.sign.nextWithinSeconds == nil)
    }

    @Test("rates cover the last ten seconds, by the samples' times, and are zero if none come")
    func rates() {
        let said = Self.said(until: 120) { now in
            // Ten times as fast as real time until the 60th second, and nothing after it.
            let recorded = min(now, 60) * 10
            var facts = LifeSignFacts(since: Signs.noon)
            facts.step = SaidIdentifier("\(Int(now))")
            facts.sensors = [
                SensorProbe(recorder: "m", kind: "motion", askedPerSecond: 100) {
                    SensorReading(
                        samples: Int(recorded * 100),
                        last: Self.instant(1000 + recorded)
                    )
                }
            ]
            return facts
        }
        let rates = said.map { ($0.at, $0.sign.sensors.first?.perSecond) }
        #expect(rates.first?.1 == nil)
        let running = rates.filter { (5..<60).contains($0.0) }.compactMap(\.1)
        #expect(running.count > 50)
        #expect(running.allSatisfy { abs($0 - 100) < 1 })
        #expect(rates.last?.1 == 0)
    }

    @Test("a sign is sent when a sensor's rate is first known, and when it falls silent")
    func silence() {
        let said = Self.said(until: 40) { now in
            let recorded = min(now, 20)
            var facts = LifeSignFacts(since: Signs.noon)
            facts.sensors = [
                SensorProbe(recorder: "m", kind: "motion", askedPerSecond: 100) {
                    SensorReading(
                        samples: Int(recorded * 100),
                        last: Self.instant(1000 + recorded)
                    )
                }
            ]
            return facts
        }
        #expect(said.map { $0.sign.sensors.first?.perSecond } == [nil, 100, 0])
        #expect(said.last.map { (30...31).contains($0.at) } == true)
    }

    @Test("the samples and losses of recorders that have ended still count")
    func ended() {
        var facts = LifeSignFacts(since: Signs.noon)
        facts.count(ended: SensorReading(samples: .max, lost: 5))
        facts.sensors = [
            SensorProbe(recorder: "m", kind: "motion") { SensorReading(samples: 7, lost: 2) }
        ]
        let counted = facts
        let sign = Self.said(until: 0) { _ in counted }.first?.sign
        #expect(sign?.samples == .max)
        #expect(sign?.lost == 7)
    }
}

@Suite("A sender of life signs", .timeLimit(.minutes(5)))
struct LifeSignTellerTests {
    private final class Post: LifeSignPost {
        let said = Mutex<[LifeSign]>([])
        let wakeEvent = WakeEvent()
        private let closing = Atomic<Bool>(false)
        var isClosed: Bool { closing.load(ordering: .relaxed) }

        func post(_ sign: LifeSign) {
            said.withLock { $0.append(sign) }
            wakeEvent.signal()
        }
        func close(within limit: Duration) async { closing.store(true, ordering: .relaxed) }

        /// Waits, on a thread of its own, until a sign has been sent that meets a condition.
        func hears(_ isWanted: @escaping @Sendable (LifeSign) -> Bool) async throws {
            await withCheckedContinuation { continuation in
                let thread = try? SystemThread.spawn(name: "listener") { [self] in
                    while true {
                        let signals = wakeEvent.count
                        if said.withLock({ $0.contains(where: isWanted) }) { break }
                        wakeEvent.wait(since: signals)
                    }
                    continuation.resume()
                }
                if thread == nil { continuation.resume() }
            }
        }
    }

    private static let composer = LifeSignComposer(
        board: BoardName("b"),
        part: "record",
        software: "f",
        process: SaidIdentifier("p1")
    )

    @Test(
        "sends at the end that its program has stopped, with the disk's state, and closes its post"
    )
    func end() async throws {
        let post = Post()
        let teller = try LifeSignTeller(Self.composer, sessionsIn: "/", to: post)
        try await post.hears { $0.disk != nil }
        teller.tell { $0.task = SaidIdentifier("walk") }
        await teller.finish()
        let said = post.said.withLock { $0 }
        #expect(said.last?.state == .stopped)
        #expect(said.last?.task?.text == "walk")
        #expect(said.last?.disk != nil)
        #expect(said.last?.process?.text == "p1")
        #expect(post.isClosed)
        await teller.finish()
        #expect(post.said.withLock { $0.count } == said.count)
    }

    @Test("sends everything but the disk's state, and its farewell, if the disk hangs")
    func hanging() async throws {
        let (post, disk) = (Post(), WakeEvent())
        let signals = disk.count
        let teller = try LifeSignTeller(Self.composer, to: post) {
            disk.wait(since: signals)
            return MachineState()
        }
        teller.become(.recording)
        try await post.hears { $0.state == .recording }
        await teller.finish()
        #expect(post.said.withLock { $0.last?.state } == .stopped)
        #expect(post.isClosed)
        disk.signal()
    }
}
