// Recorders of a walk find the pedometers that counted meanwhile, the best one first, and wait only while one counts.

import Patience
import Synchronization
import Testing
import Timebase

@testable import Recording

/// A pedometer whose state a test sets.
private final class MadePedometer: SharedPedometer {
    struct State {
        var span: (start: BootInstant, end: BootInstant?)?
        var latest = BootInstant(nanoseconds: 0)
        var isSettled = false
        /// After how many more looks it settles by itself.
        var looks: Int?
    }

    let identifier: String
    let isSaidToBeAtLowBack: Bool
    let state: Mutex<State>

    init(
        _ identifier: String,
        _ isSaidToBeAtLowBack: Bool = true,
        from start: Int64? = 0,
        to end: Int64? = nil,
        settlesAfter looks: Int? = nil
    ) {
        self.identifier = identifier
        self.isSaidToBeAtLowBack = isSaidToBeAtLowBack
        var state = State()
        if let start {
            state.span = (
                BootInstant(nanoseconds: start), end.map(BootInstant.init(nanoseconds:))
            )
        }
        state.looks = looks
        self.state = Mutex(state)
    }

    var span: (start: BootInstant, end: BootInstant?)? { state.withLock { $0.span } }
    var latest: BootInstant { state.withLock { $0.latest } }

    func account(of step: String?, until end: BootInstant) -> PedometerAccount {
        PedometerAccount(steps: 1)
    }

    func isSettled(_ step: String?, until end: BootInstant) -> Bool {
        state.withLock { state in
            state.latest.nanoseconds += 1
            if let looks = state.looks {
                state.looks = looks - 1
                state.isSettled = looks <= 1
            } else {
                state.latest.nanoseconds -= 1
            }
            return state.isSettled
        }
    }
}

@Suite("Shared pedometers", .mayNotHang)
struct SharedPedometersTests {
    private func names(
        _ pedometers: SharedPedometers,
        _ start: Int64 = 10,
        _ end: Int64 = 20
    ) -> [String] {
        pedometers.pedometers(
            from: BootInstant(nanoseconds: start),
            to: BootInstant(nanoseconds: end)
        )
        .map(\.identifier)
    }

    @Test("are those that counted meanwhile; those declared to be at the low back come first")
    func order() {
        let pedometers = SharedPedometers()
        pedometers.join(MadePedometer("unsaid", false))
        pedometers.join(MadePedometer("first"))
        pedometers.join(MadePedometer("second", from: 15, to: 16))
        pedometers.join(MadePedometer("earlier", from: 0, to: 9))
        pedometers.join(MadePedometer("later", from: 21))
        pedometers.join(MadePedometer("never", from: nil))
        #expect(names(pedometers) == ["first", "second", "unsaid"])
        #expect(names(pedometers, 9, 9) == ["first", "earlier", "unsaid"])
        #expect(names(SharedPedometers()).isEmpty)
    }

    @Test("are waited for while they count, however long")
    func waiting() async {
        let pedometers = SharedPedometers(patienceInLooks: 30)
        let counting = MadePedometer("counting", settlesAfter: 60)
        pedometers.join(counting)
        await pedometers.settle(
            nil,
            from: BootInstant(nanoseconds: 0),
            until: BootInstant(nanoseconds: 9)
        )
        #expect(counting.state.withLock { $0.isSettled })
    }

    @Test("are no longer waited for by a task that is cancelled")
    func cancelling() async {
        let pedometers = SharedPedometers(patienceInLooks: .max)
        pedometers.join(MadePedometer("still"))
        let waiting = Task {
            await pedometers.settle(
                nil,
                from: BootInstant(nanoseconds: 0),
                until: BootInstant(nanoseconds: 9)
            )
        }
        waiting.cancel()
        await waiting.value
    }

    @Test("are given up if they stop counting, and not waited for if there are none")
    func givingUp() async {
        let pedometers = SharedPedometers(patienceInLooks: 2)
        let (start, end) = (BootInstant(nanoseconds: 0), BootInstant(nanoseconds: 9))
        await pedometers.settle(nil, from: start, until: end)
        let still = MadePedometer("still")
        pedometers.join(still)
        await pedometers.settle("walk", from: start, until: end)
        #expect(!still.state.withLock { $0.isSettled })
    }
}
