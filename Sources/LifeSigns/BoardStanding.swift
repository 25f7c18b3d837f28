// Judges a board by its last life sign and the present time. A board with a wrong clock sends wrong dates; if its sign
// was received live, the time of arrival counts instead.

internal import SystemCalls
public import Timebase

/// The condition of a board.
public enum BoardStanding: String, Sendable, Hashable, Codable {
    /// Its last sign is recent enough.
    case alive
    /// It has stopped as intended, and has promised no further sign.
    case stopped
    /// The date of its last sign is in the future, and no sign was received live: its age is unknown.
    case ahead
    /// It has been silent for longer than promised.
    case overdue
    /// The broker reports that it left without a farewell.
    case gone
    /// Its last sign cannot be read, or it has sent none.
    case unreadable
}

extension BoardRoster.Heard {
    /// How long ago the board was last heard.
    ///
    /// If all its messages were retained ones, this is the age of its sign by the sign's own date.
    ///
    /// - Parameters:
    ///   - now: The time here.
    ///   - date: The same instant as a date.
    /// - Returns: The age; `nil` if there is no sign, or its date lies in the future.
    public func age(at now: BootInstant, date: WallInstant) -> Duration? {
        if let heardAt { return max(.zero, heardAt.duration(to: now)) }
        guard let said = sign?.when.instant else { return nil }
        let nanoseconds = date.nanosecondsSince1970
            .subtractingClamped(said.nanosecondsSince1970)
        // Clocks that NTP synchronizes differ by less than five seconds.
        guard nanoseconds > -5_000_000_000 else { return nil }
        return .nanoseconds(max(0, nanoseconds))
    }

    /// The condition at an instant.
    public func standing(at now: BootInstant, date: WallInstant) -> BoardStanding {
        if isGone { return .gone }
        guard let sign, problem == nil else { return .unreadable }
        guard sign.state != .stopped else { return .stopped }
        let promised = sign.nextWithinSeconds.map { .seconds($0) } ?? LifeSignCadence.promised
        guard let age = age(at: now, date: date) else { return .ahead }
        // Allows half as much again, for delays in the network.
        return age > promised * 3 / 2 ? .overdue : .alive
    }
}
