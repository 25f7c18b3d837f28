// The boards as one JSON object for other programs. Each board has its last life sign, without implausible values.

public import Timebase

/// What is known of boards at an instant.
public struct BoardReport: Sendable, Encodable {
    /// One board.
    public struct Board: Sendable, Encodable {
        public var board: String
        public var part: String
        public var standing: BoardStanding
        /// How long ago its last message arrived or, if it was retained, its sign was made; absent if that is unknown.
        public var heardSecondsAgo: Double?
        /// Why the last sign could not be read; absent if it could.
        public var problem: String?
        public var sign: LifeSign?
    }

    /// The broker, without secrets.
    public var broker: String
    public var boards: [Board]
    /// How many messages were dropped: for lack of space, or because their topic is not that of a life sign.
    public var leftOut: Int
    /// Why boards may be missing; absent if all are here.
    public var gap: String?

    /// The boards of a roster at an instant.
    public init(_ roster: BoardRoster, at broker: String, _ now: BootInstant, date: WallInstant) {
        self.broker = broker
        leftOut = roster.leftOut
        gap = roster.gap
        boards = roster.all.map { place, heard in
            Board(
                board: place.board,
                part: place.part,
                standing: heard.standing(at: now, date: date),
                heardSecondsAgo: heard.age(at: now, date: date).map {
                    Double($0.components.seconds)
                },
                problem: heard.problem,
                sign: heard.sign
            )
        }
    }
}
