import Glibc
import SampleStream
import Synchronization
import SystemCalls
import Testing
import Timebase

/// A source that is urgent, or not.
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

    /// The scheduler's policy for the thread that captured.
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
    @Test("is not lost where its kind is unknown, and is that of the one that was opened")
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

    /// What a capture said of itself, and the policy that the scheduler had for its thread.
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
        "has its thread raised, or says that this was refused",
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

    @Test("says so where it is refused to everybody")
    func refused() throws {
        // No scheduler knows it.
        let had = try captureUrgently(.realTime(1000))
        #expect(had.scheduling == "ordinary: refused (EINVAL)")
        #expect(had.policy == SCHED_OTHER)
    }

    @Test("is not heeded where the host says so")
    func declined() throws {
        let had = try captureUrgently(.ordinary)
        #expect(had.scheduling == "ordinary")
        #expect(had.policy == SCHED_OTHER)
    }

    @Test("of another is none, and is not told of")
    func calm() throws {
        let source = Hasty(isUrgent: false, opens: true)
        let policy = source.policy
        let had = try capture(AnySampleSource(source), policy, .asTheSourceNeeds)
        #expect(had.scheduling == nil)
        #expect(had.policy == SCHED_OTHER)
    }
}
