import SampleStream
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

    init(isUrgent: Bool) { self.isUrgent = isUrgent }

    struct None: Error {}

    var waitsForRoom: Bool { false }

    func open(until stop: StopSignal) throws -> SourceDescription {
        if !isUrgent { throw None() }
        return SourceDescription(name: "hasty", kind: "test", clock: "none")
    }

    func capture(into sink: inout SampleSink<Ticked>, until stop: StopSignal) -> SourceEnding {
        .stopped
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
}
