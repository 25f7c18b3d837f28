// One round of a sender: carries out requested withdrawals, sends what can be sent, deletes what the rule allows, and
// computes how long the disk will last, even if nothing could be sent.

internal import SystemCalls
public import Timebase

/// The result of a round.
public struct RoundReport: Sendable {
    /// Whether sessions could be sent at the end of the round, and if not, why.
    public var gate: SendGate
    /// What NetworkManager reported, if it was asked.
    public var network: MeteredNetwork?
    /// True if the cost of the network is unknown, and no earlier sender to this destination has reported that.
    public var isNetworkNews = false
    public var pass = SendPassReport()
    public var withdrawal = WithdrawalReport()
    public var keep = KeepReport()
    /// Sessions that are stored there in an earlier form (plain, or for other recipients) and are no longer here.
    public var inEarlierForm: [String] = []
    public var forecast: DiskForecast

    /// True if everything that can be sent is there, everything withdrawn is gone, and the rule was carried out.
    ///
    /// Whether sessions may be sent now does not matter: if none waits, all have arrived.
    public var isDone: Bool { pass.isDone && withdrawal.isDone && keep.isDone }
}

/// One round of a sender.
public final class OutboxRound {
    private let end: any SummingEnd
    private var rclone: RcloneEnd?
    private let outbox: Outbox
    private let rules: SendRules
    private let encryption: SessionEncryption?
    private let inEarlierForm: [String]
    private let now: () -> WallInstant
    private let watch: SendWatch
    private let tell: (SendEvent) -> Void

    /// Bytes that this round has sent, including repeated uploads.
    public var sentBytes: Int64 { rclone?.sentBytes ?? 0 }
    /// Bytes that this round has read back to compare them.
    public var readBytes: Int64 { rclone?.readBytes ?? 0 }

    /// A round for an outbox, whose lock the caller holds, by rclone.
    ///
    /// - Parameters:
    ///   - outbox: The outbox.
    ///   - settings: How to call rclone.
    ///   - rules: When and how fast to send, and what to delete.
    ///   - encryption: What encrypts; `nil` to send plain sessions.
    ///   - now: The time of day.
    ///   - goesOn: Checked ten times a second; the round stops once it returns false.
    ///   - tell: Receives the events of the round.
    ///   - onBytes: Receives the number of bytes sent so far.
    /// - Throws: When the outbox's folder cannot be opened, or sessions are stored there in another form, plain or
    ///   encrypted, than this run asks for.
    public convenience init(
        _ outbox: Outbox,
        by settings: RcloneSettings,
        rules: SendRules,
        encryption: SessionEncryption? = nil,
        now: @escaping () -> WallInstant,
        whileTrue goesOn: @escaping () -> Bool,
        telling tell: @escaping (SendEvent) -> Void,
        onBytes: @escaping (Int64) -> Void = { _ in }
    ) throws(SendError) {
        var made: RcloneEnd?
        try self.init(
            outbox,
            rules: rules,
            encryption: encryption,
            now: now,
            whileTrue: goesOn,
            telling: tell
        ) { goesOn throws(SendError) in
            let end = try RcloneEnd(of: outbox, settings, whileTrue: goesOn, onBytes: onBytes)
            made = end
            return end
        }
        rclone = made
    }

    /// A round with another kind of destination.
    ///
    /// `makeEnd` receives a closure that every operation of the destination must check: once it returns false, the
    /// operation must end. It returns false after a stop; while sessions are sent, also once the hours end or the
    /// network becomes metered.
    init(
        _ outbox: Outbox,
        rules: SendRules,
        encryption: SessionEncryption? = nil,
        now: @escaping () -> WallInstant,
        in zone: @escaping SendHours.Zone = SendHours.localZone,
        askNetwork: (() -> MeteredNetwork)? = nil,
        whileTrue goesOn: @escaping () -> Bool,
        telling tell: @escaping (SendEvent) -> Void,
        by makeEnd: (@escaping () -> Bool) throws(SendError) -> any SummingEnd
    ) throws(SendError) {
        let watch = SendWatch(
            by: rules,
            now: now,
            in: zone,
            askNetwork: askNetwork ?? { MeteredNetwork.ask(whileTrue: goesOn) },
            whileTrue: goesOn
        )
        (self.outbox, self.rules, self.encryption) = (outbox, rules, encryption)
        (self.now, self.watch, self.tell) = (now, watch, tell)
        inEarlierForm = try KeptFormStore(outbox: outbox).settle(
            on: encryption?.readers,
            mayChange: rules.changesEncryption,
            at: TimestampText.format(now())
        )
        end = try makeEnd { watch.goesOn }
    }

    /// Runs the round.
    ///
    /// - Returns: The result.
    /// - Throws: When the folder of sessions cannot be read, or the ledger cannot be written.
    public func run() throws(SendError) -> RoundReport {
        OutboxReserve.settle(
            in: outbox.folder,
            freeBytes: FileSystem.room(at: outbox.place)?.free
        )
        // Not bound to the sending hours: a withdrawal must not wait for the night, and needs few bytes.
        let withdrawal = WithdrawalPass(outbox, by: end, now: now)
            .run(whileTrue: { [watch] in watch.goesOn })
        forget(withdrawal.done)
        var gate = watch.gate()
        // Called even if nothing may be sent now, or if the withdrawal requests cannot be read: it still counts the
        // sessions.
        var pass = try send(unless: withdrawal.obstacle != nil)
        if let obstacle = withdrawal.obstacle { pass.obstacle = obstacle }
        if case .open = gate {
            gate = watch.gate()
            if pass.obstacle?.kind == .stopped, watch.goesOn, let reason = gate.reason {
                pass.obstacle = reason
            }
        }
        let keep = try KeepPass(outbox, at: end, by: rules.keep, now: now)
            .run(whileTrue: { [watch] in watch.goesOn })
        forget(keep.deleted)
        if !keep.notThere.isEmpty {
            pass.add(try send(Set(keep.notThere.keys), unless: withdrawal.obstacle != nil))
        }
        return RoundReport(
            gate: gate,
            network: watch.network,
            isNetworkNews: isNetworkNews,
            pass: pass,
            withdrawal: withdrawal,
            keep: keep,
            inEarlierForm: inEarlierForm,
            forecast: DiskForecast(for: outbox, at: now())
        )
    }

    private var isNetworkNews: Bool {
        switch watch.network {
        // NetworkManager was not asked, so there is nothing new.
        case nil: false
        case .unknown(let why): outbox.isNews(why, about: "network")
        case .free, .metered: outbox.isNews(nil, about: "network")
        }
    }

    /// Deletes the notes on these sessions' encrypted files, which are no longer needed.
    private func forget(_ sessions: [String]) {
        guard let encryption else { return }
        for session in sessions {
            if let place = outbox.ledger.record(of: session)?.place { encryption.forget(place) }
        }
    }

    /// Sends the sessions that can be sent; only `names`, if given.
    private func send(
        _ names: Set<String>? = nil,
        unless isBarred: Bool
    ) throws(SendError) -> SendPassReport {
        let (encryption, end) = (encryption, end)
        let pack: ((OutgoingSession) -> Shipment)? = encryption.map { encryption in
            { encryption.shipment($0, by: end) }
        }
        watch.isSending = true
        defer { watch.isSending = false }
        return try SendPass(
            outbox,
            by: end,
            now: now,
            whileTrue: { [watch] in !isBarred && watch.goesOn },
            telling: tell,
            packing: pack
        ).run(of: names)
    }
}
