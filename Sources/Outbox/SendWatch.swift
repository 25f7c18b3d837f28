// Decides, ten times a second, whether a round may continue. The sender and the program that it has started share one
// decision: otherwise rclone would go on sending a large file over a mobile network.

internal import Timebase

/// Whether a round, and the program that it has started, may continue.
final class SendWatch {
    /// True while sessions are being sent; withdrawing and deleting are not bound to the hours.
    var isSending = false
    /// What NetworkManager last reported, if it was asked.
    private(set) var network: MeteredNetwork?

    private let rules: SendRules
    private let now: () -> WallInstant
    private let zone: SendHours.Zone
    private let askNetwork: () -> MeteredNetwork
    private let isWanted: () -> Bool
    private var lastAsked: ContinuousClock.Instant?

    /// How often to ask about the network while sending: somebody may leave the house with the board.
    private static let askedEvery: Duration = .seconds(60)

    init(
        by rules: SendRules,
        now: @escaping () -> WallInstant,
        in zone: @escaping SendHours.Zone,
        askNetwork: @escaping () -> MeteredNetwork,
        whileTrue isWanted: @escaping () -> Bool
    ) {
        (self.rules, self.now, self.zone) = (rules, now, zone)
        (self.askNetwork, self.isWanted) = (askNetwork, isWanted)
    }

    /// False after a stop; while sessions are sent, also once the hours end or the network becomes metered.
    var goesOn: Bool { isWanted() && (!isSending || isOpen) }

    /// Whether sessions may be sent now, and until when.
    func gate() -> SendGate {
        SendGate(by: rules, at: now(), in: zone, network: networkNow)
    }

    /// The same without computing when the hours end, which takes longer.
    private var isOpen: Bool {
        rules.hours.areOpen(at: now(), in: zone)
            && (rules.usesMetered || networkNow() != .metered)
    }

    private func networkNow() -> MeteredNetwork {
        if let network, let lastAsked, ContinuousClock.now - lastAsked < Self.askedEvery {
            return network
        }
        let answer = askNetwork()
        (network, lastAsked) = (answer, ContinuousClock.now)
        return answer
    }
}
