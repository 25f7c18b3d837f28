import Arguments
import Foundation
import SessionPlot
import Testing

@testable import footfall

@Suite("What footfall plot takes its words for")
struct PlotCommandTests {
    private static func plot(_ words: String) throws -> PlotCommand? {
        let line = ["plot"] + words.split(separator: " ").map(String.init)
        let parser = ArgumentParser(program: Program.declaration)
        guard case .run(let arguments) = try parser.parse(line) else { return nil }
        return try PlotCommand(arguments)
    }

    @Test("draws all of a session in the terminal where nothing else is said")
    func defaults() throws {
        let command = try #require(try Self.plot("walk"))
        #expect(command.session == "walk")
        #expect(command.output == nil)
        #expect(command.options.sensors.isEmpty && command.options.files.isEmpty)
        #expect(command.options.from == nil && command.options.to == nil)
        #expect(!command.options.isSpectrum && !command.replaces)
    }

    @Test("takes every option")
    func everything() throws {
        let command = try #require(
            try Self.plot(
                "walk -o a/b.SVG --file motion --sensor gyro --sensor attitude --from 1:30 --to 1:02:03.5 "
                    + "--spectrum --width 800 --height 600 --force"
            )
        )
        #expect(command.output == PlotCommand.Output(path: "a/b.SVG", format: .svg))
        #expect(command.options.files == ["motion"])
        #expect(command.options.sensors == ["gyro", "attitude"])
        #expect(command.options.from == 90)
        #expect(command.options.to == 3723.5)
        #expect(command.options.isSpectrum && command.replaces)
        #expect(command.width == 800 && command.height == 600)
    }

    @Test(
        "refuses what makes no plot",
        arguments: [
            "walk -o plot", "walk -o plot.gif", "walk -o png", "walk --from 5 --to 5",
            "walk --from 1:60", "walk --to -1", "walk --width 800", "walk -o a.html --height 600",
            "walk -o a.png --width 100", "walk -o a.png --height 1e9", "walk --force", "",
        ]
    )
    func refused(words: String) {
        #expect(throws: UsageError.self) { try Self.plot(words) }
    }

    @Test("has a line for each name that the session lacks, and writes no file")
    func unknownNames() throws {
        let folder = try TemporaryFolder()
        let session = try folder.record().session
        let words = ["--sensor", "gyro", "--sensor", "nose", "--sensor", "gryo", "-o", "p.png"]
        let ending = try ChildProcess.footfall(["plot", session] + words, in: folder)
        #expect(ending.status == 1)
        #expect(ending.output.isEmpty)
        let lines = ending.errorLines
        #expect(lines.count == 2, "\(lines)")
        #expect(lines.first?.contains("it has no sensor \"nose\"; name one of ") == true)
        #expect(lines.last?.contains("it has no sensor \"gryo\"; name one of ") == true)
        #expect(lines.last?.hasSuffix("; did you mean gyro?") == true)
        #expect(try folder.names() == ["Sessions"])
    }

    @Test(
        "draws braille where a terminal shows it",
        arguments: [
            (["LANG": "de_DE.UTF-8", "TERM": "xterm"], true),
            (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], false),
            (["LC_ALL": "", "LC_CTYPE": "en_US.utf8"], true),
            (["LANG": "C.UTF-8", "TERM": "linux"], false), ([:], false),
        ] as [([String: String], Bool)]
    )
    func braille(environment: [String: String], shows: Bool) {
        #expect(PlotCommand.showsBraille { environment[$0] } == shows)
    }
}
