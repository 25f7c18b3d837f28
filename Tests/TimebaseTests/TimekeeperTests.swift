import Synchronization
import SystemCalls
import Testing
import Timebase

@Suite("Time that is given in")
struct TimekeeperTests {
    let origin = ClockReading(
        realtime: WallInstant(nanosecondsSince1970: 1_000_000_000_000),
        monotonicNanoseconds: 50,
        boottime: BootInstant(nanoseconds: 100)
    )

    @Test("as the machine has it only goes on, and its three clocks agree on a moment")
    func live() {
        let clock = LiveTimekeeper()
        let first = clock.reading()
        let second = clock.reading()
        #expect(second.boottime >= first.boottime)
        #expect(second.monotonicNanoseconds >= first.monotonicNanoseconds)
        #expect(first.wall(at: first.boottime) == first.realtime)
    }

    @Test("stands still until it is moved, and then moves every clock alike")
    func manual() {
        let clock = ManualTimekeeper(startingAt: origin)
        #expect(clock.reading() == origin)
        clock.advance(by: .milliseconds(3))
        #expect(clock.now.nanoseconds == 3_000_100)
        #expect(clock.reading().realtime.nanosecondsSince1970 == 1_000_003_000_000)
        #expect(clock.reading().monotonicNanoseconds == 3_000_050)
    }

    @Test("wakes whoever waits for an instant when it is moved there")
    func manualWakes() throws {
        let clock = ManualTimekeeper(startingAt: origin)
        let hasWoken = Mutex(false)
        try withExtendedLifetime(clock) {
            let done = WakeEvent()
            let signals = done.count
            let thread = try SystemThread.spawn(name: "sleeper") {
                clock.wait(until: BootInstant(nanoseconds: 1_000), or: StopSignal())
                done.signal()
            }
            clock.advance(by: .nanoseconds(900))
            done.wait(since: signals)
            thread.join()
            hasWoken.withLock { $0 = true }
        }
        #expect(hasWoken.withLock { $0 })
    }

    @Test("lets go of who waits for a sleeper that never comes, once its task is cancelled")
    func manualWatchers() async {
        let clock = ManualTimekeeper(startingAt: origin)
        let watching = Task { await clock.nextWaking() }
        let moving = Task { await clock.advanceToNextWaking() }
        // Once these two have waited, or before they do: either way they end.
        for _ in 0..<10 { await Task.yield() }
        watching.cancel()
        moving.cancel()
        #expect(await watching.value == nil)
        await moving.value
        #expect(clock.reading() == origin)
    }

    @Test("moves to where the first of those who sleep wants to be woken, and wakes it")
    func manualMoves() async throws {
        let clock = ManualTimekeeper(startingAt: origin)
        let sleeping = Task {
            try await clock.sleep(until: BootInstant(nanoseconds: 1_000), tolerance: nil)
        }
        await clock.advanceToNextWaking()
        try await sleeping.value
        #expect(clock.now == BootInstant(nanoseconds: 1_000))
    }

    @Test("jumps to the instant that is waited for, and never back")
    func immediate() {
        let clock = ImmediateTimekeeper(startingAt: origin)
        clock.wait(until: BootInstant(nanoseconds: 5_000), or: StopSignal())
        clock.wait(until: BootInstant(nanoseconds: 3_000), or: StopSignal())
        #expect(clock.now.nanoseconds == 5_000)
        #expect(clock.reading().realtime.nanosecondsSince1970 == 1_000_000_004_900)
    }

    @Test("runs at a multiple of the machine's, from the reading it was given")
    func scaled() {
        let clock = ScaledTimekeeper(startingAt: origin, factor: 1_000_000)
        #expect(clock.now >= origin.boottime)
        // A hundred seconds of its time are a ten-thousandth of a second of ours.
        let target = origin.boottime.advanced(by: .seconds(100))
        clock.wait(until: target, or: StopSignal())
        #expect(clock.now >= target)
    }

