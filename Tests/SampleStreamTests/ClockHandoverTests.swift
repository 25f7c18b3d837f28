// What a source learns of its device's clock, on its way beside the samples: no lock, and nothing lost.

@testable import SampleStream
import Synchronization
import SystemCalls
import Testing
import Timebase

@Suite("What a device's clock showed")
struct ClockHandoverTests {
    private static func note(_ number: Int) -> ClockNote {
        ClockNote(
            device: "iio:device\(number % 2)",
            pair: ClockPair(
                deviceNanoseconds: Int64(number),
                boottimeNanoseconds: Int64(number),
                errorNanoseconds: 0
            )
        )
    }

    private final class Flag: Sendable {
        let isSet = Atomic<Bool>(false)
    }

    @Test("comes once and in order, while it is taken as it is added")
    func comesOnce() throws {
        let count = 20_000
        let link = StreamLink()
        let done = Flag()
        let thread = try SystemThread.spawn(name: "notes") {
            for number in 0..<count { link.note(Self.note(number)) }
            done.isSet.store(true, ordering: .releasing)
        }
        var taken: [ClockNote] = []
        while true {
            // Looked at before: what was added until then is taken after it.
            let isLast = done.isSet.load(ordering: .acquiring)
            taken += link.takeClocks()
            if isLast { break }
        }
        thread.join()
        #expect(taken == (0..<count).map(Self.note))
        #expect(link.takeClocks().isEmpty)
    }

    @Test("is let go of with what nobody has taken")
    func isReleased() {
        final class Element: Sendable {}
        weak var last: Element?
        do {
            let list = HandoverList<Element>()
            for _ in 0..<3 {
                let element = Element()
                last = element
                list.add(element)
            }
            #expect(!list.isEmpty && last != nil)
        }
        #expect(last == nil)
    }
}
