import Testing

@testable import TaskEngine

@Suite("The state of a run")
struct RunStateTests {
    /// The calls that change a run's state, in any order.
    enum Deed: CaseIterable {
        case start, read, unread, move, leave, left, moved, end, ended, interrupt, goOn, fail

        /// Makes the call; returns whether the state allowed it.
        func act(on state: inout RunState) -> Bool {
            switch self {
            case .start: return state.start()
            case .read: return state.didStart(true)
            case .unread: return state.didStart(false)
            case .move: return state.move()
            case .leave: state.wait(forLeaving: true)
            case .left: state.wait(forLeaving: false)
            case .moved: state.didMove()
            case .end: return state.end()
            case .ended: state.didEnd(.completed, nil)
            case .interrupt: return state.interrupt()
            case .goOn: return state.didEndInterruption()
            case .fail: state.fail()
            }
            return true
        }
    }

    /// Tries every sequence of calls from a state on.
    private func explore(
        _ state: RunState,
        deeds: Int,
        _ look: (RunState, Deed, Bool, RunState) -> Void
    ) {
        guard deeds > 0 else { return }
        for deed in Deed.allCases {
            // `didEnd` is only called while the run is ending.
            if deed == .ended, state.phase != .ending { continue }
            var next = state
            let isLet = deed.act(on: &next)
            look(state, deed, isLet, next)
            explore(next, deeds: deeds - 1, look)
        }
    }

    @Test(
        "allows one activity at a time, and no move after the end, in every sequence of five calls"
    )
    func orders() {
        var count = 0
        explore(RunState(), deeds: 5) { before, deed, isLet, after in
            count += 1
            let wasIdle = before.phase == .waiting || before.phase == .standing
            switch deed {
            case .start: #expect(isLet == (before.phase == .waiting))
            case .move: #expect(isLet == wasIdle)
            case .end: #expect(isLet == !before.isEnding)
            case .interrupt: #expect(isLet == (before.trouble == .none))
            case .goOn:
                #expect(isLet == (!before.isEnding && before.trouble != .failing))
            case .read, .unread:
                if before.phase != .starting { #expect(!isLet && after.phase == before.phase) }
            case .leave, .left, .moved:
                if !before.isMoving { #expect(after.phase == before.phase) }
            case .ended, .fail: break
            }
            if before.isEnding { #expect(after.isEnding && !after.isMoving) }
            if before.isBegun { #expect(after.isBegun) }
            if before.finishReason != nil { #expect(after.finishReason == before.finishReason) }
        }
        #expect(count > 100_000)
    }

    /// Makes the calls one after the other; returns whether each was allowed, and the final state.
    private func after(_ deeds: Deed...) -> (lets: [Bool], state: RunState) {
        var state = RunState()
        return (deeds.map { $0.act(on: &state) }, state)
    }

    @Test("returns to the earlier phase after a move, or a failed start")
    func comesBack() {
        #expect(after(.move, .moved).state.phase == .waiting)
        let failed = after(.start, .unread)
        #expect(failed.lets == [true, false])
        #expect(failed.state.phase == .waiting && !failed.state.isBegun)
        let begun = after(.start, .unread, .start, .read, .move, .moved)
        #expect(begun.lets == [true, false, true, true, true, true])
        #expect(begun.state.phase == .standing && begun.state.isBegun)
        #expect(after(.start, .read, .start, .unread).state.phase == .standing)
    }

    @Test("does not begin if it was ended during the loading")
    func endsWhileReading() {
        let ended = after(.start, .end, .read)
        #expect(ended.lets == [true, true, false])
        #expect(!ended.state.isBegun)
    }

    @Test("reports its result once")
    func tellsOnce() {
        var state = RunState()
        let told = (0..<3).map { _ in state.tellResult() }
        #expect(told == [true, false, false])
    }
}
