import SampleStream
import Synchronization
import Testing
import Timebase

@Suite("A source with a fallback")
struct FallbackSourceTests {
    enum Failure: Error, Equatable {
        case none(String)
        case broken
    }

    /// The names of the closed sources, in order.
    final class Closings: Sendable {
        private let names = Mutex<[String]>([])

        var inOrder: [String] { names.withLock { $0 } }

        func note(_ name: String) { names.withLock { $0.append(name) } }
    }

    private static func source(
        _ first: Failure?,
        _ second: Failure?,
        _ closings: Closings = Closings(),
        waiting: (Bool, Bool) = (false, false)
    ) -> FallbackSource<Reading> {
        FallbackSource(
            CountingSource(
                count: first == nil ? 1 : -1,
                waits: waiting.0,
                failure: first,
                closed: { closings.note("first") }
            ),
            orElse: CountingSource(
                count: second == nil ? 2 : -1,
                waits: waiting.1,
                failure: second,
                closed: { closings.note("second") }
            ),
            whereNone: { error in
                guard case Failure.none = error else { return false }
                return true
            }
        )
    }

    /// How many readings an open source delivers.
    private static func readings(of source: FallbackSource<Reading>) throws -> Int {
        let (link, stop) = (StreamLink(), StopSignal())
        let ends = SampleRing.make(of: Reading.self, capacity: 8)
        var consumer = ends.consumer
        var sink = SampleSink<Reading>(
            producer: ends.producer,
            waitsForRoom: false,
            link: link,
            stop: stop
        )
        _ = try source.capture(into: &sink, until: stop)
        var count = 0
        while consumer.pop() != nil { count += 1 }
        return count
    }

    @Test("uses the first source if it opens, and leaves the second one alone")
    func first() throws {
        let closings = Closings()
        let source = Self.source(nil, .broken, closings)
        let description = try source.open(until: StopSignal())
        #expect(description.details.isEmpty)
        #expect(try Self.readings(of: source) == 1)
        source.close()
        #expect(closings.inOrder == ["first"])
    }

    @Test("uses the second source if there is no first, and records the first one's error")
    func second() throws {
        let closings = Closings()
        let source = Self.source(.none("first"), nil, closings)
        let description = try source.open(until: StopSignal())
        #expect(description.details["insteadOf"] == "\(Failure.none("first"))")
        #expect(closings.inOrder == ["first"])
        #expect(try Self.readings(of: source) == 2)
        source.close()
        #expect(closings.inOrder == ["first", "second"])
    }

    @Test(
        "fails with the first source's error if neither exists, or with that of the existing one",
        arguments: [
            (.none("first"), .none("second"), .none("first")),
            (.none("first"), .broken, .broken),
            (.broken, nil, .broken),
        ] as [(Failure, Failure?, Failure)]
    )
    func fails(first: Failure, second: Failure?, with failure: Failure) {
        let closings = Closings()
        let source = Self.source(first, second, closings)
        #expect(throws: failure) { try source.open(until: StopSignal()) }
        source.close()
        #expect(closings.inOrder == (first == .broken ? ["first"] : ["first", "second"]))
    }

    @Test("waits for room only if both sources can")
    func waits() {
        for (first, second) in [(true, true), (true, false), (false, true), (false, false)] {
            let source = Self.source(nil, nil, waiting: (first, second))
            #expect(source.waitsForRoom == (first && second))
        }
    }
}
