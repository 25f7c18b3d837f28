// One round of a sender: what is to be taken back is taken back, what may leave leaves, what has arrived goes as the
// rule says, and how long the disk lasts is known at its end, also where nothing could be sent.

internal import SystemCalls
public import Timebase

/// What a round came to.
public struct RoundReport: Sendable {
    /// Whether sessions might be sent, at its end.
    public var gate: SendGate
    /// What NetworkManager said, where it was asked.
    public var network: MeteredNetwork?
    /// Whether no earlier run to the destination has told that nobody knows whether it costs.
    public var isNetworkNews = false
    public var pass = SendPassReport()
    public var withdrawal = WithdrawalReport()
    public var keep = KeepReport()
    /// Sessions that lie there in an earlier form, in clear or encrypted to others, and are here no more.
    public var inEarlierForm: [String] = []
    public var forecast: DiskForecast

    /// Whether all is there that can be, and nothing there that must not.
    public var isDone: Bool {
        guard case .open = gate else { return false }
        return pass.isDone && withdrawal.isDone && keep.failed.isEmpty
            && keep.obstacle == nil
    }
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

    /// Bytes that were sent in this round, also of what had to be sent twice.
    public var sentBytes: Int64 { rclone?.sentBytes ?? 0 }
    /// Bytes that were read back in this round to compare them.
    public var readBytes: Int64 { rclone?.readBytes ?? 0 }

    /// A round for an outbox, whose lock is held, by rclone.
    ///
    /// - Parameters:
    ///   - outbox: The outbox.
    ///   - settings: How rclone is called.
    ///   - rules: When, how fast, and what is deleted.
    ///   - encryption: What encrypts; `nil` to send sessions as they lie.
    ///   - now: The time of day.
    ///   - goesOn: Looked at ten times a second.
    ///   - tell: Told what happens.
    ///   - onBytes: Told how many bytes were sent, as they go.
    /// - Throws: When the outbox's folder cannot be opened, or sessions lie there in another form, in clear or encrypted,
    ///   than is asked for.
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

    /// A round with another end.
    ///
    /// What `makeEnd` is given must be looked at whatever the end does, and ends that: at a stop, and while sessions are
    /// sent also when the hours end or the network costs.
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

    /// Goes through it.
    ///
    /// - Returns: What it came to.
    /// - Throws: When the folder of sessions cannot be read, or the ledger not be written.
    public func run() throws(SendError) -> RoundReport {
        OutboxReserve.settle(
            in: outbox.folder,
            freeBytes: FileSystem.room(at: outbox.place)?.free
        )
        // At any hour: whoever withdraws does not wait for the night, and it is a few bytes.
        let withdrawal = WithdrawalPass(outbox, by: end, now: now)
            .run(whileTrue: { [watch] in watch.goesOn })
        forget(withdrawal.done)
        var gate = watch.gate()
        // Where nothing may be sent now, it is counted all the same.
        // So it is where nobody knows what must not go.
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
        // It was not asked: what was told holds.
        case nil: false
        case .unknown(let why): outbox.isNews(why, about: "network")
        case .free, .metered: outbox.isNews(nil, about: "network")
        }
    }

    /// What was made of the files of these is of no use any more.
    private func forget(_ sessions: [String]) {
        guard let encryption else { return }
        for session in sessions {
            if let place = outbox.ledger.record(of: session)?.place { encryption.forget(place) }
        }
    }

    /// Sends what can leave; of `names` alone, if given.
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
