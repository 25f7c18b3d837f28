// A person who answers line by line: the whole command, with what they type in a file.

import Testing

@testable import footfall

@Suite("A task that a person does line by line")
struct PersonAtPipeTests {
    private static let task = """
        { "identifier": "Visit", "steps": [
          { "identifier": "body", "type": "form", "title": "Body", "inputFields": [
            { "identifier": "weight", "type": "decimal", "prompt": "Weight in kg" } ] },
          { "identifier": "thanks", "type": "completion", "title": "Thank you" } ] }
        """

    private static let visit = """
        { "identifier": "Visit", "steps": [
          { "identifier": "visit", "type": "form", "title": "Visit", "inputFields": [
            { "identifier": "day", "type": "dateOnly", "prompt": "Day of the visit",
              "range": { "minimumDate": "2020-01-31", "maximumDate": "2030-12-24" } },
            { "identifier": "at", "type": "time", "prompt": "Time of the visit" } ] } ] }
        """

    private static let reminding = """
        { "identifier": "Visit", "steps": [
          { "identifier": "now", "type": "instruction", "title": "Now?", "actions": {
            "skip": { "type": "reminder", "reminderIdentifier": "evening", "buttonTitle": "Later" } } },
          { "identifier": "thanks", "type": "completion", "title": "Thank you" } ] }
        """

    private static let recorded = task.replacing(
        "\"steps\":",
        with: """
            "asyncActions": [ { "identifier": "motion", "type": "motion", "frequency": 50,
              "recorderTypes": ["accelerometer"] } ], "steps":
            """
    )

    /// Runs a task with lines that somebody types.
    private static func run(
        _ task: String = task,
        typing lines: String,
        language: String
    ) throws -> (ending: ChildProcess.Ending, answers: String?) {
        let folder = try TemporaryFolder()
        try folder.write(Array(task.utf8), to: "task.json")
        try folder.write(Array(lines.utf8), to: "lines")
        let ending = try ChildProcess.footfall(
            ["run", "task.json", "--source", "synthetic"],
            in: folder,
            environment: ["LANG": language],
            input: "\(folder.path)/lines"
        )
        guard let session = try folder.names(in: "Sessions").first else { return (ending, nil) }
        let answers = try? folder.bytes(of: "Sessions/\(session)/answers.json")
        return (ending, answers.map { String(decoding: $0, as: UTF8.self) })
    }

