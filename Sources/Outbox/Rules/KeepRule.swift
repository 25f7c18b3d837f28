// A board's disk is small, so sent sessions may be deleted there. A session is deleted only if every destination of the
// board has confirmed it, and no byte has changed since. A rule decides when such a session is deleted. No rule and no
// option can relax these two conditions.

internal import SystemCalls
internal import Timebase

/// When a session that was sent everywhere is deleted here.
public struct KeepRule: Hashable, Sendable {
    /// How long it is kept after its end; `nil` to keep it as long as the disk has space.
    public var age: Duration?
    /// How many bytes of the disk must be free; `nil` for no such limit.
    public var free: Int64?

    /// A rule by age, by free space, or both: a session is deleted as soon as either condition asks for it.
    public init(age: Duration? = nil, free: Int64? = nil) {
        (self.age, self.free) = (age, free)
    }

    /// Parses an age such as "30d", "12h" or "0".
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

    /// Parses the space that must stay free, such as "2GB".
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

/// What the rule considers of a session.
struct KeptSession: Hashable, Sendable {
    /// Why it must not be deleted, whatever a rule says.
    enum Bar: String, Hashable, Sendable, CaseIterable {
        /// A run or a repair is writing it.
        case live
        /// Its run crashed, and the session has not been closed.
        case left
        /// A destination has not confirmed that all of it is there.
        case unverified
        /// It differs from what was verified.
        case changed
        /// Files that its manifest lists are missing or damaged: this may be the only copy.
        case incomplete
        /// The ledger's record cannot be read, or contradicts the folder.
        case doubtful
    }

    /// The name of its folder.
    var name: String
    /// When it ended, by its manifest; `nil` if the manifest does not say.
    var end: WallInstant?
    /// How many bytes its folder takes.
    var bytes: Int64
    /// What forbids deleting it; empty if every destination has it in its present state.
    var bars: Set<Bar>

    /// A session as it is now.
    init(name: String, end: WallInstant?, bytes: Int64, bars: Set<Bar>) {
        (self.name, self.end, self.bytes, self.bars) = (name, end, bytes, bars)
    }
}

/// What a rule decides about the sessions in a folder.
struct KeepDecision: Hashable, Sendable {
    /// The names of the sessions to delete, in order.
    var deletions: [String]
    /// How many bytes must be freed to reach the required free space, before any deletion; 0 if none.
    var missing: Int64
}

extension KeepRule {
    /// Selects the sessions to delete: the oldest first, by the end in their manifests.
    ///
    /// A session without an end is deleted last, and never by age. One that ends in the future, because of a wrong
    /// clock, counts as young until then.
    ///
    /// - Parameters:
    ///   - sessions: All sessions in the folder.
    ///   - now: The time of day.
    ///   - freeBytes: How many bytes are free; if `nil`, no session is deleted for lack of space.
    /// - Returns: The sessions to delete, and the bytes missing before that.
    func decision(
        on sessions: [KeptSession],
        at now: WallInstant,
        freeBytes: Int64?
    ) -> KeepDecision {
        let candidates = sessions.filter(\.bars.isEmpty).sorted(by: Self.goesBefore)
        let missing = free.flatMap { free in
            freeBytes.map { max(0, free.subtractingClamped($0)) }
        }
        var short = missing
        var deletions: [String] = []
        for session in candidates where isOld(session, at: now) || (short ?? 0) > 0 {
            deletions.append(session.name)
            short = short.map { max(0, $0.subtractingClamped(max(0, session.bytes))) }
        }
        return KeepDecision(deletions: deletions, missing: missing ?? 0)
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
