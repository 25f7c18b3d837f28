import Glibc
import Patience
import Synchronization
import SystemCalls
import Testing

@Suite("A sleep that descriptors can end", .mayNotHang)
struct WakingDescriptorTests {
    /// Sleeps on a thread of its own, so that an endless sleep fails the test instead of blocking it.
    private final class Sleeper: Sendable {
        private let done = Atomic<Bool>(false)

        init(
            beside descriptors: [Int32] = [],
            wokenBy waking: WakingDescriptor,
            upTo limit: Duration? = nil
        ) throws {
            let thread = try SystemThread.spawn(name: "sleeper") {
                var sleep = DescriptorSleep(beside: descriptors, wokenBy: waking)
                sleep.wait(upTo: limit)
                self.done.store(true, ordering: .releasing)
            }
            // It ends by itself, or with the test.
            _ = consume thread
        }

        var isAwake: Bool { done.load(ordering: .acquiring) }

        /// Whether it wakes up in time.
        func wakes() async throws -> Bool {
            for _ in 0..<4000 where !isAwake { try await Task.sleep(for: .milliseconds(5)) }
            return isAwake
        }
    }

    /// How long to wait before checking that a sleeper still sleeps.
    private let nap = Duration.milliseconds(20)

    @Test("ends when it is woken, and so does every later sleep")
    func wakes() async throws {
        let waking = try WakingDescriptor()
        let sleeper = try Sleeper(wokenBy: waking)
        try await Task.sleep(for: nap)
        #expect(!sleeper.isAwake)
        waking.wake()
        #expect(try await sleeper.wakes())
        let second = try Sleeper(wokenBy: waking)
        #expect(try await second.wakes())
        // An invalid descriptor neither ends the sleep nor prolongs it.
        let another = try Sleeper(beside: [-1], wokenBy: waking)
        #expect(try await another.wakes())
    }

    @Test("lasts again after the wake-up was heeded, until the next one")
    func heeds() async throws {
        let waking = try WakingDescriptor()
        waking.heed()
        for _ in 0..<2 {
            waking.wake()
            waking.wake()
            waking.heed()
            let sleeper = try Sleeper(wokenBy: waking)
            try await Task.sleep(for: nap)
            #expect(!sleeper.isAwake)
            waking.wake()
            #expect(try await sleeper.wakes())
        }
    }

    @Test("ends at its time limit, and not before")
    func times() async throws {
        let waking = try WakingDescriptor()
        let clock = ContinuousClock()
        for limit in [Duration.milliseconds(30), .microseconds(1500), .nanoseconds(1)] {
            let begin = clock.now
            let sleeper = try Sleeper(beside: [-1], wokenBy: waking, upTo: limit)
            #expect(try await sleeper.wakes())
            #expect(begin.duration(to: clock.now) >= limit)
        }
        for limit in [Duration.zero, .seconds(-1), .seconds(Int64.min)] {
            let sleeper = try Sleeper(wokenBy: waking, upTo: limit)
            #expect(try await sleeper.wakes())
        }
        // The longest time limit must not overflow.
        let patient = try Sleeper(wokenBy: waking, upTo: .seconds(Int64.max))
        try await Task.sleep(for: nap)
        #expect(!patient.isAwake)
        waking.wake()
        #expect(try await patient.wakes())
    }

    @Test("ends when a descriptor has something to read, and when its other end is closed")
    func descriptors() async throws {
        var ends: [Int32] = [-1, -1]
        #expect(unsafe pipe(&ends) == 0)
        let waking = try WakingDescriptor()
        let reader = try Sleeper(beside: [-1, ends[0]], wokenBy: waking)
        try await Task.sleep(for: nap)
        #expect(!reader.isAwake)
        var byte: UInt8 = 1
        #expect(unsafe write(ends[1], &byte, 1) == 1)
        #expect(try await reader.wakes())
        #expect(unsafe read(ends[0], &byte, 1) == 1)
        let last = try Sleeper(beside: [ends[0]], wokenBy: waking)
        try await Task.sleep(for: nap)
        #expect(!last.isAwake)
        close(ends[1])
        #expect(try await last.wakes())
        close(ends[0])
    }
}
