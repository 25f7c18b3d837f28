// Distinguishes short presses of a station's button from long ones. A short press begins or ends a recording; a long
// press ends the recording, if any, and then the station's program. A press is short if the key is released within five
// seconds. After five seconds the press is long, and `look` reports it without waiting for the release.

public import Timebase

/// Distinguishes short presses of a button from long ones.
public struct ButtonPresses: Sendable, Hashable {
    /// The two kinds of presses.
    public enum Meaning: Sendable, Hashable {
        case pressed, held
    }

    /// A press of at least this length is a long one.
    public static let long = Duration.seconds(5)
    /// A contact that opens and closes again within this time is bouncing, which neither ends nor begins a press.
    static let bounce = Duration.milliseconds(50)

    private var downSince: BootInstant?
    /// When the contact opened so soon after it had closed that it may be bouncing.
    private var openSince: BootInstant?
    private var lastUp: BootInstant?

    /// Starts with a released button.
    public init() {}

    /// When `look` will report the present press; `nil` if there is none.
    ///
    /// At that time a button that is still down counts as held, or a very short press is certain to be no bounce.
    public var dueAt: BootInstant? {
        openSince?.advanced(by: Self.bounce) ?? downSince?.advanced(by: Self.long)
    }

    /// Notes that the button went down, and returns the previous press if that is complete and not reported yet.
    public mutating func goDown(at instant: BootInstant) -> Meaning? {
        let earlier = endShortPress(at: instant)
        openSince = nil
        if downSince == nil { downSince = instant }
        return earlier
    }

    /// Notes that the button was released, and returns the press that this completes.
    ///
    /// It returns `nil` if the contact may only be bouncing, or if `look` has reported the press already.
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

    /// Ends and returns a very short press once the button has been up for too long to be bouncing; `nil` before that.
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

    /// Returns a press that has become certain since the last event; call this at `dueAt`.
    ///
    /// It returns `held` once the button has been down for long enough, `pressed` once a very short press is certain to
    /// be no bounce, and otherwise `nil`.
    public mutating func look(at now: BootInstant) -> Meaning? {
        if openSince != nil { return endShortPress(at: now) }
        guard let dueAt, now >= dueAt else { return nil }
        downSince = nil
        return .held
    }

    /// Forgets the present press after events were lost, because the button may have been released meanwhile.
    public mutating func lose() { (downSince, openSince) = (nil, nil) }
}
