// The topics of life signs: below the study's prefix, a level each for the board, the command, and the kind of message.
// State and sign have separate topics: a board's will replaces only the state, so that its last sign still shows what
// the board was doing.

/// The topic of a life sign, without the prefix.
public struct LifeSignTopic: Sendable, Hashable {
    /// What is published there.
    public enum Kind: String, Sendable, Hashable {
        /// The sign, as JSON.
        case sign
        /// The state alone as one word, or `gone`.
        case state
    }

    public var board: BoardName
    public var part: BoardName
    public var kind: Kind

    /// The state that a broker publishes for a board that left without a farewell.
    public static let gone = "gone"

    /// The will for a process of the command.
    ///
    /// The will names the process, because it may arrive when the next process of the command reports already.
    public static func will(of process: SaidIdentifier) -> String { "\(gone) \(process.text)" }

    public init(board: BoardName, part: BoardName, kind: Kind) {
        (self.board, self.part, self.kind) = (board, part, kind)
    }

    /// The levels below the prefix.
    public var levels: [String] { [board.text, part.text, kind.rawValue] }

    /// Parses a topic; `nil` if it is not that of a life sign below the prefix.
    ///
    /// - Parameters:
    ///   - bytes: The topic, untrusted.
    ///   - prefix: The common prefix of all topics, without a slash at its end; may be empty.
    public init?(_ bytes: [UInt8], below prefix: String) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let levels = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let above =
            prefix.isEmpty
            ? [] : prefix.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard levels.count == above.count + 3, Array(levels.prefix(above.count)) == above,
            let board = BoardName(exactly: levels[above.count]),
            let part = BoardName(exactly: levels[above.count + 1]),
            let kind = Kind(rawValue: levels[above.count + 2])
        else { return nil }
        self.init(board: board, part: part, kind: kind)
    }
}
