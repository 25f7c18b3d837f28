// `footfall boards`: its options and help; BoardsCommand+Run.swift carries it out.

internal import Arguments
internal import Broker
internal import PlainWords

/// Shows the life signs of boards.
struct BoardsCommand: Sendable, Equatable {
    var broker: BrokerAddress
    var isWatching: Bool
    var isJSON: Bool

    private static let watchFlag = Flag(
        "watch",
        "run until Ctrl-C, and show changes; with --json, print the whole list after changes, at most once a second"
    )

    static let declaration = CommandDeclaration(
        name: "boards",
        summary: "show which boards of a study are running, and what each does",
        discussion: """
            Shows the life signs (status messages) that boards publish at an MQTT broker if `record`, `run`, `serve` \
            or `send` is given --life-signs. There is a line for each board and command: what it does and since when, \
            its sensors with their rates and losses, battery and disk, the number of sessions that are not sent yet, \
            and the time of its last life sign.

            A board is SILENT if its next life sign is overdue, and GONE if the broker reports that its connection \
            broke off. The command does not check what boards report: anyone who may write to the broker may send \
            anything.

            The exit status is 0 if the broker has sent all retained life signs, even if there are none, and when \
            --watch ends by Ctrl-C; it is 1 if the broker cannot be reached, or has not sent all within 15 seconds.
            """,
        operands: [
            OperandDeclaration(
                name: "BROKER",
                summary: "its address, such as mqtts://user@host/study?password-file=FILE"
            )
        ],
        options: [watchFlag.declaration, SharedOptions.json.declaration],
        examples: [
            "footfall boards mqtt://localhost",
            "footfall boards 'mqtts://lead@broker.example/gait?password-file=pw' --watch",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let word = arguments.operands[0]
        do throws(BrokerAddressError) {
            broker = try BrokerAddress(word).ofBoards
        } catch {
            throw UsageError(
                place: word.printable,
                problem: error.problem,
                remedy: error.remedy
            )
        }
        isWatching = arguments.contains(Self.watchFlag)
        isJSON = arguments.contains(SharedOptions.json)
    }
}

extension BrokerAddress {
    /// The address; its topic prefix is "footfall" if it has none.
    var ofBoards: BrokerAddress {
        var address = self
        if address.prefix.isEmpty { address.prefix = "footfall" }
        return address
    }
}
