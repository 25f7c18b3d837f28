// The state of a step from one appearance to the next, as a value: what may begin, and whether the delegate must still
// learn how it ended. A late start of a recorder, a second appearance and a move of the run can come in any order.

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
        /// Everything has stopped.
        case left
    }

    private(set) var phase = Phase.away
    /// The number of the visit; work begun for one visit does not affect another.
    private(set) var number = 0
    /// Whether the step must wait until the host lets it begin.
    var waitsForWord = false
    private var hasWord = false
    /// Whether the run itself has left the step; the delegate is then not notified of the step's end.
    private var isTakenAway = false

    /// Notes that the step appears; returns whether this is a new visit.
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

    /// Notes that the step is on screen; returns whether to start its recorders, or those that have not started yet.
    mutating func begin() -> Bool {
        switch phase {
        case .shown where !waitsForWord || hasWord:
            phase = .running
            return true
        case .running: return true
        case .away, .shown, .leaving, .left: return false
        }
    }

    /// True if the step is being left, or is left.
    var isBeingLeft: Bool {
        switch phase {
        case .away, .shown, .running: false
        case .leaving, .left: true
        }
    }

    /// Notes that the host lets the step begin.
    mutating func takeWord() { hasWord = true }

    /// Notes that the step ends by itself; returns false if it was being left already.
    mutating func leave() -> Bool {
        switch phase {
        case .away, .shown, .running:
            phase = .leaving
            return true
        case .leaving, .left: return false
        }
    }

    /// Notes that the run leaves the step; returns whether anything must still be stopped.
    mutating func takeAway() -> Bool {
        isTakenAway = true
        return leave()
    }

    /// Notes that everything has stopped; returns whether to notify the delegate of the direction.
    mutating func stopped() -> Bool {
        phase = .left
        return !isTakenAway
    }
}
