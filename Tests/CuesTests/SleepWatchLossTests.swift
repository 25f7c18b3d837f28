import CueParts
import Patience
import Testing

@testable import Cues

@Suite("A message bus that dies during a sleep watch", .mayNotHang)
struct SleepWatchLossTests {
    @Test("is reported once, even if it dies while logind is asked for a delay", .needs(.dbus))
    func duringCall() async throws {
        let logind = try await StandInLogind(.dawdles)
        defer {
            logind.end()
            logind.gate.open()
        }
        let obstacles = Told<CueError>()
        let ended = Told<Bool>()
        let watch = SleepWatch(
            who: "a",
            why: "b",
            busAddress: logind.bus.address,
            obstacleFound: { [told = LastWord(ended)] error in
                _ = told
                obstacles.tell(error)
            },
            told: { _ in }
        )
        #expect(try await logind.requests.first(1).count == 1)
        logind.bus.service.end()
        // Once the watch's thread has released the callback, it can report nothing more.
        #expect(try await ended.first(1) == [true])
        #expect(obstacles.soFar == [CueError(.lost, at: "systemd-logind")])
        _ = consume watch
    }
}

/// Reports that it was released.
private final class LastWord: Sendable {
    private let ended: Told<Bool>

    init(_ ended: Told<Bool>) { self.ended = ended }

    deinit { ended.tell(true) }
}
