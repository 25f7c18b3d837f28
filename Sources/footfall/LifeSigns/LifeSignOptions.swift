// What the command line says of life signs: by request only, and the same for every command that has some to give.

internal import Arguments
internal import Broker
internal import LifeSigns
internal import PlainWords
internal import SystemCalls

/// To whom a board says that it is alive, and by which name.
struct LifeSignOptions: Sendable, Equatable {
    var broker: BrokerAddress
    var board: BoardName

    static let broker = Option(
        "life-signs",
        taking: "BROKER",
        as: Conversion.broker,
        "tell an MQTT broker, such as mqtts://user@host/study?password-file=FILE, how it goes; footfall boards shows it; nobody is told if not given"
    )
    static let board = Option(
        "board",
        taking: "NAME",
        as: Conversion.boardName,
        "what this board is called in its life signs; the name of the machine if not given"
    )

    static let options = [broker.declaration, board.declaration]

    /// What is asked for; `nil` where nothing is.
    static func read(_ arguments: ParsedArguments) throws(UsageError) -> LifeSignOptions? {
        guard let broker = try arguments.value(of: Self.broker) else {
            try arguments.refuse(
                [board.declaration],
                "nobody is told the board's name",
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
    /// What a board is called.
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