    @Test("is refused if a recorder would read the same lines, and nothing is recorded")
    func sharedInput() throws {
        let folder = try TemporaryFolder()
        let task = Self.task.replacing(
            "\"steps\":",
            with: """
                "asyncActions": [
                  { "identifier": "wrist", "type": "lines", "port": "-", "map": "v" } ], "steps":
                """
        )
        try folder.write(Array(task.utf8), to: "task.json")
        try folder.write(Array("71.5\n\n\n\n".utf8), to: "lines")
        let ending = try ChildProcess.footfall(
            ["run", "task.json"],
            in: folder,
            input: "\(folder.path)/lines"
        )
        #expect(ending.status == 1)
        #expect(
            ending.errors == "footfall: task.json: the recorder 'wrist' reads the standard input, "
                + "where the participant types; send its lines through a named pipe, or run the "
                + "task with --auto or --host web\n"
        )
        #expect(try folder.names() == ["lines", "task.json"])
    }

    @Test(
        "takes a number in the notation of the person's language",
        arguments: [("de_DE.UTF-8", "71,5"), ("en_GB.UTF-8", "71.5"), ("C", "71.5")]
    )
    func numbers(language: String, typed: String) throws {
        let (ending, answers) = try Self.run(typing: "\(typed)\n\n\n\n", language: language)
        #expect(ending.status == 0, "\(ending.errors) \(ending.output)")
        #expect(answers?.contains("71.5") == true, "\(ending.output)")
    }

    @Test(
        "asks for a date in the form of the language, with its bounds, and saves it in ISO form",
        arguments: [
            ("de_DE.UTF-8", "von 31.01.2020 bis 24.12.2030", "TT.MM.JJJJ", "24.12.2026", "9:30"),
            ("en_US.UTF-8", "from 01/31/2020 to 12/24/2030", "MM/DD/YYYY", "12/24/2026", "9:30 am"),
            ("en_GB.UTF-8", "from 31/01/2020 to 24/12/2030", "DD/MM/YYYY", "24/12/2026", "9:30"),
            ("ar_EG.UTF-8", "31/01/2020", "يوم/شهر/سنة", "٢٤/١٢/٢٠٢٦", "٩:٣٠"),
            ("C", "from 2020-01-31 to 2030-12-24", "YYYY-MM-DD", "2026-12-24", "09:30"),
            (
                "de_DE.UTF-8", "von 31.01.2020 bis 24.12.2030", "TT.MM.JJJJ", "2026-12-24",
                "09:30:00"
            ),
        ]
    )
    func dates(language: String, bounds: String, form: String, day: String, time: String) throws {
        let (ending, answers) = try Self.run(
            Self.visit,
            typing: "\(day)\n\(time)\n\n\n\n",
            language: language
        )
        #expect(ending.status == 0, "\(ending.errors) \(ending.output)")
        #expect(ending.output.contains(bounds) && ending.output.contains(form), "\(ending.output)")
        #expect(answers?.contains(#""2026-12-24""#) == true, "\(ending.output)")
        #expect(answers?.contains(#""09:30:00""#) == true, "\(ending.output)")
    }

    @Test("refuses an ambiguous date, or one beyond its bounds, and repeats form and bounds")
    func refusedDates() throws {
        let (ending, answers) = try Self.run(
            Self.visit,
            typing: "12/24/2026\n24.12.26\n25.12.2030\n24.12.2026\n9:30\n\n\n\n",
            language: "de_DE.UTF-8"
        )
        #expect(ending.status == 0, "\(ending.errors) \(ending.output)")
        let told = "Form ein: TT.MM.JJJJ, von 31.01.2020 bis 24.12.2030."
        #expect(ending.output.ranges(of: told).count >= 2, "\(ending.output)")
        #expect(ending.output.contains("Spätestes Datum: 24.12.2030."), "\(ending.output)")
        #expect(answers?.contains(#""2026-12-24""#) == true, "\(ending.output)")
    }

    @Test(
        "takes dates from a file in ISO form, whatever the language",
        arguments: ["de_DE", "C"]
    )
    func datesOfFile(language: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(Self.visit.utf8), to: "task.json")
        try folder.write(
            Array(#"{"visit":{"day":"2026-12-24","at":"09:30:00"}}"#.utf8),
            to: "given.json"
        )
        let ending = try ChildProcess.footfall(
            ["run", "task.json", "--auto", "--source", "synthetic", "--answers", "given.json"],
            in: folder,
            environment: ["LANG": "\(language).UTF-8"]
        )
        #expect(ending.status == 0, "\(ending.errors) \(ending.output)")
        let session = try #require(try folder.names(in: "Sessions").first)
        let bytes = try folder.bytes(of: "Sessions/\(session)/answers.json")
        let answers = String(decoding: bytes, as: UTF8.self)
        #expect(answers.contains(#""2026-12-24""#) && answers.contains(#""09:30:00""#))
    }

    @Test("says why an answer is invalid, asks again, and keeps the valid one")
    func refuses() throws {
        let (ending, answers) = try Self.run(
            typing: "much\n71,5\n\n\n\n",
            language: "de_DE.UTF-8"
        )
        #expect(ending.status == 0, "\(ending.errors) \(ending.output)")
        #expect(ending.output.contains("Geben Sie eine Zahl ein."))
        #expect(answers?.contains("71.5") == true)
    }

    @Test("keeps each line for its question while the recorders of the first step start")
    func whileStarting() throws {
        let (ending, answers) = try Self.run(
            Self.recorded,
            typing: "1\n71.5\n\n\n\n",
            language: "C"
        )
        #expect(ending.status == 0, "\(ending.errors) \(ending.output)")
        #expect(ending.output.contains("May this task record how you move?"), "\(ending.output)")
        #expect(!ending.output.contains("That is not known here."), "\(ending.output)")
        #expect(answers?.contains("71.5") == true, "\(ending.output)")
    }

    @Test("asks before Cancel discards answers")
    func cancel() throws {
        let (asked, _) = try Self.run(typing: "71.5\nq\n", language: "en_GB.UTF-8")
        #expect(asked.output.contains("Discard Results"), "\(asked.output)")
        let (left, answers) = try Self.run(typing: "71.5\nq\n1\n", language: "en_GB.UTF-8")
        #expect(left.output.contains("Visit was given up"), "\(left.output)")
        #expect(left.status == ExitStatus.endedEarly.rawValue && answers == nil)
        let (unanswered, _) = try Self.run(typing: "q\n", language: "en_GB.UTF-8")
        #expect(unanswered.output.contains("Visit was given up"), "\(unanswered.output)")
    }

    @Test("ends at a reminder, which the report and the manifest name, and goes on later")
    func reminder() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(Self.reminding.utf8), to: "task.json")
        try folder.write(Array("s\n".utf8), to: "lines")
        let left = try ChildProcess.footfall(
            ["run", "task.json", "--source", "synthetic"],
            in: folder,
            environment: ["LANG": "en_GB.UTF-8"],
            input: "\(folder.path)/lines"
        )
        #expect(left.status == ExitStatus.endedEarly.rawValue, "\(left.errors)")
        #expect(left.output.contains("to be reminded of by evening"), "\(left.output)")
        let session = "Sessions/\(try #require(try folder.names(in: "Sessions").first))"
        let file = "\(session)/manifest.json"
        let manifest = String(decoding: try folder.bytes(of: file), as: UTF8.self)
        #expect(manifest.contains(#""reminder" : "evening""#), "\(manifest)")
        let again = try ChildProcess.footfall(
            ["run", "task.json", "--source", "synthetic", "--auto", "--continue", session],
            in: folder
        )
        #expect(again.output.contains("Visit is done"), "\(again.output) \(again.errors)")
        let done = String(decoding: try folder.bytes(of: file), as: UTF8.self)
        #expect(!done.contains("reminder"), "nobody is reminded of what is done: \(done)")
    }

    @Test("ends early when its lines end")
    func ends() throws {
        let (ending, _) = try Self.run(typing: "71.5\n", language: "en_GB.UTF-8")
        #expect(ending.status == ExitStatus.endedEarly.rawValue)
        #expect(ending.errors.contains("the terminal or its input ended"))
        #expect(ending.output.contains("was ended early, with the terminal or its input"))
        #expect(!ending.output.unicodeScalars.contains("\u{1B}"))
    }
}
