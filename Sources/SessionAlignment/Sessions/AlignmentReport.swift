// Aligns sessions: groups them by boards (sessions of one boot of a machine share a clock), turns common observations
// into measurements, solves for all clocks, and reports each pair of sessions.

internal import FoundationEssentials
public import SessionFolder
internal import SystemCalls

/// The alignment of several sessions' times.
public struct AlignmentReport: Sendable {
    /// What the user asks for.
    public struct Request: Sendable, Hashable {
        /// True to search the sensors' signals for shakes.
        public var readsShakes = false
        /// The index of a session whose pairs alone are reported; `nil` for all pairs.
        public var reference: Int?
        /// The largest assumed error of the machines' times of day if nothing is known, in seconds.
        public var searchInSeconds = 30.0

        /// Requests all pairs, by clocks and marks.
        public init() {}
    }

    /// The largest number of sessions: they have 2,016 pairs.
    public static let mostSessions = 64

    public let request: Request
    /// The sessions, in the order of the request.
    public let sessions: [AlignedSession]
    /// Each pair, in the order of the sessions.
    public private(set) var pairs: [SessionPair] = []
    /// Contradictions, in words.
    public private(set) var contradictions: [String] = []
    /// Sessions that could not be read and are in no pair, with the reason in words.
    public private(set) var unread: [String] = []
    /// Why sessions have no shakes, in words.
    public private(set) var shakeProblems: [String] = []
    /// The clock of each session's board.
    public let clocks: [BoardClock]
    let boards: [Int]
    let solution: AlignmentSolution

    /// Aligns sessions; a session that cannot be read is in no pair, and the others are aligned.
    ///
    /// - Parameters:
    ///   - paths: The session folders.
    ///   - request: The request.
    /// - Throws: `SessionError` if the reference cannot be read, another session cannot and fewer than two remain, or a
    ///   session is given twice.
    public init(of paths: [String], _ request: Request) throws(SessionError) {
        var sessions: [AlignedSession] = []
        var request = request
        var problems: [SessionError] = []
        let reference = request.reference
        for (place, path) in paths.enumerated() {
            do throws(SessionError) {
                let session = try AlignedSession(opening: path)
                if place == reference { request.reference = sessions.count }
                sessions.append(session)
            } catch {
                guard place != reference else { throw error }
                problems.append(error)
            }
        }
        try Self.requireDistinct(sessions.map(\.session))
        if sessions.count < 2, let problem = problems.first { throw problem }
        self.init(of: sessions, request)
        unread = problems.map { "\($0)" }
    }

    init(of sessions: [AlignedSession], _ request: Request) {
        (self.sessions, self.request) = (sessions, request)
        let boards = Self.boards(of: sessions)
        let count = (boards.max() ?? -1) + 1
        let members = (0..<count).map { board in
            sessions.indices.filter { boards[$0] == board && sessions[$0].problem == nil }
        }
        let ofBoards = members.map { places in
            BoardClock(
                clocks: places.flatMap { sessions[$0].clocks },
                readings: places.flatMap { sessions[$0].readings }
            )
        }
        var measurements = AlignmentMeasurement.marks(
            members.map { places in places.flatMap { sessions[$0].marks } }
        )
        var refusals: [[Int]: [ShakeSearch.Refusal: Int]] = [:]
        if request.readsShakes {
            var bursts: [[ShakeBurst]] = []
            for places in members {
                var own: [ShakeBurst] = []
                for place in places {
                    let shakes: SessionShakes
                    do throws(SessionError) {
                        shakes = try SessionShakes(of: sessions[place].session)
                    } catch {
                        shakeProblems.append("\(error)")
                        continue
                    }
                    own += shakes.bursts
                    if shakes.isCut {
                        shakeProblems.append(
                            "\(sessions[place].session.path): there are more than \(ShakeFinder.most) bursts of movement; "
                                + "the first and the last \(ShakeFinder.mostAtEnds) and the strongest between are compared"
                        )
                    }
                    if shakes.bursts.isEmpty {
                        shakeProblems.append(
                            "\(sessions[place].session.path): no burst of movement between rests is in it"
                                + (shakes.why.map { " (\($0))" } ?? "")
                        )
                    }
                }
                bursts.append(own.sorted { $0.start < $1.start })
            }
            let sofar = AlignmentSolution(ofBoards, measurements)
            // Boards that are already connected through others are skipped: two pairs determine the third.
            var joined = Array(0..<count)
            let first = request.reference.map { boards[$0] } ?? 0
            let order = ([first] + (0..<count).filter { $0 != first })
            for (place, one) in order.enumerated() {
                for other in order[(place + 1)...] where joined[one] != joined[other] {
                    let (used, refused) = AlignmentMeasurement.shakes(
                        bursts[one],
                        of: one,
                        bursts[other],
                        of: other,
                        sofar,
                        search: request.searchInSeconds
                    )
                    for reason in refused {
                        refusals[[min(one, other), max(one, other)], default: [:]][
                            reason,
                            default: 0
                        ] += 1
                    }
                    guard !used.isEmpty else { continue }
                    measurements += used
                    let (from, to) = (joined[other], joined[one])
                    joined = joined.map { $0 == from ? to : $0 }
                }
            }
        }
        let solution = AlignmentSolution(ofBoards, measurements)
        self.solution = solution
        self.boards = boards
        clocks = boards.map { ofBoards[$0] }
        contradictions = solution.contradictions.map { contradiction in
            contradiction.words { board in
                members[board].first.map { sessions[$0].session.path } ?? "?"
            }
        }
        contradictions += members.flatMap { Self.marksOffEachOther($0.map { sessions[$0] }) }
        for first in sessions.indices {
            for second in sessions.indices where second > first {
                let isAsked = request.reference.map { $0 == first || $0 == second } ?? true
                guard isAsked else { continue }
                // The reference comes first in each pair.
                let (one, other) = request.reference == second ? (second, first) : (first, second)
                let key = [min(boards[one], boards[other]), max(boards[one], boards[other])]
                pairs.append(
                    SessionPair(one, other, of: self, refusedShakes: refusals[key] ?? [:])
                )
            }
        }
    }

