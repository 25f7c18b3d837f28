// A device that speaks text, recorded from the command line as somebody without a task file does it.

import FoundationEssentials
import Glibc
import Patience
import SessionFolder
import ShownTerminal
import SystemCalls
import Testing

@testable import footfall

@Suite("Lines that are recorded without a task file", .mayNotHang)
struct RecordedLinesTests {
    @Test("pass a check, with the loss that their counter shows, and replay to the same bytes")
    func pipe() throws {
        let folder = try TemporaryFolder()
        let (command, place) = (try ChildProcess.pathOfFootfall(), folder.path)
        // The tenth of a hundred lines is lost on its way.
        let script = """
            for n in $(seq 1 100); do test $n -eq 10 || echo $((n * 10)),$n,500,0,-1000; done \
            | '\(command)' record --lines - --map t_ms,n,ax,ay,az --units mg --line-rate 100 \
            -o '\(place)/Sessions' -q >'\(place)/shown' 2>'\(place)/told'
            test $? -eq 3
            """
        #expect(try ChildProgram.run(["bash", "-c", script]) == .exited(0))
        let name = try #require(try folder.names(in: "Sessions").first)
        let path = "\(place)/Sessions/\(name)"
        let session = try Session(opening: path)
        #expect(session.manifest.identifier == "lines")
        let sensor = try #require(session.sampleFiles.first?.sensors.first)
        #expect(sensor.sensorType == "accelerometer")
        #expect(sensor.samples == 99 && sensor.missing == 1)
        let check = try ChildProcess.footfall(["check", path], in: folder)
        #expect(check.status == 3 && check.output.contains("99 samples, 1 lost"), "\(check.output)")
        let replay = ["replay", path, "--speed", "max", "-o", "Again", "-q"]
        #expect(try ChildProcess.footfall(replay, in: folder).status == 3)
        let again = try #require(try folder.names(in: "Again").first)
        #expect(
            try folder.bytes(of: "Again/\(again)/lines.json")
                == folder.bytes(of: "Sessions/\(name)/lines.json")
        )
    }

    @Test(
        "from a port that cannot be opened cost one line, and leave nothing behind",
        arguments: [
            (["/nowhere/port", "v"], "/nowhere/port: there is no such port; plug the device in"),
            (["tcp:127.0.0.1:9", "v"], "tcp:127.0.0.1:9: "),
        ] as [([String], String)]
    )
    func refused(words: [String], told: String) throws {
        let folder = try TemporaryFolder()
        let line = ["record", "--lines", words[0], "--map", words[1]]
        let ending = try ChildProcess.footfall(line, in: folder)
        #expect(ending.status == 1)
        #expect(ending.errors.hasPrefix("footfall: \(told)"), "\(ending.errors)")
        #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
        #expect(try folder.names().isEmpty)
    }

    @Test(
        "go on without a device that disappears, which is reported at once and fails the recording"
    )
    func oneGone() throws {
        let folder = try TemporaryFolder()
        var other: PseudoTerminal? = try PseudoTerminal(columns: 80, rows: 24)
        let path = other?.path ?? ""
        let kept = try PseudoTerminal(columns: 80, rows: 24)
        var child = try ChildProcess(
            ["record", "--lines", path, "--lines", kept.path, "--map", "n,v", "-q"],
            in: folder.path
        )
        let isOpen = child.waitUntilOpen(kept.path)
        #expect(isOpen)
        try other?.type(Array("\n0,0\n1,1\n".utf8))
        try waitFor(2, samplesIn: "lines1.json", of: folder)
        other = nil
        let told = "footfall: lines1: \(path): the device is gone; "
        let isTold = child.waitForError(containing: told)
        #expect(isTold)
        try kept.type(Array("\n0,0\n1,1\n2,2\n".utf8))
        try waitFor(3, samplesIn: "lines2.json", of: folder)
        child.send(SIGINT)
        let ending = child.ending()
        #expect(ending.status == 1, "\(ending.errors)")
        let manifest = try Session(opening: "\(folder.path)/\(folder.session())").manifest
        #expect(manifest.status == .failed)
        #expect(manifest.errors.first?.hasPrefix("\(path): the device is gone") == true)
    }

    @Test("stay readable on a terminal that shows the recording, and so do messages")
    @MainActor
    func toldOnTerminal() async throws {
        var other: PseudoTerminal? = try PseudoTerminal(columns: 80, rows: 24)
        let path = other?.path ?? ""
        let kept = try PseudoTerminal(columns: 80, rows: 24)
        let command = "\(ProgramOnTerminal.built("footfall")) record --map n,v --lines"
        let program = try ProgramOnTerminal(
            ["bash", "-c", "exec \(command) \(path) --lines \(kept.path) 2>&1"],
            columns: 200
        )
        try await program.see("0 lost")
        try other?.type(Array("\n0,0\n1,1\n".utf8))
        try await program.see("2 samples  0 lost")
        other = nil
        let told = "footfall: lines1: \(path): the device is gone; "
        try await program.see(told)
        for line in 1...3 {
            try kept.type(Array("\n\(line),0\n".utf8))
            try await program.see("\(line + 2) samples") { screen in
                let lines = screen.text
                return lines.contains { $0.contains("\(line + 2) samples  0 lost") }
                    && lines.contains { $0.hasPrefix(told) }
            }
        }
        #expect(program.screen.text.filter { $0.contains(" samples/s ") }.count == 1)
        try await program.signal(SIGINT)
        try await program.end()
        #expect(try program.text("status") == "1\n")
    }

    /// Waits until a file of the only session has so many samples.
    private func waitFor(
        _ count: Int,
        samplesIn file: String,
        of folder: borrowing TemporaryFolder
    ) throws {
        while true {
            let bytes = try? folder.bytes(of: "\(folder.session())/\(file)")
            let text = String(decoding: bytes ?? [], as: UTF8.self)
            if text.split(separator: "\"x\":").count > count { return }
            ChildProcess.waitForNextLook()
        }
    }

    @Test("of several devices have notes under each device's name")
    func several() throws {
        let folder = try TemporaryFolder()
        let (command, place) = (try ChildProcess.pathOfFootfall(), folder.path)
        // Of each device one line is lost.
        let script = """
            cd '\(place)'; mkfifo a b
            for p in a b; do (for n in 1 2 3 5 6; do echo $((n * 10)),$n,7; done >$p) & done
            '\(command)' record --lines ./a --lines ./b --map t_ms,n,v -q >shown 2>told; wait
            """
        #expect(try ChildProgram.run(["bash", "-c", script]) == .exited(0))
        let check = try ChildProcess.footfall(["check", try folder.session()], in: folder)
        for name in ["lines1", "lines2"] {
            let told = "\n  note: \(name): 1 line lost, by the device's counter\n"
            #expect(check.output.contains(told), "\(check.output)")
        }
    }

    @Test("that end early are reported as such, and shown once")
    func endsEarly() throws {
        let folder = try TemporaryFolder()
        let (command, place) = (try ChildProcess.pathOfFootfall(), folder.path)
        let script = """
            cd '\(place)'
            (for n in 1 2 3; do echo $((n * 10)),7; done; sleep 3.5) \
            | '\(command)' record --lines - --map t_ms,v --duration 60 >shown 2>told
            """
        #expect(try ChildProgram.run(["bash", "-c", script]) == .exited(0))
        let shown = String(decoding: try folder.bytes(of: "shown"), as: UTF8.self)
        let lines = shown.split(separator: "\n")
        #expect(lines.filter { $0.hasSuffix("  3 samples  0 lost") }.count == 1, "\(shown)")
        let told =
            "it ended ahead of the 60.0 s that were asked for: every source had come to its end"
        #expect(lines.last?.description == told, "\(shown)")
    }

    @Test("have samples and a rate even if a column has the name of an event")
    func namedAsEvents() throws {
        let folder = try TemporaryFolder()
        let (command, place) = (try ChildProcess.pathOfFootfall(), folder.path)
        let script = """
            for n in $(seq 1 50); do echo $((n * 10)),$n; done \
            | '\(command)' record --lines - --map t_ms,switch -o '\(place)/Sessions' -q
            """
        #expect(try ChildProgram.run(["bash", "-c", script]) == .exited(0))
        let name = try #require(try folder.names(in: "Sessions").first)
        let check = try ChildProcess.footfall(["check", "Sessions/\(name)"], in: folder)
        #expect(check.output.contains("switch  50 samples, 100.0 Hz"), "\(check.output)")
    }
}
