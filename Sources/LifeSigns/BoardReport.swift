// The boards for a program: one JSON object, with each board's last sign as it came.

public import Timebase

/// What is known of boards at a moment.
public struct BoardReport: Sendable, Encodable {
    /// One of them.
    public struct Board: Sendable, Encodable {
        public var board: String
        public var part: String
        public var standing: BoardStanding
        /// How long ago it was heard; absent where its clock is ahead of ours.
        public var heardSecondsAgo: Double?
        /// Why what came last is no sign.
        public var problem: String?
        public var sign: LifeSign?
    }

    /// The broker, as it may be shown.
    public var broker: String
    public var boards: [Board]
    /// Messages for which there was no room, or that are none of ours.
    public var leftOut: Int
    /// Why there may be more of them; absent where all are here.
    public var gap: String?

    /// The boards of a roster at a moment.
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
