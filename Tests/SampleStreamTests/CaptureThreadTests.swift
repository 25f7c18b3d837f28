import Patience
import SampleStream
import Synchronization
import SystemCalls
import Testing
import Timebase

@Suite("A capture thread", .mayNotHang)
struct CaptureThreadTests {
    @Test(
        "closes its source once, whether that fails to open, fails to run, or ends",
        arguments: [(-1, true), (3, true), (3, false)]
    )
    func alwaysCloses(count: Int, fails: Bool) throws {
        struct Broken: Error {}
        let counter = Counter()
        let link = StreamLink()
        let ends = SampleRing.make(of: Reading.self, capacity: 16)
        let source = CountingSource(count: count, waits: false, failure: fails ? Broken() : nil) {
            counter.add()
        }
        let thread = try CaptureThread.start(
            source,
            into: ends.producer,
            link: link,
            stop: StopSignal(),
            options: CaptureOptions(),
            report: { report in
                switch report {
                case .note: counter.say("note")
                case .opened: counter.say("opened")
                case .ended(.success): counter.say("ended")
                case .ended(.failure): counter.say("failed")
                }
            }
        )
        thread.join()
        #expect(counter.count == 1)
        #expect(counter.words == (count < 0 ? ["failed"] : ["opened", fails ? "failed" : "ended"]))
        #expect(link.captureEnding != nil)
    }
}

/// Counts calls and collects words, from any thread.
final class Counter: Sendable {
    private let state = Mutex<(count: Int, words: [String])>((0, []))

    var count: Int { state.withLock { $0.count } }
    var words: [String] { state.withLock { $0.words } }

    func add() { state.withLock { $0.count += 1 } }

    func say(_ word: String) { state.withLock { $0.words.append(word) } }
}