    /// Refuses a session that is given twice, also by two paths or as a copy.
    ///
    /// The folders of a run that was continued elsewhere are different sessions of one run.
    private static func requireDistinct(_ sessions: [Session]) throws(SessionError) {
        struct Part: Hashable {
            var run: UUID
            var continued: String?
        }
        var known: [Part: String] = [:]
        for session in sessions {
            let manifest = session.manifest
            let part = Part(run: manifest.taskRunUUID, continued: manifest.continues)
            guard let first = known.updateValue(session.path, forKey: part) else { continue }
            throw SessionError(
                "it is given twice" + (first == session.path ? "" : ", also as \(first)"),
                where: session.path,
                remedy: "name each session once"
            )
        }
    }

    /// Describes marks that sessions of one board should have received at the same instant, but did not.
    private static func marksOffEachOther(_ sessions: [AlignedSession]) -> [String] {
        var found: [String] = []
        var heard: [String: (mark: HeardNetworkMark, path: String)] = [:]
        for session in sessions {
            for mark in session.marks {
                guard let first = heard[mark.id] else {
                    heard[mark.id] = (mark, session.session.path)
                    continue
                }
                let apart = mark.instant.subtractingClamped(first.mark.instant).magnitude
                let seconds = Double(apart) / 1e9
                guard seconds > mark.bound + first.mark.bound + mostWithinBoard else { continue }
                found.append(
                    "\(first.path) and \(session.session.path) are of one start of a machine, and heard the mark "
                        + "\(mark.id) \((seconds * 1e4).rounded() / 10) ms apart: their times are not of one clock"
                )
                break
            }
        }
        return found
    }

    /// How much the arrival of a mark may differ between two programs of one machine, beyond their stated bounds, in
    /// seconds.
    private static let mostWithinBoard = 1e-4

    /// The board of each session: sessions of one boot of a machine share a board.
    private static func boards(of sessions: [AlignedSession]) -> [Int] {
        var known: [String: Int] = [:]
        var next = 0
        return sessions.map { session in
            if session.problem == nil, let boot = session.boot, let board = known[boot] {
                return board
            }
            defer { next += 1 }
            if session.problem == nil, let boot = session.boot { known[boot] = next }
            return next
        }
    }
}

extension AlignmentSolution.Contradiction {
    /// The contradiction, in words.
    func words(_ name: (Int) -> String) -> String {
        func milliseconds(_ seconds: Double) -> String {
            "\((seconds.magnitude * 1e4).rounded() / 10) ms"
        }
        func what(_ measurement: AlignmentMeasurement) -> String {
            let pair = "\(name(measurement.first.board)) and \(name(measurement.second.board))"
            return switch measurement.kind {
            case .mark(let id): "the mark \(id) of \(pair)"
            case .shake: "a shake of \(pair)"
            }
        }
        switch self {
        case .clock(let board, let seconds):
            return
                "\(name(board)): its clock is off what marks or shakes say by \(milliseconds(seconds)), more than both "
                + "errors; they are more certain, and the clock counts no more than that"
        case .measurementOffClocks(let measurement, let seconds):
            return
                "\(what(measurement)) is off what the clocks say by \(milliseconds(seconds)), more than both errors; the "
                + "clocks are more certain, and it is left out"
        case .measurement(let measurement, let seconds):
            return
                "\(what(measurement)) is off all others by \(milliseconds(seconds)), more than their errors, and is left out"
        case .unsolvable(let count):
            return
                "\(count) marks and shakes cannot be told together, and all of them are left out: their instants or errors "
                + "make no sense"
        }
    }
}
