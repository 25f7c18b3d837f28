// How a board stands, by what it said and what time it is. A board whose clock is wrong says wrong dates: where it was
// heard here, the time of hearing counts.

internal import SystemCalls
public import Timebase

/// How a board stands.
public enum BoardStanding: String, Sendable, Hashable, Codable {
    /// It was heard in time.
    case alive
    /// It has stopped as it was meant to, and has promised nothing.
    case stopped
    /// The date of its last sign lies ahead of ours, and it was not heard since we listen: nobody can tell how old that
    /// is.
    case ahead
    /// It has been silent for longer than it had promised.
    case overdue
    /// It has left without a farewell, the broker says.
    case gone
    /// What it says cannot be read.
    case unreadable
}

extension BoardRoster.Heard {
    /// How long ago it was heard; `nil` where its own date cannot be, lying ahead of the time here.
    ///
    /// - Parameters:
    ///   - now: The time here.
    ///   - date: The same as a date.
    /// - Returns: The time since then.
    public func age(at now: BootInstant, date: WallInstant) -> Duration? {
        if let heardAt { return max(.zero, heardAt.duration(to: now)) }
        guard let said = sign?.when.instant else { return nil }
        let nanoseconds = date.nanosecondsSince1970
            .subtractingClamped(said.nanosecondsSince1970)
        // A clock that NTP keeps is nearer than that.
        guard nanoseconds > -5_000_000_000 else { return nil }
        return .nanoseconds(max(0, nanoseconds))
    }

    /// How it stands.
    public func standing(at now: BootInstant, date: WallInstant) -> BoardStanding {
        if isGone { return .gone }
        guard let sign, problem == nil else { return .unreadable }
        guard sign.state != .stopped else { return .stopped }
        let promised = sign.nextWithinSeconds.map { .seconds($0) } ?? LifeSignCadence.promised
        guard let age = age(at: now, date: date) else { return .ahead }
        // Half as much again: a network takes time, too.
        return age > promised * 3 / 2 ? .overdue : .alive
    }
}
