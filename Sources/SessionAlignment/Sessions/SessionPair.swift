// The result for one pair: the offset at instants across the time that both recorded, each with its error, or the
// reason for its absence.

internal import SessionFolder
internal import SystemCalls

/// The relation of two sessions' times.
public struct SessionPair: Sendable {
    /// An offset at one instant.
    public struct Point: Sendable, Hashable {
        /// The instant in nanoseconds of the second session's boot time.
        public var secondUptime: Int64
        /// The number of nanoseconds to add to the second session's uptime to get the first's.
        public var offset: Int64
        /// The error of the offset in seconds, which is not exceeded in 95 of 100 cases.
        public var error: Double
    }

    /// The source of the offset.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Both are of one boot of a machine, and share its clock.
        case sameBoot
        case clocks
        case marks
        case shakes
        /// Derived through other sessions.
        case others
    }

    /// The indices of the sessions.
    public let first: Int
    public let second: Int
    /// Evenly spaced over the time that both recorded, or over the time between them if they do not overlap; empty if
    /// nothing is known.
    public let points: [Point]
    public let methods: [Method]
    /// How many marks and shakes of this pair were used.
    public let marks: Int
    public let shakes: Int
    /// How many shakes were not used, by reason.
    public let refusedShakes: [ShakeSearch.Refusal: Int]
    /// True if both recorded at the same time.
    public let overlaps: Bool
    /// Why there is no offset, or why its error is larger than it could be.
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
        // Converts the first session's time to the second's clock.
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

    /// What is missing for a result by clocks, marks or shakes.
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
                "\(path): it does not say how exact its clock was; record it again, with chrony on the board"
            case .neverSynchronized:
                "\(path): its clock was never synchronized; let chrony run on the board, and reach a server"
            case .withoutReadings:
                "\(path): its clock was set whenever it was read; let chrony run for some minutes before"
            }
        }
    }
}
