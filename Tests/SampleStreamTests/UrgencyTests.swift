import Glibc
import SampleStream
import Synchronization
import SystemCalls
import Testing
import Timebase

/// A source that may be urgent, and may fail to open.
private final class Hasty: SampleSource {
    typealias Sample = Ticked

    struct Ticked: StreamSample {
        var time: BootInstant
        var channel: Int { 0 }
        var role: StreamRole { .reading }

        static func gap(
            channel: Int,
            at time: BootInstant,
            lost: Int64,
            reason: GapReason,
            isEstimated: Bool
        ) -> Ticked { Ticked(time: time) }
    }

    let isUrgent: Bool
    private let opens: Bool

    init(isUrgent: Bool, opens: Bool? = nil) {
        self.isUrgent = isUrgent
        self.opens = opens ?? isUrgent
    }

    struct None: Error {}

    /// The scheduling policy of the capture thread.
    let policy = Policy()

    final class Policy: Sendable {
        let number = Atomic<Int32>(-1)
    }

    var waitsForRoom: Bool { false }

    func open(until stop: StopSignal) throws -> SourceDescription {
        if !opens { throw None() }
        return SourceDescription(name: "hasty", kind: "test", clock: "none")
    }

    func capture(into sink: inout SampleSink<Ticked>, until stop: StopSignal) -> SourceEnding {
        policy.number.store(sched_getscheduler(0), ordering: .relaxed)
        return .stopped
    }

    func close() {}
}

@Suite("The urgency of a source")
struct UrgencyTests {
    @Test("survives type erasure, and is that of the source that a fallback has opened")
    func forwarded() throws {
        #expect(AnySampleSource(Hasty(isUrgent: true)).isUrgent)
        #expect(!AnySampleSource(Hasty(isUrgent: false)).isUrgent)
        let either = FallbackSource(Hasty(isUrgent: false), orElse: Hasty(isUrgent: true)) {
            $0 is Hasty.None
        }
        #expect(!either.isUrgent)
        _ = try either.open(until: StopSignal())
        #expect(either.isUrgent)
        #expect(AnySampleSource(either).isUrgent)
    }

    /// Captures; returns what the source's description reports of the scheduling, and the policy of the thread.
    private func capture(
        _ source: sending AnySampleSource<Hasty.Ticked>,
        _ policy: Hasty.Policy,
        _ priority: CapturePriority
    ) throws -> (scheduling: String?, policy: Int32) {
        let told = Mutex<SourceDescription?>(nil)
        let ends = SampleRing.make(of: Hasty.Ticked.self, capacity: 16)
        let thread = try CaptureThread.start(
            source,
            into: ends.producer,
            link: StreamLink(),
            stop: StopSignal(),
            options: CaptureOptions(priority: priority)
        ) { report in
            if case .opened(let description) = report { told.withLock { $0 = description } }
        }
        thread.join()
        let description = try #require(told.withLock { $0 })
        return (description.details["scheduling"], policy.number.load(ordering: .relaxed))
    }

    private func captureUrgently(
        _ priority: CapturePriority
    ) throws -> (scheduling: String?, policy: Int32) {
        let source = Hasty(isUrgent: true)
        let policy = source.policy
        return try capture(AnySampleSource(source), policy, priority)
    }

    @Test(
        "raises the priority of its thread, or the refusal is reported",
        arguments: [.asTheSourceNeeds, .realTime(2)] as [CapturePriority]
    )
    func raised(priority: CapturePriority) throws {
        let had = try captureUrgently(priority)
        if had.policy == SCHED_FIFO {
            #expect(had.scheduling == "real time")
        } else {
            #expect(had.policy == SCHED_OTHER)
            #expect(had.scheduling == "ordinary: refused (EPERM)")
        }
    }

    @Test("has its refusal reported if no thread can have the priority")
    func refused() throws {
        // No scheduler has this priority.
        let had = try captureUrgently(.realTime(1000))
        #expect(had.scheduling == "ordinary: refused (EINVAL)")
        #expect(had.policy == SCHED_OTHER)
    }

    @Test("is ignored if the host asks for an ordinary thread")
    func declined() throws {
        let had = try captureUrgently(.ordinary)
        #expect(had.scheduling == "ordinary")
        #expect(had.policy == SCHED_OTHER)
    }

    @Test("is not reported for a source that is not urgent")
    func calm() throws {
        let source = Hasty(isUrgent: false, opens: true)
        let policy = source.policy
        let had = try capture(AnySampleSource(source), policy, .asTheSourceNeeds)
        #expect(had.scheduling == nil)
        #expect(had.policy == SCHED_OTHER)
    }
}
