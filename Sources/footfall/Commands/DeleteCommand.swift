// `footfall delete`: sessions that are not to be kept any more, whole or not at all.

internal import Arguments
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

    private static let yesFlag = Flag("yes", letter: "y", "do not ask")
    private static let straysFlag = Flag(
        "with-strays",
        "delete files too that the session does not know; without it, such a session is refused"
    )

    static let declaration = CommandDeclaration(
        name: "delete",
        summary: "delete sessions, with all that is in them",
        discussion: """
            Says what would go, asks, and deletes: samples, answers, the result, what was kept to go on with a run, \
            and the originals that a repair has kept. A session that is being written is refused, and so is a folder \
            that has in it what is not the session's. No link is followed. If one of them is refused, none is \
            deleted.

            The status is 0 if all are deleted; 1 if one could not be, or nobody said yes.
            """,
        operands: [
            OperandDeclaration(name: "SESSION", summary: "a session folder", repeats: true)
        ],
        options: [
            yesFlag.declaration, straysFlag.declaration, SharedOptions.json.declaration,
        ],
        examples: [
            "footfall delete Sessions/2026-11-21T101500Z_walk_1f6a03bc",
            "footfall delete --yes Sessions/2026-11-2*",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        sessions = arguments.operands
        isSure = arguments.contains(Self.yesFlag)
        takesStrays = arguments.contains(Self.straysFlag)
        isJSON = arguments.contains(SharedOptions.json)
        guard isSure || !isJSON else {
            throw UsageError(
                place: "--json",
                problem: "the standard output is for a program, which answers no question",
                remedy: "add --yes"
            )
        }
    }
}

extension DeleteCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let console = surroundings.console
        let found = try look(telling: console.complain)
        if !isSure {
            try requireSomebody()
            console.print(Self.question(on: found))
            let says = surroundings.stopRequests.withNothingToKeep("nothing was deleted") {
                readLine()?.filter { !$0.isWhitespace }.lowercased() == "yes"
            }
            guard says else { throw RunFailure("nothing was deleted") }
        }
        var gone: [SessionRemoval] = []
        for removal in found {
            do throws(SessionError) {
                try removal.remove { console.complain($0) }
                gone.append(removal)
                if !isJSON { console.print("deleted \(removal.path.printable)") }
            } catch {
                console.complain("\(error)")
            }
        }
        for place in Set(found.map(\.place)) { SessionRemoval.finish(in: place) }
        if isJSON, !gone.isEmpty { console.print(try JSONText.line(of: Deleted(gone))) }
        return gone.count == found.count ? .good : .failed
    }

    /// Looks at each, before one is deleted.
    private func look(telling tell: (String) -> Void) throws -> [SessionRemoval] {
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
                "\(Quantity.count(refused, "folder", "folders")) of \(sessions.count) cannot be deleted: nothing was"
            )
        }
        return found
    }

    /// What would go, and the question.
    static func question(on found: [SessionRemoval]) -> String {
        let lines = found.map {
            "\($0.path.printable): \(Quantity.count($0.names.count, "file", "files")), "
                + Quantity.bytes($0.bytes)
        }
        let all = found.count == 1 ? "it" : "all \(found.count)"
        return (lines + ["Delete \(all) for ever? Write yes:"]).joined(separator: "\n")
    }

    private func requireSomebody() throws(RunFailure) {
        guard !TextStream.asksAPerson else { return }
        throw RunFailure("there is no terminal to ask at, and nothing was deleted; add --yes")
    }

    private struct Deleted: Encodable {
        var deleted: [Line]

        struct Line: Encodable {
            var path: String
            var files: Int
            var bytes: Int64
        }

        init(_ gone: [SessionRemoval]) {
            deleted = gone.map { Line(path: $0.path, files: $0.names.count, bytes: $0.bytes) }
        }
    }
}
