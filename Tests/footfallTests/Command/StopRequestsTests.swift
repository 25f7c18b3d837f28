// What a signal does that comes while nothing is kept, but may not end the program: a station's button ends a
// recording, and the station waits for the next press.

import SystemCalls
import Testing

@testable import footfall

@Suite("A signal that may not end the program")
struct StopRequestsTests {
    @Test("is handed on, and what it met goes on")
    func handsOn() async {
        let (signals, sender) = AsyncStream<StopSignalKind>.makeStream()
        let requests = StopRequests(signals, Console { _ in }, mayEnd: { false })
        let heard = requests.handedOn()
        let kind = await requests.whileNothingIsKept("stopped") {
            sender.yield(.terminate)
            return await heard.first { _ in true }
        }
        #expect(kind == .terminate)
    }
}
