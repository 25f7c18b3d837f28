// `footfall delete`: deletes sessions completely or not at all, here and, with `--remote`, where they were sent.

internal import Arguments
internal import Outbox
internal import PlainWords
internal import SessionFolder
internal import SessionRuns
internal import SystemCalls

/// Deletes sessions.
struct DeleteCommand: Sendable, Equatable {
    var sessions: [String]
    var isSure: Bool
    var takesStrays: Bool
    var isJSON: Bool
    var remotes: [Destination]
    var rcloneConfiguration: String?

    private static let yesFlag = Flag("yes", letter: "y", "do not ask")
    private static let straysFlag = Flag(
        "with-strays",
        "also delete files that the session does not list; without it, a session with such files is refused"
    )

    private static let remoteOption = Option(
        "remote",
        taking: "DEST",
        as: .destination,
        repeats: true,
        "also withdraw the copies that footfall send has sent to this destination; may be given again"
    )
    private static let configurationOption = Option(
        "rclone-config",
        taking: "FILE",
        as: .text,
        "with --remote: rclone's configuration file, with its remotes; rclone's usual file if not given"
    )

    static let declaration = CommandDeclaration(
        name: "delete",
        summary: "delete sessions, with all that is in them",
        discussion: """
            Shows what it would delete, asks, and deletes the sessions with samples, answers, results, saved progress \
            and the originals that a repair has set aside. It refuses a session that is being written, and a folder \
            with files that do not belong to the session. It refuses a link: name what the link leads to. \
            If it refuses one session, it deletes none. If a deletion ends in the middle, the same command deletes the \
            rest.

            It reports the copies at destinations of `footfall send` that it does not withdraw.

            With --remote, it also withdraws the copies at that destination: first their manifests, then their files, \
            also unfinished ones. Name a session that is no longer on this machine by its former path. If a \
            destination cannot be reached, the command reports this and stores the request: the next footfall send \
            from that folder to that destination withdraws the copy.

            The status is 0 if all are deleted; 1 if one could not be deleted, here or there, or the question was not \
            answered with yes.
            """,
        operands: [
            OperandDeclaration(name: "SESSION", summary: "a session folder", repeats: true)
        ],
        options: [
            yesFlag.declaration, straysFlag.declaration, remoteOption.declaration,
            configurationOption.declaration, SharedOptions.json.declaration,
        ],
        examples: [
            "footfall delete Sessions/2026-11-21T101500Z_walk_1f6a03bc",
            "footfall delete --yes Sessions/2026-11-2*",
            "footfall delete Sessions/2026-11-21T101500Z_walk_1f6a03bc --remote study:",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        sessions = arguments.operands
        isSure = arguments.contains(Self.yesFlag)
        takesStrays = arguments.contains(Self.straysFlag)
        isJSON = arguments.contains(SharedOptions.json)
        rcloneConfiguration = try arguments.value(of: Self.configurationOption)
        remotes = try arguments.values(of: Self.remoteOption)
        guard rcloneConfiguration == nil || !remotes.isEmpty else {
            throw UsageError(
                place: "--rclone-config",
                problem: "it is used only with --remote",
                remedy: "add --remote DEST, or leave it out"
            )
        }
        guard isSure || !isJSON else {
            throw UsageError(
                place: "--json",
                problem: "the standard output is for a program, which cannot answer the question",
                remedy: "add --yes"
            )
        }
    }
}

extension Conversion<Destination> {
    /// A destination of `footfall send`.
    fileprivate static var destination: Self {
        Self { word throws(ConversionError) in
            do throws(SendError) {
                return try Destination(word)
            } catch {
                throw ConversionError(
                    problem: error.what,
                    remedy: error.remedy,
                    hidesWord: true
                )
            }
        }
    }
}

extension DeleteCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let console = surroundings.console
        let gone = remotes.isEmpty ? [] : sessions.filter(RemoteWithdrawal.isGone)
        let found = try look(at: sessions.filter { !gone.contains($0) }, telling: console.complain)
        let withdrawals = try remotes.map { destination in
            try RemoteWithdrawal(
                of: found.map(\.path) + gone,
                at: destination,
                rcloneConfiguration: rcloneConfiguration
            )
        }
        if !isSure {
            try requireSomebody()
            console.print(question(on: found, gone: gone))
            let says = surroundings.stopRequests.withNothingToKeep("nothing was deleted") {
                readLine()?.filter { !$0.isWhitespace }.lowercased() == "yes"
            }
            guard says else { throw RunFailure("nothing was deleted") }
        }
        // Store the withdrawal requests before the sessions are deleted here: after a crash, the next
        // `footfall send` still withdraws the copies.
        for withdrawal in withdrawals { try withdrawal.ask() }
        var deleted: [SessionRemoval] = []
        var placesOfFailures: Set<String> = []
        for removal in found {
            do throws(SessionError) {
                try removal.remove { console.complain($0) }
                deleted.append(removal)
                if !isJSON { console.print("deleted \(removal.path.printable)") }
                for words in stillThere(removal) { if !isJSON { console.print("  \(words)") } }
            } catch {
                console.complain("\(error)".printable)
                placesOfFailures.insert(removal.place)
            }
        }
        // Elsewhere: what has just failed is left as the message says.
        for place in Set(deleted.map(\.place)).subtracting(placesOfFailures) {
            SessionRemoval.finish(in: place)
        }
        var withdrawn: [RemoteWithdrawal.Outcome] = []
        for withdrawal in withdrawals {
            // A signal may end the program here: the stored requests remain, and the next `footfall send` finds them.
            let thread = try WorkThread(name: "withdrawal")
            let outcomes = await surroundings.stopRequests.whileNothingIsKept(
                RemoteWithdrawal.farewell
            ) {
                await thread.perform { withdrawal.run() }
            }
            for outcome in outcomes { tell(outcome, console) }
            withdrawn += outcomes
        }
        if isJSON, !deleted.isEmpty || !withdrawn.isEmpty {
            let line = Deleted(deleted, withdrawn) { copies(of: $0).map(\.destination) }
            console.print(try JSONText.line(of: line))
        }
        let isDone = deleted.count == found.count && withdrawn.allSatisfy { $0.problem == nil }
        return isDone ? .good : .failed
    }

    /// Returns the copies elsewhere that this command does not withdraw.
    private func copies(of removal: SessionRemoval) -> [SentCopy] {
        SentCopies(of: removal.place)
            .copies(of: FileSystem.name(of: removal.path), besides: remotes)
            .filter { $0.state != .toWithdraw }
    }

    /// The messages about copies that stay elsewhere: a user who deletes a session here may believe that none is left.
    private func stillThere(_ removal: SessionRemoval) -> [String] {
        copies(of: removal).map { copy in
            let what = copy.state == .sent ? "a copy is" : "a part of it may be"
            return
                "\(what) at \(copy.destination); \(Self.withdrawal(of: removal.path, at: copy.destination))"
                .printable
        }
    }

    /// The message with the command that withdraws a copy; `DEST` stands for a destination with hidden secrets.
    static func withdrawal(of path: String, at destination: String) -> String {
        destination.contains("…")
            ? "`footfall delete \(path) --remote DEST` withdraws it; DEST is the destination that `footfall send` was given"
            : "`footfall delete \(path) --remote \(destination)` withdraws it"
    }

    private func tell(_ outcome: RemoteWithdrawal.Outcome, _ console: Console) {
        if let problem = outcome.problem, !outcome.isTriedAgain {
            console.complain(
                "\(outcome.session): not withdrawn from \(outcome.destination): \(problem)"
                    .printable
            )
        } else if let problem = outcome.problem {
            console.complain(
                "\(outcome.session): not withdrawn from \(outcome.destination) yet: \(problem); "
                    .printable
                    + "the request is stored, and the next `footfall send` there withdraws it"
            )
        } else if !isJSON {
            console.print("withdrawn \(outcome.session) from \(outcome.destination)".printable)
        }
    }

    /// Examines all sessions before one is deleted.
    private func look(
        at sessions: [String],
        telling tell: (String) -> Void
    ) throws -> [SessionRemoval] {
        var found: [SessionRemoval] = []
        var refused = 0
        for session in sessions {
            do throws(SessionError) {
                let removal = try SessionRemoval(of: session, withStrays: takesStrays)
                if !found.contains(where: { $0.path == removal.path }) { found.append(removal) }
            } catch {
                tell("\(error)".printable)
                refused += 1
            }
        }
        guard refused == 0 else {
            throw RunFailure(
                "\(Quantity.count(refused, "folder", "folders")) of \(sessions.count) cannot be deleted, so nothing was deleted"
            )
        }
        return found
    }

    /// The question to the user, with the copies to withdraw.
    private func question(on found: [SessionRemoval], gone: [String]) -> String {
        let places = remotes.map(\.shown.printable).joined(separator: " and ")
        let staying = found.flatMap { stillThere($0).map { "  \($0)" } }
        let question = (staying + [Self.question(on: found)]).joined(separator: "\n")
        guard !remotes.isEmpty else { return question }
        let lines = gone.map { "\($0.printable): is no longer on this machine" }
        let asked = "The copies at \(places) are withdrawn, too."
        return (lines + [asked, question]).joined(separator: "\n")
    }

    /// What would be deleted, and the question to the user.
    static func question(on found: [SessionRemoval]) -> String {
        let lines = found.map {
            "\($0.path.printable): \(Quantity.count($0.names.count, "file", "files")), "
                + Quantity.bytes($0.bytes)
        }
        let all = found.count <= 1 ? "it" : "all \(found.count)"
        return (lines + ["Delete \(all) for ever? Write yes:"]).joined(separator: "\n")
    }

    private func requireSomebody() throws(RunFailure) {
        guard !TextStream.asksAPerson else { return }
        throw RunFailure("there is no terminal to ask at, and nothing was deleted; add --yes")
    }

    private struct Deleted: Encodable {
        var deleted: [Line]
        /// The results of withdrawing copies; left out without `--remote`.
        var withdrawn: [RemoteWithdrawal.Outcome]?

        struct Line: Encodable {
            var path: String
            var files: Int
            var bytes: Int64
            /// The destinations that still have copies; left out if there are none.
            var stillAt: [String]?
        }

        init(
            _ gone: [SessionRemoval],
            _ outcomes: [RemoteWithdrawal.Outcome],
            stillAt: (SessionRemoval) -> [String]
        ) {
            withdrawn = outcomes.isEmpty ? nil : outcomes
            deleted = gone.map { removal in
                let places = stillAt(removal)
                return Line(
                    path: removal.path,
                    files: removal.names.count,
                    bytes: removal.bytes,
                    stillAt: places.isEmpty ? nil : places
                )
            }
        }
    }
}
