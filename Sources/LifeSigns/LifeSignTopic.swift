// Where life signs stand: below the prefix of the study, a level for the board and one for the command. The will of a
// board replaces a word, and leaves the last sign of the board as it is: whoever looks for one that is gone wants to
// know what it did.

/// A topic of a life sign, without the prefix.
public struct LifeSignTopic: Sendable, Hashable {
    /// What stands there.
    public enum Kind: String, Sendable, Hashable {
        /// The sign, as JSON.
        case sign
        /// The state alone, as one word, or `gone`.
        case state
    }

    public var board: BoardName
    public var part: BoardName
    public var kind: Kind

    /// The word in the place of a state that a broker says of a board that has left without a farewell.
    public static let gone = "gone"

    /// What a broker says once it has lost a start of the command: the will of one that was lost before may come late,
    /// when the next one has long said how it is.
    public static func will(of process: SaidIdentifier) -> String { "\(gone) \(process.text)" }

    public init(board: BoardName, part: BoardName, kind: Kind) {
        (self.board, self.part, self.kind) = (board, part, kind)
    }

    /// The levels, from the first below the prefix.
    public var levels: [String] { [board.text, part.text, kind.rawValue] }

    /// Reads a topic that may be anything.
    ///
    /// - Parameters:
    ///   - bytes: The topic.
    ///   - prefix: What all topics begin with, without a slash at its end; may be empty.
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
