import InputRecorder
import Testing

@Suite("Fingers on a surface")
struct ContactTrackerTests {
    private func contact(_ id: Int32, _ x: Double, _ y: Double = 0) -> Contact {
        Contact(trackingID: id, x: x, y: y)
    }

    private func words(_ changes: [ContactChange]) -> [String] {
        changes.map { "\($0.phase) \($0.index) at \(Int($0.contact.x))" }
    }

    @Test("begin, move, rest and end, each with the number that it got first")
    func life() {
        var tracker = ContactTracker()
        #expect(words(tracker.update(to: [0: contact(7, 1)])) == ["began 0 at 1"])
        #expect(
            words(tracker.update(to: [0: contact(7, 2), 1: contact(8, 5)]))
                == ["moved 0 at 2", "began 1 at 5"]
        )
        #expect(tracker.update(to: [0: contact(7, 2), 1: contact(8, 5)]) == [])
        #expect(words(tracker.update(to: [1: contact(8, 6)])) == ["ended 0 at 2", "moved 1 at 6"])
        #expect(tracker.contacts == [contact(8, 6)])
    }

    @Test("that follow each other in one slot within one report are two")
    func replaced() {
        var tracker = ContactTracker()
        _ = tracker.update(to: [0: contact(7, 1)])
        #expect(
            words(tracker.update(to: [0: contact(8, 9)])) == ["ended 0 at 1", "began 0 at 9"]
        )
    }

    @Test("have the smallest number that is free")
    func numbers() {
        var tracker = ContactTracker()
        _ = tracker.update(to: [0: contact(1, 0), 1: contact(2, 0), 2: contact(3, 0)])
        _ = tracker.update(to: [0: contact(1, 0), 2: contact(3, 0)])
        #expect(
            words(tracker.update(to: [0: contact(1, 0), 2: contact(3, 0), 5: contact(9, 4)]))
                == ["began 1 at 4"]
        )
    }

    @Test("that are gone after events were lost were cancelled, and no end is invented")
    func resync() {
        var tracker = ContactTracker()
        _ = tracker.update(to: [0: contact(7, 1), 1: contact(8, 2)])
        let changes = tracker.update(to: [1: contact(8, 4), 2: contact(9, 6)], isResync: true)
        #expect(words(changes) == ["cancelled 0 at 1", "moved 1 at 4", "began 0 at 6"])
        #expect(words(tracker.cancel()) == ["cancelled 0 at 6", "cancelled 1 at 4"])
        #expect(tracker.contacts == [])
        #expect(tracker.cancel() == [])
    }
}
