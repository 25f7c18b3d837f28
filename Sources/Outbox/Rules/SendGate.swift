// Decides whether sessions may be sent now, and if not, why and until when: a waiting board must not look like a
// crashed one.

public import Timebase

/// The rules for when and how fast sessions are sent.
public struct SendRules: Hashable, Sendable {
    /// The hours for sending; always by default.
    public var hours = SendHours.always
    /// The highest rate.
    public var rate: TransferRate?
    /// True to use metered networks, too.
    public var usesMetered = false
    /// True to send sessions again if they are stored plain and this run encrypts, or the reverse.
    public var changesEncryption = false
    /// The rule for deleting sent sessions.
    public var keep = KeepRule()

    /// No limits, except that metered networks are not used.
    public init() {}
}

/// Whether sessions may be sent.
public enum SendGate: Hashable, Sendable {
    /// Sessions may be sent, until the hours end; `nil` if they do not end within three days.
    case open(until: WallInstant?)
    /// Sessions may not be sent before that time; `nil` if there is none within three days.
    case closed(until: WallInstant?)
    /// The network is metered; NetworkManager is asked again now and then.
    case metered

    /// Applies the rules.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - now: The time of day.
    ///   - zone: Returns how many seconds local time is ahead of UTC.
    ///   - network: Called only if the answer matters.
    public init(
        by rules: SendRules,
        at now: WallInstant,
        in zone: SendHours.Zone = SendHours.localZone,
        network: () -> MeteredNetwork
    ) {
        guard rules.hours.areOpen(at: now, in: zone) else {
            self = .closed(until: rules.hours.nextOpening(from: now, in: zone))
            return
        }
        if !rules.usesMetered, network() == .metered {
            self = .metered
            return
        }
        self = .open(until: rules.hours.nextClosing(from: now, in: zone))
    }

    /// Why nothing is sent, and what would change that; `nil` if sending is allowed.
    public var reason: SendError? {
        switch self {
        case .open: return nil
        case .closed(let opening):
            let time = opening.map { TimestampText.format($0, UTCOffset.local(at: $0)) }
            return SendError(
                .passing,
                "sessions are not sent at this time of day",
                where: "--hours",
                remedy: time.map { "they are from \($0) on" } ?? "give other hours"
            )
        case .metered:
            return SendError(
                .passing,
                "NetworkManager says that this network costs by what is sent",
                where: "the network",
                remedy: "add --metered to send all the same, or wait for another network"
            )
        }
    }
}
