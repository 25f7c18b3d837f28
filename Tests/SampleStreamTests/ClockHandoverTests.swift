// A capture thread passes clock notes to the writer beside the samples, without a lock and without losing any.

import Patience
import Synchronization
import SystemCalls
import Testing
import Timebase

@testable import SampleStream

@Suite("Clock notes", .mayNotHang)
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

    @Test("are taken once each and in order, while others are added")
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
            // Read the flag first: all notes that were added before it was set are taken below.
            let isLast = done.isSet.load(ordering: .acquiring)
            taken += link.takeClocks()
            if isLast { break }
        }
        thread.join()
        #expect(taken == (0..<count).map(Self.note))
        #expect(link.takeClocks().isEmpty)
    }

    @Test("are released with their list if nobody has taken them")
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
