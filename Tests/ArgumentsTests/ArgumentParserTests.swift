import Testing

import Arguments

@Suite("Reading a command line")
struct ArgumentParserTests {
    @Test(
        "takes a value after a space, after an equals sign, after a letter and attached to it",
        arguments: [
            ["--output", "there"], ["--output=there"], ["-o", "there"], ["-othere"],
        ]
    )
    func takesValues(words: [String]) throws {
        let invocation = try SampleProgram.parser.parse(["paint", "north"] + words)
        var expected = ParsedArguments(command: "paint")
        expected.words = ["output": ["there"]]
        expected.operands = ["north"]
        #expect(invocation == .run(expected))
    }

    @Test("keeps everything after the first equals sign as the value")
    func keepsEqualsSigns() throws {
        let parsed = try SampleProgram.paint("north", "--output=a=b=")
        #expect(try parsed?.value(of: SampleProgram.folder) == "a=b=")
    }

    @Test("takes options before, between and after operands")
    func anyOrder() throws {
        let before = try SampleProgram.paint("--rate", "5", "-q", "north")
        let after = try SampleProgram.paint("north", "-q", "--rate", "5")
        #expect(before == after)
        #expect(before?.operands == ["north"])
    }

    @Test("takes flags alone and in a cluster, the last of which may take a value")
    func clusters() throws {
        let parsed = try SampleProgram.paint("-qjothere", "north")
        #expect(parsed?.contains(SampleProgram.quiet) == true)
        #expect(parsed?.contains(SampleProgram.json) == true)
        #expect(try parsed?.value(of: SampleProgram.folder) == "there")
    }

    @Test("gives no flag and no value that was not on the line")
    func absence() throws {
        let parsed = try #require(try SampleProgram.paint("north"))
        #expect(!parsed.contains(SampleProgram.quiet))
        #expect(try parsed.value(of: SampleProgram.rate) == nil)
        #expect(try parsed.values(of: SampleProgram.colours).isEmpty)
    }

    @Test("collects a repeated option in order")
    func repeats() throws {
        let parsed = try SampleProgram.paint("north", "--colours", "blue", "--colours=red,green")
        #expect(try parsed?.values(of: SampleProgram.colours) == [[3], [1, 2]])
    }

    @Test("takes every word after two dashes as an operand")
    func doubleDash() throws {
        let parsed = try SampleProgram.paint("-q", "--", "--help")
        #expect(parsed?.operands == ["--help"])
        #expect(parsed?.contains(SampleProgram.quiet) == true)
    }

    @Test("takes a single dash as an operand")
    func singleDash() throws {
        #expect(try SampleProgram.paint("-")?.operands == ["-"])
    }

