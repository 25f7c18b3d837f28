// Carries out `footfall send`: does one round, or repeats rounds until a signal comes. A separate thread sends, because
// sending waits for the network.

internal import Arguments
internal import LifeSigns
internal import Outbox
internal import PlainWords
internal import SessionRuns
internal import Synchronization
internal import SystemCalls
internal import Timebase

extension SendCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        try await LifeSignService.telling(
            lifeSigns,
            of: Self.declaration.name,
            sessionsIn: place,
            in: surroundings
        ) { try await send(in: surroundings, saying: $0) }
    }

    /// Sends sessions, and reports in life signs how many wait.
    @MainActor
    private func send(
        in surroundings: Surroundings,
        saying signs: LifeSignTeller?
    ) async throws -> ExitStatus {
        let stop = StopSignal()
        let signals = surroundings.stopRequests.handedOn()
        let heeding = Task.detached {
            for await _ in signals { stop.abandon() }
        }
        defer { heeding.cancel() }
        let thread = try WorkThread(name: "send")
        let teller = SendTeller(style, on: surroundings.console)
        do throws(SendError) {
            return try await thread.perform { () throws(SendError) in
                // The rclone processes end with this thread, even if this process is killed.
                try work(until: stop, teller, saying: signs)
            }
        } catch {
            teller.end()
            throw RunFailure("\(error)")
        }
    }

    private func work(
        until stop: StopSignal,
        _ teller: SendTeller,
        saying signs: LifeSignTeller?
    ) throws(SendError) -> ExitStatus {
        let outbox = try Outbox(of: place, to: destination)
        if let damage = outbox.ledger.damage { teller.complain("\(damage)".printable) }
        let encryption = try rules.recipients.map { recipients throws(SendError) in
            try SessionEncryption(to: recipients, in: outbox) { stop.isRaised }
        }
        try encryption?.open()
        var pauses = SendPauses(usual: pause ?? .zero)
        var chance = SystemRandomNumberGenerator()
        while true {
            let signer = signs.map { SendLifeSigns($0, of: outbox) }
            let report = try look(outbox, encryption, until: stop, teller, saying: signer)
            signer?.end(with: report.pass.unsent)
            let status = Self.status(of: report)
            guard pause != nil else { return status }
            // A signal is how a service ends, so the status is good; an interrupted transfer continues the next time.
            if stop.isRaised { return .good }
            let isRest = if case .closed = report.gate { true } else { status == .good }
            var rest = pauses.next(afterGood: isRest, by: chance.next())
            if case .closed(let opening?) = report.gate {
                let left = opening.nanosecondsSince1970.subtractingReportingOverflow(
                    Self.now.nanosecondsSince1970
                )
                if !left.overflow { rest = max(.zero, min(rest, .nanoseconds(left.partialValue))) }
            }
            teller.note(pause: rest)
            let end = LiveTimekeeper().now.advanced(by: rest)
            while !stop.isRaised {
                let signals = stop.wakeEvent.count
                let left = LiveTimekeeper().now.duration(to: end)
                if stop.isRaised || left <= .zero { break }
                stop.wakeEvent.wait(since: signals, upTo: left)
            }
            if stop.isRaised { return .good }
        }
    }

    private static func status(of report: RoundReport) -> ExitStatus {
        report.isDone && report.pass.left.isEmpty ? .good : .failed
    }

    private static var now: WallInstant {
        WallInstant(nanosecondsSince1970: SystemClock.realtime.nanoseconds)
    }

    /// Does one round.
    private func look(
        _ outbox: Outbox,
        _ encryption: SessionEncryption?,
        until stop: StopSignal,
        _ teller: SendTeller,
        saying signs: SendLifeSigns?
    ) throws(SendError) -> RoundReport {
        var settings = RcloneSettings()
        settings.configuration = configuration
        settings.options = rules.rules.rate?.rcloneArguments ?? []
        let round = try OutboxRound(
            outbox,
            by: settings,
            rules: rules.rules,
            encryption: encryption,
            now: { Self.now },
            whileTrue: { !stop.isRaised },
            telling: {
                teller.tell($0)
                signs?.note($0)
            },
            onBytes: { teller.note(sent: $0) }
        )
        let report = try round.run()
        teller.tell(report)
        teller.tell(report.pass, sent: round.sentBytes, readBack: round.readBytes)
        return report
    }
}
