// Whether sessions may be sent now, and if not, why and until when: a board that waits must not look like one that has
// died.

public import Timebase

/// The rules of when and how fast sessions are sent.
public struct SendRules: Hashable, Sendable {
    /// In which hours; always if not given.
    public var hours = SendHours.always
    /// How fast at most.
    public var rate: TransferRate?
    /// Whether a network may be used that costs by what is sent.
    public var usesMetered = false
    /// Whether what is there is sent again where it lies in clear, or encrypted, and this run asks for the other.
    public var changesEncryption = false
    /// What is deleted once it has arrived.
    public var keep = KeepRule()

    /// No limits, but on networks that cost.
    public init() {}
}

/// Whether sessions may be sent.
public enum SendGate: Hashable, Sendable {
    /// They may, until the hours end.
    case open(until: WallInstant?)
    /// They may from then on.
    case closed(until: WallInstant?)
    /// The network costs; NetworkManager is asked again at times.
    case metered

    /// What the rules say.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - now: The time of day.
    ///   - zone: How far local time is ahead.
    ///   - network: Asked only where it matters.
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

    /// Why nothing is sent, and what would change it; `nil` while it is.
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
