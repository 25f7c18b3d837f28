// Tells short presses from long ones: a short press begins or ends a recording, a long one ends the recording, if any,
// and the station's program. A press is short if the key is released before five seconds are over. It is long as soon
// as they are over, which `look` reports without waiting for the release.

public import Timebase

/// Tells short presses of a button from long ones.
public struct ButtonPresses: Sendable, Hashable {
    /// The two kinds of presses.
    public enum Meaning: Sendable, Hashable {
        case pressed, held
    }

    /// A press of at least this length is a long one.
    public static let long = Duration.seconds(5)
    /// A contact that opens and closes again within this time is bouncing: that ends no press and begins none.
    static let bounce = Duration.milliseconds(50)

    private var downSince: BootInstant?
    /// When the contact opened so soon after it had closed that it may be bouncing.
    private var openSince: BootInstant?
    private var lastUp: BootInstant?

    /// A button that is up.
    public init() {}

    /// When `look` will report the present press; `nil` if there is none.
    ///
    /// It is the time at which a button that is down counts as held, or at which a very short press can be no bounce.
    public var dueAt: BootInstant? {
        openSince?.advanced(by: Self.bounce) ?? downSince?.advanced(by: Self.long)
    }

    /// Notes that the button went down, and returns the press before it if `look` has not reported that one yet.
    public mutating func goDown(at instant: BootInstant) -> Meaning? {
        let earlier = endShortPress(at: instant)
        openSince = nil
        if downSince == nil { downSince = instant }
        return earlier
    }

    /// Notes that the button was released, and returns which press that completes, if any.
    public mutating func goUp(at instant: BootInstant) -> Meaning? {
        guard let since = downSince else { return nil }
        let length = since.duration(to: instant)
        if length < Self.bounce {
            openSince = openSince ?? instant
            return nil
        }
        downSince = nil
        return length >= Self.long ? .held : release(at: instant, since: since)
    }

    /// Ends a very short press once the button has been up for too long to be bouncing.
    private mutating func endShortPress(at now: BootInstant) -> Meaning? {
        guard let openSince, let since = downSince, openSince.duration(to: now) >= Self.bounce
        else { return nil }
        (self.openSince, downSince) = (nil, nil)
        return release(at: openSince, since: since)
    }

    private mutating func release(at instant: BootInstant, since: BootInstant) -> Meaning? {
        defer { lastUp = instant }
        if let lastUp, lastUp.duration(to: since) < Self.bounce { return nil }
        return .pressed
    }

    /// Returns `held` once the button has been down for long enough, or `pressed` once it is certain that a very short
    /// press was no bounce; call it at `dueAt`.
    public mutating func look(at now: BootInstant) -> Meaning? {
        if openSince != nil { return endShortPress(at: now) }
        guard let dueAt, now >= dueAt else { return nil }
        downSince = nil
        return .held
    }

    /// Notes that events were lost, so that it is unknown whether the button is still down.
    public mutating func lose() { (downSince, openSince) = (nil, nil) }
}
