import SessionRuns
import Synchronization
import Testing

@Suite("What is found while a recording runs")
struct LaterNotesTests {
    @Test("is in its notes once, and told at once where somebody may fix it")
    func once() {
        let news = Mutex<[String]>([])
        let notes = LaterNotes { note in news.withLock { $0.append(note) } }
        notes.add("a")
        notes.tell("b")
        notes.tell("b")
        notes.tell("a")
        notes.add("b")
        #expect(notes.all == ["a", "b"])
        #expect(news.withLock { $0 } == ["b", "b", "a"])
    }
}
