// `footfall mark`: makes a mark in a running recording.

internal import Arguments
internal import PlainWords
internal import SessionRuns
internal import TaskSession

/// Makes a mark in a session that is being recorded, or over the network in the sessions of many boards.
struct MarkCommand: Sendable, Equatable {
    /// Where to make the mark.
    enum Taker: Sendable, Equatable {
        /// In a session of this machine.
        case session(String)
        /// In the sessions of boards on the network; `secret` is a file with a signing key that the boards have, too.
        case network(NetworkMarkVoice.Hearers, secret: String?)
    }

    var taker: Taker
    var name: String

    static let networkFlag = Flag(
        "network",
        "make the mark on boards that record with --network-marks: in place of SESSION, give link for all boards on the networks of this machine, or the addresses of boards, separated by commas"
    )

    static let declaration = CommandDeclaration(
        name: "mark",
        summary: "make a mark in a session that another shell records",
        discussion: """
            Puts a mark with a name into every file of a session that `footfall record` or `footfall run` is writing \
            on this machine. The mark has the instant of the command. Only the user who records, and root, can do \
            this.

            With --network, the command sends the mark to boards over the network, a few times in a third of a second. \
            Each board that records with --network-marks makes the mark once, at the instant at which its kernel \
            received it, so that the same mark aligns their sessions. Only the session of a board shows whether the \
            board has received it.

            The status is 0 if a file has the mark, or the mark was sent; 1 if no file has it, nothing records the \
            session, or no board can be reached.
            """,
        operands: [
            OperandDeclaration(
                name: "SESSION",
                summary:
                    "the session folder that is being written; with --network link, or addresses of boards"
            ),
            OperandDeclaration(name: "NAME", summary: "the name of the mark"),
        ],
        options: [
            networkFlag.declaration,
            NetworkMarkOptions.secretOption.declaration,
        ],
        examples: [
            "footfall mark Sessions/2026-11-21T101500Z_walk_1f6a03bc turn",
            "footfall mark --network link together",
            "footfall mark --network 192.168.7.2,192.168.7.3 together --mark-secret key",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let place = arguments.operands[0]
        name = arguments.operands[1]
        guard arguments.contains(Self.networkFlag) else {
            try arguments.refuse(
                [NetworkMarkOptions.secretOption.declaration],
                "it signs only marks that go over the network",
                "add --network, or leave it out"
            )
            taker = .session(place)
            return
        }
        let boards = place.split(separator: ",").map(String.init)
        guard !boards.isEmpty else {
            throw UsageError(
                place: "--network",
                problem: "no board is named",
                remedy: "give link, or addresses of boards"
            )
        }
        taker = .network(
            boards == ["link"] ? .link : .boards(boards),
            secret: try arguments.value(of: NetworkMarkOptions.secretOption)
        )
    }
}

extension MarkCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        switch taker {
        case .session(let session): try mark(session, in: surroundings)
        case .network(let hearers, let secret):
            let sent = try await NetworkMarkVoice.make(
                name,
                for: hearers,
                signedBy: try secret.map(NetworkMarkOptions.key)
            )
            surroundings.console.print(
                "sent '\(name.printable)' as \(sent.identifier); the session of a board shows whether the board has received it"
            )
        }
        return .good
    }

    private func mark(_ session: String, in surroundings: Surroundings) throws {
        let files = try RemoteMark.make(name, in: session)
        guard files > 0 else {
            throw RunFailure(
                "\(session.printable): no recorder writes a file now, so the mark '\(name.printable)' was not made; make it "
                    + "while a recorder runs"
            )
        }
        surroundings.console.print(
            "marked '\(name.printable)' in \(Quantity.count(files, "file", "files"))"
        )
    }
}
