// The answer for one pair: an offset at instants from the beginning to the end of what both recorded, each with its error,
// or why there is none.

internal import SessionFolder
internal import SystemCalls

/// How the times of two sessions stand to each other.
public struct SessionPair: Sendable {
    /// An offset at one instant.
    public struct Point: Sendable, Hashable {
        /// In nanoseconds of the second session's boot time.
        public var secondUptime: Int64
        /// Added to the second session's uptime it gives the first's, in nanoseconds.
        public var offset: Int64
        /// The offset is wrong by no more in 95 of 100 cases, in seconds.
        public var error: Double
    }

    /// What the offset is from.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Both are of one start of a machine: there is one clock.
        case sameBoot
        case clocks
        case marks
        case shakes
        /// Through other sessions.
        case others
    }

    /// The places of the sessions.
    public let first: Int
    public let second: Int
    /// Evenly over the time that both recorded, or over the time between them if there is none; empty where nothing is
    /// known.
    public let points: [Point]
    public let methods: [Method]
    /// How many marks and shakes of the two it rests on.
    public let marks: Int
    public let shakes: Int
    /// How many shakes were not used, and why.
    public let refusedShakes: [ShakeSearch.Refusal: Int]
    /// Whether both recorded at one time.
    public let overlaps: Bool
    /// Why nothing is known, or known less than it could be.
    public let reasons: [String]

    /// How much faster the first session's clock runs than the second's, in parts per million.
    public var driftPPM: Double? {
        guard let from = points.first, let to = points.last, to.secondUptime > from.secondUptime
        else { return nil }
        let seconds = Double(to.secondUptime.subtractingClamped(from.secondUptime))
        return Double(to.offset.subtractingClamped(from.offset)) / seconds * 1e6
    }

    private static let steps = 32

    init(
        _ first: Int,
        _ second: Int,
        of all: AlignmentReport,
        refusedShakes: [ShakeSearch.Refusal: Int]
    ) {
        (self.first, self.second, self.refusedShakes) = (first, second, refusedShakes)
        let (one, other) = (all.sessions[first], all.sessions[second])
        let (ownBoard, otherBoard) = (all.boards[first], all.boards[second])
        let solution = all.solution
        let used = solution.used.filter { $0.isOf(ownBoard, otherBoard) }
        marks = used.count { $0.isMark }
        shakes = used.count - marks
        let problems = [one, other].compactMap { session in
            session.problem.map { "\(session.session.path): \($0)" }
        }
        guard problems.isEmpty, solution.isKnown(ownBoard, otherBoard) else {
            (points, methods, overlaps) = ([], [], false)
            reasons = problems.isEmpty ? Self.absences(first, second, of: all) : problems
            return
        }
        // The first's time by the second's clock.
        func moved(_ instant: Int64) -> Int64 {
            let offset = solution.guess(of: ownBoard, to: otherBoard, at: instant).nanoseconds
            return instant.addingClamped(offset)
        }
        let from = max(other.start, moved(one.start))
        let until = min(other.end, moved(one.end))
        overlaps = from <= until
        let (least, most) = (min(from, until), max(from, until))
        let span = Double(most.subtractingClamped(least))
        points = (0...Self.steps).compactMap { step in
            let share = Double(step) / Double(Self.steps)
            let instant =
                step == Self.steps
                ? most : least.addingClamped(Int64((span * share).rounded()))
            return solution.offset(of: otherBoard, to: ownBoard, at: instant).map {
                Point(secondUptime: instant, offset: $0.nanoseconds, error: $0.error)
            }
        }
        let isOne = ownBoard == otherBoard
        let byClocks = !isOne && [ownBoard, otherBoard].allSatisfy(solution.tellsTime)
        var methods: [Method] = []
        if isOne { methods.append(.sameBoot) }
        if byClocks { methods.append(.clocks) }
        if marks > 0 { methods.append(.marks) }
        if shakes > 0 { methods.append(.shakes) }
        if methods.isEmpty { methods.append(.others) }
        self.methods = methods
        reasons = isOne || byClocks ? [] : Self.absences(first, second, of: all)
    }

    /// What would have to be there for clocks, marks or shakes to say more.
    private static func absences(
        _ first: Int,
        _ second: Int,
        of all: AlignmentReport
    ) -> [String] {
        [first, second].compactMap { place in
            let path = all.sessions[place].session.path
            guard let absence = all.clocks[place].absence else {
                return all.solution.tellsTime(all.boards[place])
                    ? nil
                    : "\(path): its clock is far off what marks or shakes say, or that of the other is, and counts for nothing"
            }
            return switch absence {
            case .neverTold:
                "\(path): it does not tell what its clock was worth; record it anew, with chrony on the board"
            case .neverSynchronized:
                "\(path): its clock was never synchronized; let chrony run on the board, and reach a server"
            case .withoutReadings:
                "\(path): its clock was set whenever it was read; let chrony run for some minutes before"
            }
        }
    }
}
