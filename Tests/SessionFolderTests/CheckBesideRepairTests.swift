import Synchronization
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("A check of a session that is being repaired")
struct CheckBesideRepairTests {
    let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func taken(_ path: String, toRecover: Bool) throws -> FolderTenure {
        switch try FolderTenure.take(try OpenFolder.open(path), toRecover: toRecover) {
        case .taken(let tenure): return tenure
        default: throw SystemError(call: "take", errno: .again)
        }
    }

    @Test("waits until that has ended, and says what it has left", arguments: [true, false])
    func waits(hasEnded: Bool) async throws {
        let path =
            hasEnded
            ? try await Recording.finish(in: scratch.path)
            : try await Recording.begin(in: scratch.path).session.path
        let repair = try taken(path, toRecover: true)
        let isOver = Atomic(false)
        let answer = Answer()
        // On a thread of its own: tasks that wait so would keep all others from going on.
        let checking = try SystemThread.spawn(name: "check") {
            let verdict = try? SessionCheck(of: path).verdict
            answer.value.withLock { $0 = (verdict, isOver.load(ordering: .acquiring)) }
        }
        // Whether it has begun to wait by then or not: it has no verdict before the end. That comes on a thread of its
        // own, too: a task that sleeps goes on when it gets its turn, and then the check has given up waiting.
        let recovery = try SystemThread.spawn(name: "repair") {
            let wakeEvent = WakeEvent()
            wakeEvent.wait(since: wakeEvent.count, upTo: .milliseconds(200))
            isOver.store(true, ordering: .releasing)
            repair.release()
        }
        recovery.join()
        checking.join()
        let given = try #require(answer.value.withLock { $0 })
        #expect(given.verdict == (hasEnded ? .clean : .interrupted))
        #expect(given.wasOver)
    }

    /// What a check on another thread came to.
    private final class Answer: Sendable {
        let value = Mutex<(verdict: SessionCheck.Verdict?, wasOver: Bool)?>(nil)
    }

    @Test("calls one live that a run holds")
    func run() async throws {
        let path = try await Recording.begin(in: scratch.path).session.path
        let run = try taken(path, toRecover: false)
        #expect(try SessionCheck(of: path).verdict == .live)
        run.release()
        #expect(try SessionCheck(of: path).verdict == .interrupted)
    }

    @Test("knows a repair where the disk takes no lease by the end of the run before it")
    func withoutLease() async throws {
        let ended = try OpenFolder.open(try await Recording.finish(in: scratch.path))
        let running = try await Recording.begin(in: scratch.path)
        #expect(FolderTenure.isOfARecovery(ended))
        #expect(!FolderTenure.isOfARecovery(try OpenFolder.open(running.session.path)))
    }
}
