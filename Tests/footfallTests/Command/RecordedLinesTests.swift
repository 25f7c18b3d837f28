// A device that speaks text, recorded from the command line as somebody without a task file does it.

import FoundationEssentials
import Patience
import SessionFolder
import SystemCalls
import Testing

@testable import footfall

@Suite("Lines that are recorded without a task", .mayNotHang)
struct RecordedLinesTests {
    @Test("are whole by a check, with the loss that their counter tells, and replayed to the byte")
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
        "that cannot be had cost one line, and leave nothing behind",
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

    @Test("have samples and a rate also where a column has the name of an event")
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