    @Test("takes a value that begins with a dash, so that the error can name the option")
    func dashedValue() throws {
        let error = #expect(throws: UsageError.self) {
            try SampleProgram.paint("north", "--rate", "-5")
        }
        #expect(
            error?.description == "--rate -5: not a number above 0; give for instance 100"
        )
    }

    @Test(
        "says what is wrong, where, and how to fix it",
        arguments: [
            ([], "COMMAND: none given; there are paint, rest; see --help"),
            (["--quiet"], "--quiet: the command comes first; there are paint, rest; see --help"),
            (["piant"], "piant: no such command; did you mean paint?"),
            (["dance"], "dance: no such command; there are paint, rest; see --help"),
            (["help", "pain"], "pain: no such command; did you mean paint?"),
            (["paint"], "paint: WALL is missing (the wall to paint); write footfall paint WALL"),
            (["paint", ""], "WALL: the word is empty; name the wall to paint"),
            (["paint", "a", "b"], "b: one word too many; see footfall paint --help"),
            (["paint", "a", ""], "'': one word too many; see footfall paint --help"),
            (
                ["paint", "a", "--rat", "5"],
                "--rat: paint has no such option; did you mean --rate?"
            ),
            (["paint", "a", "--rtae=5"], "--rtae: paint has no such option; did you mean --rate?"),
            (["paint", "a", "--hlep"], "--hlep: paint has no such option; did you mean --help?"),
            (
                ["paint", "a", "--zzz"],
                "--zzz: paint has no such option; see footfall paint --help"
            ),
            (["paint", "a", "-z"], "-z: paint has no such option; see footfall paint --help"),
            (["paint", "a", "-qz"], "-z: paint has no such option; see footfall paint --help"),
            (["paint", "a", "--rate"], "--rate: its value is missing; write --rate HZ"),
            (["paint", "a", "-o"], "--output: its value is missing; write --output DIR"),
            (["paint", "--rate", "--", "a"], "--rate: its value is missing; write --rate HZ"),
            (["paint", "a", "--rate", "-q"], "--rate: its value is missing; write --rate HZ"),
            (
                ["paint", "a", "--rate", "--output=b"],
                "--rate: its value is missing; write --rate HZ"
            ),
            (
                ["paint", "a", "--quiet=yes"],
                "--quiet=yes: --quiet takes no value; write --quiet alone"
            ),
            (["paint", "a", "-ob", "-oc"], "--output c: --output is given twice; give it once"),
            (
                ["paint", "a\u{1B}[2J", "b\nc"],
                "b\\nc: one word too many; see footfall paint --help"
            ),
        ]
    )
    func errors(words: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try SampleProgram.parser.parse(words) }
        #expect(error?.description == message)
        #expect(error?.others.isEmpty == true)
    }

    @Test("checks each value by the conversion of its option")
    func checksValues() {
        let parsed = ParsedArguments(command: "paint", words: ["rate": ["-5"]])
        let asRead = #expect(throws: UsageError.self) { try parsed.value(of: SampleProgram.rate) }
        let asParsed = #expect(throws: UsageError.self) {
            try SampleProgram.paint("a", "--rate=-5")
        }
        #expect(asRead == asParsed)
    }

    @Test(
        "says all that is wrong, a line for each problem, in the order of the words",
        arguments: [
            (
                ["paint", "--rate", "-5", "--colours", "red,gren", "--quiet=yes", "-o"],
                [
                    "--rate -5: not a number above 0; give for instance 100",
                    "--colours red,gren: gren is no colour; did you mean green?",
                    "--quiet=yes: --quiet takes no value; write --quiet alone",
                    "--output: its value is missing; write --output DIR",
                    "paint: WALL is missing (the wall to paint); write footfall paint WALL",
                ]
            ),
            (
                ["paint", "a", "b", "--rate", "five", "--rate", "5"],
                [
                    "--rate five: not a number above 0; give for instance 100",
                    "--rate 5: --rate is given twice; give it once",
                    "b: one word too many; see footfall paint --help",
                ]
            ),
            (
                ["paint", "", "b", "c"],
                [
                    "WALL: the word is empty; name the wall to paint",
                    "b: one word too many; see footfall paint --help",
                    "c: one word too many; see footfall paint --help",
                ]
            ),
            // A misspelt option is no value of the option before it.
            (
                ["paint", "a", "-o", "--quite", "--rate", "--output=b"],
                [
                    "--output: its value is missing; write --output DIR, or --output=--quite if that is the value",
                    "--quite: paint has no such option; did you mean --quiet?",
                    "--rate: its value is missing; write --rate HZ",
                ]
            ),
            // The word after an unknown option may be its value, so it is not one word too many.
            (
                ["paint", "a", "--rtae", "5", "-z", "-z"],
                [
                    "--rtae: paint has no such option; did you mean --rate?",
                    "-z: paint has no such option; see footfall paint --help",
                ]
            ),
            (
                ["paint", "--zzz"],
                [
                    "--zzz: paint has no such option; see footfall paint --help",
                    "paint: WALL is missing (the wall to paint); write footfall paint WALL",
                ]
            ),
        ]
    )
    func allErrors(words: [String], lines: [String]) {
        let error = #expect(throws: UsageError.self) { try SampleProgram.parser.parse(words) }
        #expect(error?.lines == lines)
    }
}
