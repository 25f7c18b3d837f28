import Arguments
import Broker
import LifeSigns
import SessionRuns
import TerminalHost
import Testing
import Timebase

@testable import footfall

@Suite("Life signs on the command line")
struct LifeSignOptionsTests {
    private static func arguments(_ words: [String]) throws -> ParsedArguments {
        let parser = ArgumentParser(program: Program.declaration)
        guard case .run(let arguments) = try parser.parse(words) else {
            throw RunFailure("no command")
        }
        return arguments
    }

    private static let commands = [
        ["record"], ["run", "Walk.json"], ["serve", "Study"],
    ]

    @Test("are not sent unless somebody asks for them", arguments: commands)
    func unasked(_ command: [String]) throws {
        #expect(try LifeSignOptions.read(Self.arguments(command)) == nil)
    }

    @Test("go to the given broker, under the given name of the board", arguments: commands)
    func asked(_ command: [String]) throws {
        let words = command + ["--life-signs", "mqtt://localhost/gait", "--board", "b7"]
        let options = try #require(try LifeSignOptions.read(Self.arguments(words)))
        #expect(options.broker.host == "localhost")
        #expect(options.broker.prefix == "gait")
        #expect(options.board.text == "b7")
    }

    @Test("are sent below footfall and the machine's name unless others are given")
    func usual() throws {
        let words = ["record", "--life-signs", "mqtt://localhost"]
        let options = try #require(try LifeSignOptions.read(Self.arguments(words)))
        #expect(options.broker.prefix == "footfall")
        #expect(!options.board.text.isEmpty)
        let boards = try BoardsCommand(Self.arguments(["boards", "mqtt://localhost"]))
        #expect(boards.broker == options.broker)
    }

    @Test("report the disk of the session that a run goes on in, and else of where sessions go")
    func disk() throws {
        let anew = try RunCommand(Self.arguments(["run", "Walk.json", "--output", "/a"]))
        #expect(anew.writtenFolder == "/a")
        let words = ["run", "Walk.json", "--continue", "/b/session"]
        #expect(try RunCommand(Self.arguments(words)).writtenFolder == "/b/session")
    }

    @Test(
        "are refused with invalid options before anything begins",
        arguments: [
            ["--board", "b7"], ["--life-signs", "http://localhost"], ["--life-signs", "nonsense"],
            ["--life-signs", "mqtt://localhost", "--board", "a/b"],
            ["--life-signs", "mqtt://localhost", "--board", "#"],
        ]
    )
    func refused(_ words: [String]) {
        #expect(throws: UsageError.self) { try RecordCommand(Self.arguments(["record"] + words)) }
    }

    @Test("have a line that says that no board has sent any")
    func nobody() {
        let lines = BoardTable.lines(
            of: BoardRoster(below: "gait"),
            at: "mqtt://localhost",
            BootInstant(nanoseconds: 0),
            date: WallInstant(nanosecondsSince1970: 0)
        ).map { $0.rendered(width: .max, inColour: false) }
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("mqtt://localhost has no life sign that this user") == true)
    }

    @Test("are shown without empty columns, and the other columns are aligned")
    func columns() throws {
        var roster = BoardRoster(below: "gait")
        let noon = WallInstant(nanosecondsSince1970: 1_795_867_200_000_000_000)
        for board in ["b7", "board-08"] {
            let sign = LifeSign(
                board: board,
                part: "serve",
                software: "footfall",
                when: noon,
                state: .waiting,
                since: noon
            )
            roster.take(
                topic: [UInt8]("gait/\(board)/serve/sign".utf8),
                try sign.json(),
                isKept: false,
                at: BootInstant(nanoseconds: 0)
            )
        }
        let lines = BoardTable.lines(
            of: roster,
            at: "mqtt://localhost/gait",
            BootInstant(nanoseconds: 0),
            date: noon
        ).map { $0.rendered(width: .max, inColour: false) }
        #expect(
            lines == [
                "board     by     state    since  heard    lost",
                "b7        serve  waiting  0 s    0 s ago  0",
                "board-08  serve  waiting  0 s    0 s ago  0",
                "2 lines at mqtt://localhost/gait",
            ]
        )
    }
}
