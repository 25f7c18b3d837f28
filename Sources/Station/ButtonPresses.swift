// A short press begins or ends a recording, a long one ends the station. Which of the two it is shows when the key is
// let go, or has been down for long enough; whoever waits is told until when.

public import Timebase

/// Tells short presses of a button from long ones.
public struct ButtonPresses: Sendable, Hashable {
    /// What was meant.
    public enum Meaning: Sendable, Hashable {
        case pressed, held
    }

    /// So long a press is a long one.
    public static let long = Duration.seconds(5)
    /// A contact that bounces is let go and pressed again within this.
    static let bounce = Duration.milliseconds(50)

    private var downSince: BootInstant?
    private var lastUp: BootInstant?

    /// A button that is up.
    public init() {}

    /// When a press that lasts becomes a long one; `nil` while the button is up.
    public var dueAt: BootInstant? { downSince?.advanced(by: Self.long) }

    /// Takes that the button went down.
    public mutating func goDown(at instant: BootInstant) {
        if downSince == nil { downSince = instant }
    }

    /// Takes that the button was let go.
    public mutating func goUp(at instant: BootInstant) -> Meaning? {
        guard let since = downSince else { return nil }
        downSince = nil
        let length = since.duration(to: instant)
        if length >= Self.long { return .held }
        defer { lastUp = instant }
        if let lastUp, lastUp.duration(to: since) < Self.bounce { return nil }
        return .pressed
    }

    /// Takes what time it is.
    public mutating func look(at now: BootInstant) -> Meaning? {
        guard let dueAt, now >= dueAt else { return nil }
        downSince = nil
        return .held
    }

    /// Takes that events were lost: nobody knows whether the button is still down.
    public mutating func lose() { downSince = nil }
}
