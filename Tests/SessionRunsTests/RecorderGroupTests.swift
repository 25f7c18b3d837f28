import Testing

@testable import SessionRuns

@Suite("A group of recorders that ends")
@MainActor
struct RecorderGroupTests {
    enum Cause {
        case end, key, stop
    }

    @Test(
        "gives up samples on their way only at a second request, and the ending key is a first one",
        arguments: [
            ([.end], false), ([.end, .stop], false), ([.end, .stop, .stop], true),
            ([.stop], false), ([.stop, .end, .stop], true), ([.key, .key], false),
            ([.key, .stop], true), ([.end, .key, .stop], true),
        ] as [([Cause], Bool)]
    )
    func requests(causes: [Cause], isAbandoned: Bool) async {
        let group = RecorderGroup([])
        // They all come before the group has closed its files, of which there are none.
        for cause in causes {
            switch cause {
            case .end: group.end()
            case .key: group.endByKey()
            case .stop: group.requestStop()
            }
        }
        await group.runToTheEnd(within: nil) { _ in }
        #expect(group.wasAbandoned == isAbandoned)
    }
}
