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
        "go on until Ctrl-C, and show what changes; with --json a line for each second with news"
    )

    static let declaration = CommandDeclaration(
        name: "boards",
        summary: "show which boards of a study are alive, and what each does",
        discussion: """
            Asks an MQTT broker for the life signs that boards have left there with --life-signs, and \
            shows a line for each board and command: what it does and since when, its sensors with their \
            rates, what they have lost, battery and disk, the sessions that are still to be sent, and when it was \
            heard last.

            A board is SILENT if it has not been heard for longer than it had promised, and GONE if the broker reports \
            that it has left without a farewell. What boards report is shown unchecked: anyone who may write to the \
            broker may send anything.

            The status is 0 if the broker has sent all life signs that it keeps, even if there are none; 1 if it \
            cannot be reached, or has not sent all within 15 seconds.
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
    /// The address, with the default topic prefix of boards if it names none.
    var ofBoards: BrokerAddress {
        var address = self
        if address.prefix.isEmpty { address.prefix = "footfall" }
        return address
    }
}
