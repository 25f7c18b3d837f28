// Where a step stands from one appearance to the next, as a value: what may begin, and who still leaves
// it. A start that answers late, a second appearance and a run that goes elsewhere can come in any order.

/// A visit to a step.
struct StepVisit: Sendable, Hashable {
    enum Phase: Sendable, Hashable {
        /// Not shown yet.
        case away
        /// Shown; neither timer nor recorders run.
        case shown
        /// Its timer and recorders run.
        case running
        /// Its recorders are being stopped.
        case leaving
        /// Nothing of it runs any more.
        case left
    }

    private(set) var phase = Phase.away
    /// Which visit it is: what was begun for one has no say in another.
    private(set) var number = 0
    /// Whether somebody says when the step may begin.
    var waitsForWord = false
    private var hasWord = false
    /// Whether the run has gone elsewhere: nobody is told where the step is left to.
    private var isTakenAway = false

    /// The step appears; answers whether that is another visit.
    mutating func appear() -> Bool {
        switch phase {
        case .away, .left:
            phase = .shown
            number += 1
            hasWord = false
            isTakenAway = false
            return true
        case .shown, .running, .leaving: return false
        }
    }

    /// The step is on screen; answers whether its recorders are begun with, or looked after again.
    mutating func begin() -> Bool {
        switch phase {
        case .shown where !waitsForWord || hasWord:
            phase = .running
            return true
        case .running: return true
        case .away, .shown, .leaving, .left: return false
        }
    }

    /// Whether the step is being left, or has been.
    var isBeingLeft: Bool {
        switch phase {
        case .away, .shown, .running: false
        case .leaving, .left: true
        }
    }

    /// Somebody says that the step may begin.
    mutating func takeWord() { hasWord = true }

    /// The step is left by itself; answers whether it was not being left.
    mutating func leave() -> Bool {
        switch phase {
        case .away, .shown, .running:
            phase = .leaving
            return true
        case .leaving, .left: return false
        }
    }

    /// The run goes elsewhere; answers whether anything is still to be stopped.
    mutating func takeAway() -> Bool {
        isTakenAway = true
        return leave()
    }

    /// Everything has stopped; answers whether somebody is told where the step is left to.
    mutating func stopped() -> Bool {
        phase = .left
        return !isTakenAway
    }
}