    @Test("comes to the end of what 64 bits count, and stands there")
    func heldAtItsEnd() {
        var reading = origin
        for _ in 0..<3 { reading = reading.advanced(by: .seconds(8_000_000_000)) }
        #expect(reading.realtime.nanosecondsSince1970 == .max)
        #expect(reading.monotonicNanoseconds == .max)
        #expect(reading.boottime.nanoseconds == .max)
        let last = origin.wall(at: BootInstant(nanoseconds: .max))
        #expect(last.nanosecondsSince1970 == .max)
        let first = origin.wall(at: BootInstant(nanoseconds: .min))
        #expect(first.nanosecondsSince1970 == Int64.min + 1_000_000_000_000)
    }

    @Test("may be so slow, or so fast, that 64 bits do not count it")
    func scaledBeyondCounting() {
        let slow = ScaledTimekeeper(startingAt: origin, factor: 0.001)
        let signal = StopSignal()
        signal.abandon()
        slow.wait(until: origin.boottime.advanced(by: .seconds(100_000_000)), or: signal)
        #expect(slow.now >= origin.boottime)
        let fast = ScaledTimekeeper(startingAt: origin, factor: 1e300)
        fast.wait(until: BootInstant(nanoseconds: .max), or: StopSignal())
        #expect(fast.now == BootInstant(nanoseconds: .max))
    }

    @Test("stops being waited for when the signal is raised", arguments: [0, 1, 2])
    func signalEndsWaiting(kind: Int) {
        let clocks: [any Timekeeper] = [
            LiveTimekeeper(), ManualTimekeeper(),
            ScaledTimekeeper(startingAt: .zero, factor: 0.001),
        ]
        let signal = StopSignal()
        signal.abandon()
        let clock = clocks[kind]
        clock.wait(until: clock.now.advanced(by: .seconds(1_000_000)), or: signal)
        #expect(signal.request == .abandon)
    }
}

@Suite("A signal to stop")
struct StopSignalTests {
    @Test("only grows more urgent")
    func grows() {
        let signal = StopSignal()
        #expect(signal.request == .goOn)
        #expect(!signal.isRaised)
        signal.drain(until: BootInstant(nanoseconds: 7))
        #expect(signal.request == .drain(until: BootInstant(nanoseconds: 7)))
        signal.drain(until: BootInstant(nanoseconds: 9))
        #expect(signal.request == .drain(until: BootInstant(nanoseconds: 7)))
        signal.abandon()
        #expect(signal.request == .abandon)
        signal.drain(until: BootInstant(nanoseconds: 7))
        #expect(signal.request == .abandon)
    }
}

@Suite("A ledger of pauses")
struct PauseLedgerTests {
    @Test("counts running time only, in whatever order pauses are asked")
    func countsRunning() {
        var ledger = PauseLedger(start: BootInstant(nanoseconds: 100))
        func elapsed(_ at: Int64) -> Duration { ledger.elapsed(at: BootInstant(nanoseconds: at)) }
        #expect(elapsed(150) == .nanoseconds(50))
        ledger.resume(at: BootInstant(nanoseconds: 160))
        ledger.pause(at: BootInstant(nanoseconds: 200))
        ledger.pause(at: BootInstant(nanoseconds: 250))
        #expect(ledger.isPaused)
        #expect(elapsed(300) == .nanoseconds(100))
        ledger.resume(at: BootInstant(nanoseconds: 300))
        #expect(elapsed(310) == .nanoseconds(110))
        #expect(elapsed(90) == .zero)
    }

    @Test("is not confused by a pause that was asked before the start")
    func pauseBeforeStart() {
        var ledger = PauseLedger(start: BootInstant(nanoseconds: 100))
        ledger.pause(at: BootInstant(nanoseconds: 50))
        ledger.resume(at: BootInstant(nanoseconds: 130))
        #expect(ledger.elapsed(at: BootInstant(nanoseconds: 200)) == .nanoseconds(70))
    }
}
