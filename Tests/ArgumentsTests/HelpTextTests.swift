import Testing

import Arguments

@Suite("Printing help")
struct HelpTextTests {
    static let ofPaint = """
        usage: footfall paint WALL [OPTIONS]

        Paints.

        Takes a while.

        operands:
          WALL                    the wall to paint

        options:
              --rate HZ           samples a second
          -o, --output DIR        where to write
              --colours NAMES     which colours to use, divided by commas, in a summary
                                  that is too long for one line
          -q, --quiet             say less
          -j, --json              say it for programs
          -h, --help              show this help

        example:
          footfall paint north --rate 5

        Exit status: 0 good.

        """

    static let ofProgram = """
        usage: footfall COMMAND [OPTIONS]

        Does things.

        commands:
          paint                   paint a wall
          rest                    do nothing

        options:
          -h, --help              show this help; after a command, that command's help
              --version           show the version

        Exit status: 0 good.

        """

    @Test(
        "shows a command's help, made from its declaration, whatever else is wrong with the line",
        arguments: [
            ["paint", "--help"], ["paint", "-h"], ["help", "paint"], ["paint", "a", "b", "--help"],
            ["paint", "--rate", "-5", "--nonsense", "--help"],
        ]
    )
    func commandHelp(words: [String]) throws {
        #expect(try SampleProgram.parser.parse(words) == .show(Self.ofPaint))
    }

    @Test("shows the program's help", arguments: [["--help"], ["-h"], ["help"]])
    func programHelp(words: [String]) throws {
        #expect(try SampleProgram.parser.parse(words) == .show(Self.ofProgram))
    }

    @Test("shows the version")
    func version() throws {
        #expect(try SampleProgram.parser.parse(["--version"]) == .show("footfall 1.2.3\n"))
    }
}
