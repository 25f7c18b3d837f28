// The options for life signs, the same for every command that sends them. No command sends any without these options.

internal import Arguments
internal import Broker
internal import LifeSigns
internal import PlainWords
internal import SystemCalls

/// The broker that gets the life signs, and the name under which this board sends them.
struct LifeSignOptions: Sendable, Equatable {
    var broker: BrokerAddress
    var board: BoardName

    static let broker = Option(
        "life-signs",
        taking: "BROKER",
        as: Conversion.broker,
        "send life signs (reports of the board's state) to an MQTT broker, such as mqtts://user@host/study?password-file=FILE; footfall boards shows them; none are sent if not given"
    )
    static let board = Option(
        "board",
        taking: "NAME",
        as: Conversion.boardName,
        "with --life-signs: the name of this board in them; the name of the machine if not given"
    )

    static let options = [broker.declaration, board.declaration]

    /// Reads the options; returns `nil` if none is given, and throws if `--board` is given without `--life-signs`.
    static func read(_ arguments: ParsedArguments) throws(UsageError) -> LifeSignOptions? {
        guard let broker = try arguments.value(of: Self.broker) else {
            try arguments.refuse(
                [board.declaration],
                "it is for life signs, and none are sent",
                "add --life-signs, or leave it out"
            )
            return nil
        }
        let name = try arguments.value(of: board) ?? BoardName(Environment.hostName)
        return LifeSignOptions(broker: broker, board: name)
    }
}

extension Conversion<BrokerAddress> {
    /// The address of a broker.
    static var broker: Self {
        Self { word throws(ConversionError) in
            do throws(BrokerAddressError) {
                return try BrokerAddress(word).ofBoards
            } catch {
                throw ConversionError(problem: error.problem, remedy: error.remedy)
            }
        }
    }
}

extension Conversion<BoardName> {
    /// The name of a board.
    static var boardName: Self {
        Self { word throws(ConversionError) in
            guard let name = BoardName(exactly: word) else {
                throw ConversionError(
                    problem: "it cannot be the name of a board",
                    remedy:
                        "give up to \(BoardName.mostBytes) bytes without / + # and controls, such as board-07"
                )
            }
            return name
        }
    }
}
