// Sends life signs while a command works, from before its work until after its end or failure.

internal import LifeSigns
internal import PlainWords

/// Sends the life signs of a command.
struct LifeSignService: Sendable {
    private let teller: LifeSignTeller
    private let post: BrokerPost
    private let notes: NoteTeller
    private let console: Console

    /// Does work and sends life signs meanwhile.
    ///
    /// If the signs cannot be sent, this reports why, and the work goes on without them.
    ///
    /// - Parameters:
    ///   - options: The broker and the board's name; `nil` sends nothing.
    ///   - part: The command.
    ///   - folder: A folder on the disk that its sessions go to; the signs report that disk.
    ///   - surroundings: The console for messages.
    ///   - tellsAtOnce: Whether to report trouble at once; false while a participant does a task on the terminal.
    ///   - work: The work, which gets the teller; `nil` if no signs are sent.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws.
    @MainActor
    static func telling<Outcome>(
        _ options: LifeSignOptions?,
        of part: String,
        sessionsIn folder: String,
        in surroundings: Surroundings,
        atOnce tellsAtOnce: Bool = true,
        _ work: @MainActor (LifeSignTeller?) async throws -> Outcome
    ) async throws -> Outcome {
        guard let options else { return try await work(nil) }
        let service: LifeSignService
        do {
            service = try LifeSignService(options, part, folder, surroundings, tellsAtOnce)
        } catch {
            surroundings.console.complain(
                "life signs: \(error); the command continues without them".printable
            )
            return try await work(nil)
        }
        do {
            let outcome = try await work(service.teller)
            await service.finish()
            return outcome
        } catch {
            await service.finish()
            throw error
        }
    }

    private init(
        _ options: LifeSignOptions,
        _ part: String,
        _ folder: String,
        _ surroundings: Surroundings,
        _ tellsAtOnce: Bool
    ) throws {
        console = surroundings.console
        let notes = try NoteTeller(on: console)
        self.notes = notes
        let process = SaidIdentifier(String(UInt64.random(in: .min ... .max), radix: 36))
        post = try BrokerPost(options, part: part, process)
        let composer = LifeSignComposer(
            board: options.board,
            part: part,
            software: "footfall \(Program.version)",
            process: process
        )
        let teller = try LifeSignTeller(composer, sessionsIn: folder, to: post)
        self.teller = teller
        try post.start(
            // After a lost connection, the last will may have reported that the board is gone, so a full sign follows.
            onConnected: { [weak teller] in teller?.sayAnew() },
            onTrouble: { if tellsAtOnce { notes.tell($0.printable) } }
        )
    }

    private func finish() async {
        await teller.finish()
        notes.finish()
        if let summary = post.summary { console.complain(summary) }
    }
}
