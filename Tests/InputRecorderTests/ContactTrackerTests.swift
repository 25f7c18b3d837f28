import InputRecorder
import Testing

@Suite("Fingers on a surface")
struct ContactTrackerTests {
    private func contact(_ id: Int32, _ x: Double, _ y: Double = 0) -> Contact {
        Contact(trackingID: id, x: x, y: y)
    }

    /// The changes of a frame, as texts.
    private func words(
        _ tracker: inout ContactTracker,
        _ slots: [Contact?],
        _ knowledge: ContactTracker.Knowledge = .whole
    ) -> [String] {
        var words: [String] = []
        tracker.update(to: slots, knowledge) { change in
            let found = change.isFound ? ", found" : ""
            words.append("\(change.phase) \(change.index) at \(Int(change.contact.x))\(found)")
        }
        return words
    }

    @Test("begin, move, rest and end, each with the number that it got at first")
    func life() {
        var tracker = ContactTracker()
        #expect(words(&tracker, [contact(7, 1), nil]) == ["began 0 at 1"])
        #expect(
            words(&tracker, [contact(7, 2), contact(8, 5)]) == ["moved 0 at 2", "began 1 at 5"]
        )
        #expect(words(&tracker, [contact(7, 2), contact(8, 5)]) == [])
        #expect(words(&tracker, [nil, contact(8, 6)]) == ["ended 0 at 2", "moved 1 at 6"])
    }

    @Test("that replace each other in one slot within one report are two fingers")
    func replaced() {
        var tracker = ContactTracker()
        _ = words(&tracker, [contact(7, 1)])
        #expect(words(&tracker, [contact(8, 9)]) == ["ended 0 at 1", "began 0 at 9"])
    }

    @Test("get the smallest free number")
    func numbers() {
        var tracker = ContactTracker()
        _ = words(&tracker, [contact(1, 0), contact(2, 0), contact(3, 0)])
        _ = words(&tracker, [contact(1, 0), nil, contact(3, 0)])
        #expect(
            words(&tracker, [contact(1, 0), nil, contact(3, 0), contact(9, 4)]) == ["began 1 at 4"]
        )
    }

    @Test("that are gone after lost events count as cancelled, not as ended")
    func resync() {
        var tracker = ContactTracker()
        _ = words(&tracker, [contact(7, 1), contact(8, 2)])
        #expect(
            words(&tracker, [nil, contact(8, 4), contact(9, 6)], .afterLoss)
                == ["cancelled 0 at 1, found", "moved 1 at 4, found", "began 0 at 6, found"]
        )
        #expect(
            words(&tracker, [], .afterLoss) == [
                "cancelled 1 at 4, found", "cancelled 0 at 6, found",
            ]
        )
        #expect(words(&tracker, [], .afterLoss) == [])
    }

    @Test("that are down when a recording starts do not count as beginning then")
    func start() {
        var tracker = ContactTracker()
        #expect(words(&tracker, [nil, contact(4, 3)], .atStart) == ["stationary 0 at 3, found"])
        #expect(words(&tracker, [nil, nil]) == ["ended 0 at 3"])
    }
}
