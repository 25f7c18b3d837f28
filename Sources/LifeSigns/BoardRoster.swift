// What was heard of boards. All of it is strangers' words: a broker may be anybody's, and so may what it keeps. There
// are as many boards as there is room for, and the rest is counted.

internal import SystemCalls
public import Timebase

/// The boards that were heard of.
public struct BoardRoster: Sendable {
    /// A command of a board.
    public struct Place: Sendable, Hashable, Comparable {
        public var board: String
        public var part: String

        public static func < (left: Place, right: Place) -> Bool {
            (left.board, left.part) < (right.board, right.part)
        }
    }

    /// What was heard of it.
    public struct Heard: Sendable, Hashable {
        /// Its last sign that can be read.
        public var sign: LifeSign?
        /// Why what came last is none.
        public var problem: String?
        /// Whom the broker has said to be gone.
        public var will: Will?
        /// When it was last heard here, where that was not kept by the broker.
        public var heardAt: BootInstant?
    }

    /// The word of a broker that has lost a board.
    public struct Will: Sendable, Hashable {
        /// The start of the command that it has lost; `nil` where the word names none.
        public var process: SaidIdentifier?

        /// The will, if that is what stands in the place of a state.
        init?(_ payload: [UInt8]) {
            let words = payload.prefix(128).split(separator: 0x20, maxSplits: 1)
            guard let word = words.first, word.elementsEqual(LifeSignTopic.gone.utf8) else {
                return nil
            }
            process = words.dropFirst().first
                .map { SaidIdentifier(String(decoding: $0, as: UTF8.self)) }
        }
    }

    private let prefix: String
    private let most: Int
    private var boards: [Place: Heard] = [:]
    /// Messages that are of boards beyond those there is room for, or of nothing that is known here.
    public private(set) var leftOut = 0
    /// Why there may be more of them; `nil` where all were heard.
    public var gap: String?

    /// A roster of nobody.
    ///
    /// - Parameters:
    ///   - prefix: What all topics begin with.
    ///   - most: How many boards there is room for.
    public init(below prefix: String, most: Int = 20_000) {
        self.prefix = prefix
        self.most = most
    }

    /// The boards by their names.
    public var all: [(place: Place, heard: Heard)] {
        boards.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// How many there are.
    public var count: Int { boards.count }

    /// Counts what did not come this far.
    public mutating func leaveOut(_ messages: Int) { leftOut = leftOut.addingClamped(messages) }

    /// Takes a message, which may be anything.
    ///
    /// - Parameters:
    ///   - topic: Where it stands.
    ///   - payload: What it says; nothing where somebody has taken it away.
    ///   - isKept: Whether the broker had kept it; else it is being said now.
    ///   - now: When it came.
    public mutating func take(
        topic: [UInt8],
        _ payload: [UInt8],
        isKept: Bool,
        at now: BootInstant
    ) {
        guard let topic = LifeSignTopic(topic, below: prefix) else { return leaveOut(1) }
        let place = Place(board: topic.board.text, part: topic.part.text)
        guard boards[place] != nil || boards.count < most else { return leaveOut(1) }
        var heard = boards[place] ?? Heard()
        switch topic.kind {
        case .state:
            // A word that is no state, or none, is no news: the sign has the state.
            heard.will = Will(payload)
        case .sign where payload.isEmpty:
            (heard.sign, heard.problem) = (nil, nil)
        case .sign:
            do throws(LifeSignProblem) {
                heard.sign = try LifeSign(json: payload)
                heard.problem = nil
                // One that speaks is there: the word that was to take the place of the will may have been lost.
                if !isKept { heard.will = nil }
            } catch {
                heard.problem = error.description
            }
        }
        // What the broker says of a board is no word of that.
        if !isKept, topic.kind == .sign || Will(payload) == nil { heard.heardAt = now }
        boards[place] = heard.isNobody ? nil : heard
    }
}

extension BoardRoster.Heard {
    /// Whether the broker has lost the one whose sign this is: the will of an older start says nothing of it.
    public var isGone: Bool {
        guard let will else { return false }
        guard let lost = will.process, let said = sign?.process else { return true }
        // One that has said its farewell has gone as it was meant to, though the broker took its leave for a loss.
        return lost == said && sign?.state != .stopped
    }

    /// Whether nothing is known of it: somebody has taken its signs away.
    fileprivate var isNobody: Bool { sign == nil && problem == nil && will == nil }
}
