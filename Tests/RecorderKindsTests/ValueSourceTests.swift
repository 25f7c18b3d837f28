import RecorderParts
import Recording
import SampleStream
import Synchronization
import Testing
import Timebase

@testable import RecorderKinds

/// A clock of a busy machine: it runs by itself, and whoever waits is woken later than asked.
private final class LateTimekeeper: Timekeeper {
    private let state: Mutex<(now: BootInstant, delays: [Duration])>

    init(waking delays: [Duration]) {
        state = Mutex((BootInstant(nanoseconds: 0), delays))
    }

    func reading() -> ClockReading {
        let now = state.withLock { $0.now }
        return ClockReading.zero.advanced(by: BootInstant(nanoseconds: 0).duration(to: now))
    }

    func wait(until instant: BootInstant, or signal: StopSignal) {
        state.withLock { state in
            let delay = state.delays.isEmpty ? .zero : state.delays.removeFirst()
            state.now = max(state.now, instant.advanced(by: delay))
        }
    }

    func sleep(until deadline: BootInstant, tolerance: Duration?) async throws {}
}

@Suite("A source of values")
@MainActor
struct ValueSourceTests {
    private static let kind = ValueKind(
        "light",
        "Records light.",
        values: [ValueChannel("light")],
        frequency: 10
    )

    /// What a source sends in five readings, and how it ends.
    private func sent(
        isLive: Bool,
        by timekeeper: any Timekeeper
    ) throws -> (words: [String], ending: SourceEnding) {
        let recordings = Recordings(folder: try ScratchFolder(), timekeeper: timekeeper)
        let stop = StopSignal()
        let order = SourceOrder<ValueKind>(
            configuration: ValueConfiguration(Self.kind, identifier: "room"),
            sectionIdentifiers: [],
            environment: recordings.environment("room", "json")
        )
        let source = ValueSource(order, "lamp", isLive: isLive) { _ in
            var count = 0
            return { now, sink in
                sink.deliver(.value(Double(count), at: now))
                count += 1
                if count == 5 { stop.drain(until: now) }
            }
        }
        let ends = SampleRing.make(of: ValueSample.self, capacity: 64)
        var consumer = ends.consumer
        var sink = SampleSink(
            producer: ends.producer,
            waitsForRoom: source.waitsForRoom,
            link: StreamLink(),
            stop: stop
        )
        let description = try source.open(until: stop)
        #expect(description.nominalRatesInHertz == [0: 10] && description.name == "lamp")
        let ending = try source.capture(into: &sink, until: stop)
        source.close()
        var words: [String] = []
        while let sample = consumer.pop() {
            let time = sample.time.nanoseconds / 1_000_000
            switch sample.role {
            case .reading: words.append("\(Int(sample.x)) at \(time)")
            case .gap(let lost, let reason, _): words.append("\(lost) lost by \(reason) at \(time)")
            case .mark: words.append("mark")
            }
        }
        return (words, ending)
    }

    @Test("that measures has the times at which it was read, and counts what it missed")
    func measures() throws {
        let late = LateTimekeeper(
            waking: [.zero, .milliseconds(3), .milliseconds(230), .zero, .milliseconds(99)]
        )
        let (words, ending) = try sent(isLive: true, by: late)
        #expect(
            words == [
                "0 at 0", "1 at 103", "2 lost by source at 200", "2 at 430", "3 at 500",
                "4 at 699",
            ]
        )
        #expect(ending == .stopped)
    }

    @Test("that computes has its own times, however late it is asked")
    func computes() throws {
        let late = LateTimekeeper(waking: [.zero, .milliseconds(230)])
        let (words, ending) = try sent(isLive: false, by: late)
        #expect(words == ["0 at 0", "1 at 100", "2 at 200", "3 at 300", "4 at 400"])
        #expect(ending == .stopped)
    }

    @Test("that measures misses nothing under a clock that only jumps")
    func jumps() throws {
        let (words, _) = try sent(isLive: true, by: ImmediateTimekeeper())
        #expect(words == ["0 at 0", "1 at 100", "2 at 200", "3 at 300", "4 at 400"])
    }
}
