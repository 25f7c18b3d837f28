import Synchronization
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("How well the clock is held, asked while a session is recorded")
struct SynchronizationReadingsTests {
    private final class Log: Sendable {
        private let told = Mutex<[ClockSynchronization]>([])

        func add(_ next: ClockSynchronization) { told.withLock { $0.append(next) } }
        var all: [ClockSynchronization] { told.withLock { $0 } }
    }

    private static let held = Example.synchronization

    @Test("is told at the start and at the end")
    func ends() async throws {
        let log = Log()
        let asked = WakeEvent()
        let readings = try SynchronizationReadings(
            asking: {
                { _, _, _ in
                    asked.signal()
                    return Self.held
                }
            },
            isSynchronized: { true },
            telling: { log.add($0) }
        )
        if asked.count == 0 { asked.wait(since: 0) }
        await readings.finish()
        #expect(log.all == [Self.held, Self.held])
        // Once more does no harm.
        await readings.finish()
        #expect(log.all.count == 2)
    }

    @Test("is asked with little patience at the end, and a program that hangs is given up")
    func hung() async throws {
        let log = Log()
        let begun = WakeEvent()
        let readings = try SynchronizationReadings(
            asking: {
                { patience, askingHung, pause in
                    guard askingHung else {
                        #expect(patience.inAll <= .milliseconds(500))
                        return Self.held
                    }
                    begun.signal()
                    // As a program that hangs for ever.
                    while !pause(.seconds(1000)) {}
                    return nil
                }
            },
            isSynchronized: { true },
            telling: { log.add($0) }
        )
        if begun.count == 0 { begun.wait(since: 0) }
        await readings.finish()
        #expect(log.all == [Self.held])
    }

    @Test("ends without a last word where even beginning a program hangs, and takes none later")
    func stuck() async throws {
        let log = Log()
        let (begun, disk, answers) = (WakeEvent(), WakeEvent(), WakeEvent())
        let readings = try SynchronizationReadings(
            asking: {
                { _, _, _ in
                    begun.signal()
                    while disk.count == 0 { disk.wait(since: 0) }
                    answers.signal()
                    return Self.held
                }
            },
            isSynchronized: { true },
            endingWithin: .milliseconds(1),
            telling: { log.add($0) }
        )
        if begun.count == 0 { begun.wait(since: 0) }
        await readings.finish()
        #expect(log.all.isEmpty)
        disk.signal()
        while answers.count < 2 { answers.wait(since: answers.count, upTo: .milliseconds(10)) }
        await readings.finish()
        // The first was asked for while the session was recorded.
        #expect(log.all.count <= 1)
    }

    @Test("goes into the journal, and into no manifest; a check and a survey read it")
    func journal() async throws {
        let scratch = try ScratchFolder()
        let begun = try await Recording.begin(in: scratch.path)
        var worse = Self.held
        worse.errorNanoseconds = 2_000_000
        var lost = Self.held
        lost.isSynchronized = false
        begun.session.record([
            .synchronization(Self.held), .synchronization(worse), .synchronization(lost),
            .networkMark(Example.heardMark),
        ])
        let end = Example.start.advanced(by: .seconds(1))
        let endDate = LocalDate(end.realtime, Example.zone)
        begun.session.noteClosed(begun.name, begun.summary, endDate: endDate, sensors: [])
        let before = begun.session.manifest
        #expect(before.notes.isEmpty)
        try await begun.session.finish(.finished, at: end, taskResult: Recording.result)
        let check = try SessionCheck(of: begun.session.path)
        #expect(check.verdict == .clean)
        let clock = try #require(check.clock)
        #expect(clock.looks == 3)
        #expect(clock.synchronizedLooks == 2)
        #expect(clock.sources == ["chrony"])
        #expect(clock.references == ["192.0.2.1"])
        #expect(
            clock.summary
                == "synchronized to 192.0.2.1, as chrony reported; known to 8.2 µs at best, 2.0 ms at worst; "
                + "not synchronized at 1 of 3 readings"
        )
        // A session that never tells it has no such line.
        let old = try await Recording.finish(in: scratch.path)
        #expect(try SessionCheck(of: old).clock == nil)
    }

    @Test("of a clock that was never synchronized says what that means")
    func free() {
        var knowledge = ClockKnowledge()
        var told = ClockSynchronization(
            source: "kernel",
            isSynchronized: false,
            at: Example.start.boottime
        )
        told.errorNanoseconds = 5
        knowledge.add(told)
        #expect(knowledge.worstErrorMilliseconds == nil)
        #expect(
            knowledge.summary
                == "never synchronized, as kernel reported; clocks cannot align it with other boards' sessions"
        )
    }
}
