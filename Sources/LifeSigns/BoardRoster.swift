// Collects what boards have sent. All of it is untrusted: anybody may run the broker or write to it. The number of
// boards is limited; messages of further boards are dropped and counted.

internal import SystemCalls
public import Timebase

/// The boards from which something was received.
public struct BoardRoster: Sendable {
    /// A board's name, and the command on the board that reports.
    public struct Place: Sendable, Hashable, Comparable {
        public var board: String
        public var part: String

        public static func < (left: Place, right: Place) -> Bool {
            (left.board, left.part) < (right.board, right.part)
        }
    }

    /// What was received from one command of a board.
    public struct Heard: Sendable, Hashable {
        /// Its last readable sign.
        public var sign: LifeSign?
        /// Why its last sign could not be read; `nil` if it could.
        public var problem: String?
        /// The MQTT will that the broker published after it lost the board; `nil` if the board has reported since.
        public var will: Will?
        /// When it last sent a message; `nil` if all its messages were retained ones.
        ///
        /// A will does not count, nor does the deletion of a retained message.
        public var heardAt: BootInstant?
    }

    /// An MQTT last will: the broker's report that it has lost the connection to a board.
    public struct Will: Sendable, Hashable {
        /// The process that was lost; `nil` if the will names none.
        public var process: SaidIdentifier?

        /// Parses a will; `nil` if the payload is another state.
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
    /// How many messages were dropped: from boards beyond the limit, with an unknown topic, or by the caller.
    public private(set) var leftOut = 0
    /// Why boards may be missing; `nil` if all were received.
    public var gap: String?

    /// An empty roster.
    ///
    /// - Parameters:
    ///   - prefix: The common prefix of all topics.
    ///   - most: The largest number of boards.
    public init(below prefix: String, most: Int = 20_000) {
        self.prefix = prefix
        self.most = most
    }

    /// The boards, sorted by name.
    public var all: [(place: Place, heard: Heard)] {
        boards.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The number of boards.
    public var count: Int { boards.count }

    /// Counts messages that the caller has dropped.
    public mutating func leaveOut(_ messages: Int) { leftOut = leftOut.addingClamped(messages) }

    /// Processes a message, which is untrusted.
    ///
    /// - Parameters:
    ///   - topic: Its topic.
    ///   - payload: Its content; empty if the retained message was deleted.
    ///   - isKept: True if the broker had retained it; false if it was published just now.
    ///   - now: When it arrived.
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
            // The sign contains the state, too, so only a will matters here.
            heard.will = Will(payload)
        case .sign where payload.isEmpty:
            (heard.sign, heard.problem) = (nil, nil)
        case .sign:
            do throws(LifeSignProblem) {
                heard.sign = try LifeSign(json: payload)
                heard.problem = nil
                // A board that publishes now is connected, even if the message that replaces its will was lost.
                if !isKept { heard.will = nil }
            } catch {
                heard.problem = error.description
            }
        }
        // A will comes from the broker and an empty message from a client that deletes a retained one: neither is a
        // sign of the board.
        let isFromBoard = !payload.isEmpty && (topic.kind == .sign || Will(payload) == nil)
        if !isKept, isFromBoard { heard.heardAt = now }
        boards[place] = heard.isNobody ? nil : heard
    }
}

extension BoardRoster.Heard {
    /// True if the broker has lost the process that sent this sign; the will of an earlier process does not count.
    public var isGone: Bool {
        guard let will else { return false }
        guard let lost = will.process, let said = sign?.process else { return true }
        // A board that has sent its farewell has stopped as intended, even if the broker took its end for a loss.
        return lost == said && sign?.state != .stopped
    }

    /// True if nothing is known of it, because its messages were deleted.
    fileprivate var isNobody: Bool { sign == nil && problem == nil && will == nil }
}
