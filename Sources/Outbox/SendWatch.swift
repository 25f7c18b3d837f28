// What is asked ten times a second, whatever a round does: whether it goes on. There is one answer for the sender and for
// the program that it has started: else a day's file would go on over a telephone's network.

internal import Timebase

/// Whether a round, and what it has started, goes on.
final class SendWatch {
    /// Whether sessions are being sent: what is taken back, or deleted here, waits for no hours.
    var isSending = false
    /// What NetworkManager said last, where it was asked.
    private(set) var network: MeteredNetwork?

    private let rules: SendRules
    private let now: () -> WallInstant
    private let zone: SendHours.Zone
    private let askNetwork: () -> MeteredNetwork
    private let isWanted: () -> Bool
    private var lastAsked: ContinuousClock.Instant?

    /// How often the network is asked for while something is sent: somebody may leave the house with the board.
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

    /// Whether it goes on: until a stop, and while sessions are sent until the hours end or the network costs.
    var goesOn: Bool { isWanted() && (!isSending || isOpen) }

    /// Whether sessions may be sent now, and until when.
    func gate() -> SendGate {
        SendGate(by: rules, at: now(), in: zone, network: networkNow)
    }

    /// When the hours end is not looked for: that takes longer.
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
