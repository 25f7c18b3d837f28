import Testing

import Arguments

@Suite("Turning words into values")
struct ConversionTests {
    static let number = Conversion<Double>.positiveNumber(within: 0.01...1000, example: "100")

    private enum Colour: String, CaseIterable {
        case red, green
    }

    @Test("takes a word of a type; the error names the words, or the one that is meant")
    func choices() throws {
        let plain = Conversion<Colour>.choice(of: "colour")
        #expect(try plain.convert("green") == .green)
        let error = #expect(throws: ConversionError.self) { try plain.convert("blue") }
        #expect(error?.problem == "blue is no colour")
        #expect(error?.remedy == "there are red, green")
        let hinting = Conversion<Colour>.choice(of: "colour", hint: "paint has others")
        let slip = #expect(throws: ConversionError.self) { try hinting.convert("gren") }
        #expect(slip?.remedy == "did you mean green?; paint has others")
    }

    @Test("keeps a word out of the message if the word may contain a password")
    func hidden() {
        func place(hidesWord: Bool) -> String {
            let error = ConversionError(problem: "too short", remedy: "n", hidesWord: hidesWord)
            return UsageError(error, in: "secret", of: SampleProgram.folder.declaration).place
        }
        #expect(place(hidesWord: false) == "--output secret")
        #expect(place(hidesWord: true) == "--output")
    }

    @Test(
        "refuses a number out of bounds",
        arguments: ["1000.1", "0.009", "1e300"]
    )
    func outOfBounds(word: String) {
        let error = #expect(throws: ConversionError.self) { try Self.number.convert(word) }
        #expect(error?.problem == "not within 0.01 to 1000")
    }

    @Test(
        "reads a positive number",
        arguments: [("5", 5), ("0.5", 0.5), ("1e3", 1000), ("+2", 2), (".5", 0.5)]
    )
    func positiveNumbers(word: String, number: Double) throws {
        #expect(try Self.number.convert(word) == number)
    }

    @Test(
        "refuses what is not a positive number",
        arguments: ["0", "-5", "", "five", "nan", "inf", "0x10", "1e999", "5 ", "5Hz", "1,5", "-0"]
    )
    func noPositiveNumber(word: String) {
        let error = #expect(throws: ConversionError.self) {
            try Self.number.convert(word)
        }
        #expect(error?.problem == "not a number above 0")
        #expect(error?.remedy == "give for instance 100")
    }

    @Test(
        "reads a length of time",
        arguments: [
            ("90", 90_000), ("90s", 90_000), ("2m", 120_000), ("1h30m", 5_400_000),
            ("1h", 3_600_000), ("1m30s", 90_000), ("1h0m1s", 3_601_000), ("0.5", 500),
            ("1.5m", 90_000), ("366000s", 366_000_000), ("90m", 5_400_000),
        ] as [(String, Int)]
    )
    func durations(word: String, milliseconds: Int) throws {
        #expect(try Conversion<Duration>.duration.convert(word) == .milliseconds(milliseconds))
    }

    @Test(
        "reads a moment of a session, as a plot's axis shows it or as a length of time",
        arguments: [
            ("0", 0), ("90", 90), ("12.5", 12.5), ("1:30", 90), ("0:00.25", 0.25),
            ("1:05:30", 3930), ("24:00:00", 86_400), ("2m", 120), ("1h30m", 5400),
        ]
    )
    func moments(word: String, seconds: Double) throws {
        #expect(try Conversion<Double>.momentInSeconds.convert(word) == seconds)
    }

    @Test(
        "refuses what is not a moment of a session",
        arguments: [
            "", ":", "1:", ":1", "-1", "1:60", "1:60:00", "1.5:00", "1:2:3:4", "x", "nan", "1e999",
            "9000:00:00", "+1:00",
        ]
    )
    func noMoment(word: String) {
        #expect(throws: ConversionError.self) {
            try Conversion<Double>.momentInSeconds.convert(word)
        }
    }

    @Test(
        "refuses what is not a length of time",
        arguments: [
            "", "0", "0s", "-5", "s", "m", "5x", "1m2h", "1m1m", "5m3", "1h-5m", "1h 5m", "h5",
            "five", "nan", "∞", "1e999s", "1m+5s",
        ]
    )
    func noDuration(word: String) {
        let error = #expect(throws: ConversionError.self) {
            try Conversion<Duration>.duration.convert(word)
        }
        #expect(error?.problem == "not a length of time above 0")
    }

    @Test("refuses more than a year", arguments: ["9000h", "1e300", "99999999999"])
    func tooLong(word: String) {
        let error = #expect(throws: ConversionError.self) {
            try Conversion<Duration>.duration.convert(word)
        }
        #expect(error?.problem == "longer than a year")
    }

    @Test(
        "reads how long to wait, including not at all",
        arguments: [
            ("0", 0), ("0s", 0), ("2.5", 2.5), ("30s", 30), ("1m30s", 90), ("1h", 3600),
        ] as [(String, Double)]
    )
    func waits(word: String, seconds: Double) throws {
        #expect(try Conversion<Double>.waitInSeconds.convert(word) == seconds)
    }

    @Test("refuses what is not a wait of at most an hour")
    func noWait() {
        for word in ["-1", "", "soon", "5 s", "3601", "2h"] {
            #expect(throws: ConversionError.self, "\(word)") {
                try Conversion<Double>.waitInSeconds.convert(word)
            }
        }
    }

    @Test(
        "reads a whole number",
        arguments: [("0", 0), ("7", 7), ("18446744073709551615", UInt64.max)]
            as [(String, UInt64)]
    )
    func wholeNumbers(word: String, number: UInt64) throws {
        #expect(try Conversion<UInt64>.wholeNumber.convert(word) == number)
    }

    @Test(
        "refuses what is not a whole number",
        arguments: ["", "-1", "+1", "1.0", "1e3", "99999999999999999999"]
    )
    func noWholeNumber(word: String) {
        #expect(throws: ConversionError.self) { try Conversion<UInt64>.wholeNumber.convert(word) }
    }

    @Test("reads names separated by commas, each once, in the order given")
    func lists() throws {
        let conversion = SampleProgram.colours.conversion
        #expect(try conversion.convert("blue,red,blue") == [3, 1])
        #expect(try conversion.convert("green") == [2])
        #expect(try conversion.convert(" red , green") == [1, 2])
    }

    @Test(
        "says which name of a list is wrong",
        arguments: [
            ("red,gren", "gren is no colour", "did you mean green?"),
            ("mauve", "mauve is no colour", "there are red, green, blue"),
            (
                "red,,blue", "a name is missing beside a comma",
                "divide the names by single commas"
            ),
            (
                "", "a name is missing beside a comma",
                "divide the names by single commas"
            ),
            (
                "red,", "a name is missing beside a comma",
                "divide the names by single commas"
            ),
        ]
    )
    func badLists(word: String, problem: String, remedy: String) {
        let error = #expect(throws: ConversionError.self) {
            try SampleProgram.colours.conversion.convert(word)
        }
        #expect(error == ConversionError(problem: problem, remedy: remedy))
    }

    @Test("refuses an empty text")
    func emptyText() {
        #expect(throws: ConversionError.self) { try Conversion<String>.text.convert("") }
        #expect(throws: Never.self) { try Conversion<String>.text.convert(" ") }
    }
}
