// A board's disk is small, and what has arrived may go. Only that: a session goes for which every destination of the
// board has said that it is there, and of which no byte has changed since. A rule says when such a session goes; that
// it may go at all is no rule's to say, and no option changes it.

internal import SystemCalls
internal import Timebase

/// When a session that has arrived everywhere is deleted here.
public struct KeepRule: Hashable, Sendable {
    /// How long it is kept after its end; `nil` for as long as the disk has room.
    public var age: Duration?
    /// How many bytes of the disk are to be free; `nil` for whatever is.
    public var free: Int64?

    /// A rule by age, by room, or both: a session goes as soon as one of them says so.
    public init(age: Duration? = nil, free: Int64? = nil) {
        (self.age, self.free) = (age, free)
    }

    /// Reads an age such as "30d", "12h" and "0".
    public static func age(_ text: String) throws(SendRuleError) -> Duration {
        let units: [Character: Int64] = ["w": 604_800, "d": 86_400, "h": 3600, "m": 60, "s": 1]
        let unit = text.last.flatMap { units[$0] }
        let number = text.dropLast(unit == nil ? 0 : 1)
        guard let count = Int(digits: number).map(Int64.init), unit != nil || count == 0 else {
            throw SendRuleError(
                "not an age",
                remedy: "give how long to keep what has arrived, for instance 30d, 12h or 0"
            )
        }
        let (seconds, isOver) = count.multipliedReportingOverflow(by: unit ?? 0)
        guard !isOver, seconds <= 36_525 * 86_400 else {
            throw SendRuleError("an age of more than a hundred years", remedy: "leave --keep out")
        }
        return .seconds(seconds)
    }

    /// Reads how much of the disk is to be free, such as "2GB".
    public static func free(_ text: String) throws(SendRuleError) -> Int64 {
        guard let bytes = ByteQuantity.bytes(text) else {
            throw SendRuleError(
                "not a number of bytes",
                remedy: "give how much of the disk is to be free, for instance 2GB or 500MB"
            )
        }
        return bytes
    }
}

/// What the rule looks at of a session.
struct KeptSession: Hashable, Sendable {
    /// Why it is not to be deleted, whatever a rule says.
    enum Bar: String, Hashable, Sendable, CaseIterable {
        /// A run or a repair is at work in it.
        case live
        /// Its run died, and nobody has closed it.
        case left
        /// A destination has not said that all of it is there.
        case unverified
        /// It is no more what was verified.
        case changed
        /// Files are missing that its manifest tells of, or are damaged: what is here may be all that there is.
        case incomplete
        /// What was noted of it cannot be read, or does not fit.
        case doubtful
    }

    /// The name of its folder.
    var name: String
    /// When it ended, by its manifest; `nil` where that does not tell.
    var end: WallInstant?
    /// How many bytes its folder takes.
    var bytes: Int64
    /// What stands against deleting it; empty where it has arrived everywhere as it is.
    var bars: Set<Bar>

    /// A session as it is now.
    init(name: String, end: WallInstant?, bytes: Int64, bars: Set<Bar>) {
        (self.name, self.end, self.bytes, self.bars) = (name, end, bytes, bars)
    }
}

/// What a rule says of the sessions in a folder.
struct KeepDecision: Hashable, Sendable {
    /// The names of those that go, in the order in which they go.
    var deletions: [String]
    /// How many bytes are then still missing of what is to be free; 0 where there is enough.
    var missing: Int64
}

extension KeepRule {
    /// Which sessions go: the oldest first, by the ends that their manifests tell.
    ///
    /// A session that does not tell its end goes last of all, and never by its age. One that ends in the future, by a
    /// clock that was wrong, is young until then.
    ///
    /// - Parameters:
    ///   - sessions: All that are in the folder.
    ///   - now: The time of day.
    ///   - freeBytes: How many bytes the disk has; `nil` where nobody knows: then no session goes for want of room.
    /// - Returns: Which go, and what is missing then.
    func decision(
        on sessions: [KeptSession],
        at now: WallInstant,
        freeBytes: Int64?
    ) -> KeepDecision {
        let candidates = sessions.filter(\.bars.isEmpty).sorted(by: Self.goesBefore)
        var short = free.flatMap { free in
            freeBytes.map { max(0, free.subtractingClamped($0)) }
        }
        var deletions: [String] = []
        for session in candidates where isOld(session, at: now) || (short ?? 0) > 0 {
            deletions.append(session.name)
            short = short.map { max(0, $0.subtractingClamped(max(0, session.bytes))) }
        }
        return KeepDecision(deletions: deletions, missing: short ?? 0)
    }

    private func isOld(_ session: KeptSession, at now: WallInstant) -> Bool {
        guard let age, let end = session.end, !end.isHeld, end <= now else { return false }
        let passed = now.nanosecondsSince1970.subtractingClamped(end.nanosecondsSince1970)
        return .nanoseconds(passed) >= age
    }

    private static func goesBefore(_ one: KeptSession, _ other: KeptSession) -> Bool {
        switch (one.end, other.end) {
        case (let end?, let otherEnd?): (end, one.name) < (otherEnd, other.name)
        case (_?, nil): true
        case (nil, _?): false
        case (nil, nil): one.name < other.name
        }
    }
}
