// A file of another logger, imported from the command line as somebody does it who has never recorded here.

import FoundationEssentials
import Glibc
import Patience
import SampleFile
import SessionFolder
import SystemCalls
import Testing

@testable import footfall

@Suite("An imported file", .mayNotHang)
struct ImportTests {
    /// Rows of a foot: two stand there twice, and one cannot be read.
    private static let rows = """
        Time (s),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),Accelerometer X (g),Accelerometer Y (g),Accelerometer Z (g)
        0,-0.1428319,-0.7708032,-0.2320606,-0.4937814,0.2420433,0.8312204
        0.007531643,0.04228127,-0.7108852,-0.1710764,-0.4918555,0.2376524,0.8331317
        0.007531643,0.04228127,-0.7108852,-0.1710764,-0.4918555,0.2376524,0.8331317
        0.010042191,oops,-0.8307213,-0.2930447,-0.492319,0.2425327,0.8365696
        0.012552739,0.1039857,-0.8307213,-0.2930447,-0.492319,0.2425327,0.8365696

        """
    private static let map = ["--map", "t_s,gx,gy,gz,ax,ay,az", "--units", "dps,g"]

    @Test("is a session that names it, and is checked, listed, exported and replayed")
    func whole() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.rows.utf8, to: "walk.csv")
        let line = ["import", "walk.csv", "-q", "--placement", "leftFoot", "--subject", "P07"]
        let made = try ChildProcess.footfall(
            line + Self.map + ["--start", "2010-01-01T10:00:00+01:00"],
            in: folder
        )
        #expect(made.status == 3, "\(made.errors)")
        let name = try #require(try folder.names(in: "Sessions").first)
        let path = "\(folder.path)/Sessions/\(name)"
        let manifest = try Session(opening: path).manifest
        #expect(manifest.identifier == "walk" && manifest.status == .finished)
        #expect(manifest.startDate.text == "2010-01-01T10:00:00.000+01:00")
        #expect(manifest.participant?.subject == "P07")
        let file = try #require(manifest.imported)
        #expect(file.name == "walk.csv" && file.size == Int64(Self.rows.utf8.count))
        #expect(file.checksum == Checksum.text(of: Array(Self.rows.utf8)))
        #expect(file.map == "t_s,gx,gy,gz,ax,ay,az" && file.units == "dps,g")
        #expect(manifest.notes.contains { $0.contains("is in line 5") }, "\(manifest.notes)")
        let sensors = try #require(manifest.files.first).sensors
        #expect(sensors.map(\.sensorType).sorted() == ["accelerometer", "gyro"])
        #expect(sensors.allSatisfy { $0.samples == 4 && $0.lost == 1 })
        #expect(manifest.files.first?.placement == "leftFoot")

        #expect(try ChildProcess.footfall(["check", path], in: folder).status == 3)
        let info = try ChildProcess.footfall(["info", path], in: folder).output
        #expect(info.contains("imported  walk.csv, "), "\(info)")
        #expect(
            try ChildProcess.footfall(["list", "Sessions"], in: folder).output.contains("walk")
        )
        #expect(try ChildProcess.footfall(["export", path], in: folder).status == 0)
        let table = try folder.bytes(of: "Export/\(name)/lines.csv")
        let text = String(decoding: table, as: UTF8.self)
        for value in [
            "0.007531643", "-0.4918555", "0.012552739", "\(-0.1428319 * (Double.pi / 180))",
        ] {
            #expect(text.contains(value), "\(text)")
        }
        let again = ["replay", path, "--speed", "max", "-o", "Again", "-q"]
        #expect(try ChildProcess.footfall(again, in: folder).status == 3)
        let copy = try #require(try folder.names(in: "Again").first)
        #expect(
            try folder.bytes(of: "Again/\(copy)/lines.json")
                == folder.bytes(of: "Sessions/\(name)/lines.json")
        )
        let replay = try Session(opening: "\(folder.path)/Again/\(copy)").manifest
        #expect(replay.origin?.imported == file && replay.imported == nil)
    }

    @Test(
        "that does not fit leaves nothing, and costs one line that says what would fit",
        arguments: [
            (
                ["--map", "t_s,ax,ay,az,gx,gy,gz"],
                "the names fit --map t_s,gx,gy,gz,ax,ay,az --units deg/s,g"
            ),
            (
                ["--map", "t_s,gx,gy,gz", "--units", "dps"],
                "line 2: it has 7 columns and the map 4"
            ),
            ([], "the names of its columns fit --map t_s,gx,gy,gz,ax,ay,az --units deg/s,g"),
        ] as [([String], String)]
    )
    func refused(words: [String], told: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.rows.utf8, to: "walk.csv")
        let ending = try ChildProcess.footfall(["import", "walk.csv"] + words, in: folder)
        #expect(ending.status == 1)
        #expect(ending.errors.contains(told), "\(ending.errors)")
        #expect(ending.errorLines.count == 1)
        #expect(try folder.names() == ["walk.csv"])
    }

    @Test("costs status 3 if a row cannot be read, even if its counter shows that none is missing")
    func unreadCounted() throws {
        let folder = try TemporaryFolder()
        var rows = (0..<30).map { "\($0 * 10),\($0),0,0,1\n" }
        rows.insert("garbage\n", at: 15)
        try folder.write(rows.joined().utf8, to: "walk.csv")
        let line = ["import", "walk.csv", "--map", "t_ms,n,ax,ay,az", "-q"]
        let ending = try ChildProcess.footfall(line, in: folder)
        #expect(ending.status == 3, "\(ending.errors)")
        let name = try #require(try folder.names(in: "Sessions").first)
        let manifest = try Session(opening: "\(folder.path)/Sessions/\(name)").manifest
        let sensor = try #require(manifest.files.first?.sensors.first)
        #expect(sensor.samples == 30 && sensor.lost == 0)
    }

    @Test("is made of the others where one of several cannot be, and the status says so")
    func several() throws {
        let folder = try TemporaryFolder()
        for name in ["a.csv", "b.csv"] { try folder.write("1\n2\n3\n".utf8, to: name) }
        try folder.write("".utf8, to: "none.csv")
        let line = ["import", "a.csv", "none.csv", "b.csv", "--map", "pulse", "--rate", "2", "-q"]
        let ending = try ChildProcess.footfall(line, in: folder)
        #expect(ending.status == 1)
        #expect(ending.errors.contains("none.csv: there is no row in it"), "\(ending.errors)")
        #expect(try folder.names(in: "Sessions").count == 2)
    }

    /// Begins an import of a long file, and of one behind it, and gives the first while it is written.
    private func beginLong(
        in folder: borrowing TemporaryFolder,
        and others: [String] = []
    ) throws -> ChildProcess {
        var bytes: [UInt8] = []
        for row in 0..<400_000 { bytes += Array("\(row)\n".utf8) }
        for name in ["long.csv"] + others { try folder.write(bytes, to: name) }
        let line = ["import", "long.csv"] + others + ["--map", "pulse", "--rate", "100", "-q"]
        let child = try ChildProcess(line, in: folder.path)
        var hasBegun = false
        while !hasBegun, !child.hasEnded {
            let session = (try? folder.names(in: "Sessions"))?.first
            hasBegun = session.flatMap { try? folder.bytes(of: "Sessions/\($0)/lines.json") } != nil
            sched_yield()
        }
        #expect(hasBegun)
        return child
    }

    @Test(
        "leaves nothing where it is stopped, however much of it was written, and begins no other",
        arguments: [[], ["other.csv"]]
    )
    func stopped(others: [String]) throws {
        let folder = try TemporaryFolder()
        let child = try beginLong(in: folder, and: others)
        child.send(SIGINT)
        let ending = child.ending()
        #expect(ending.status == 1)
        #expect(ending.errors.contains("stopped"), "\(ending.errors)")
        #expect(ending.errorLines.count == 1, "\(ending.errors)")
        #expect(try folder.names().sorted() == ["long.csv"] + others)
    }

    @Test("that changes meanwhile leaves nothing, and the others are imported all the same")
    func changed() throws {
        let folder = try TemporaryFolder()
        let child = try beginLong(in: folder, and: ["other.csv"])
        let file = try OpenFolder.open(folder.path).openForWriting("long.csv")
        try file.writeAll(Array("400000\n".utf8), at: try file.size())
        let ending = child.ending()
        #expect(ending.status == 1)
        let told = "long.csv: it was changed while it was read"
        #expect(ending.errors.contains(told), "\(ending.errors)")
        let names = try folder.names(in: "Sessions")
        #expect(names.count == 1 && names.allSatisfy { $0.contains("other") }, "\(names)")
    }

    @Test("is told as a part of its file where it was killed, also once it is repaired")
    func killed() throws {
        let folder = try TemporaryFolder()
        let child = try beginLong(in: folder)
        child.send(SIGKILL)
        _ = child.ending()
        let session = "Sessions/\(try #require(try folder.names(in: "Sessions").first))"
        let list = try ChildProcess.footfall(["list"], in: folder).output
        #expect(list.contains("  left  ") && !list.contains(" 0 B"), "\(list)")
        let info = try ChildProcess.footfall(["info", session], in: folder).output
        #expect(info.contains("\n  state     left\n"), "\(info)")
        for isRepaired in [false, true] {
            if isRepaired { _ = try ChildProcess.footfall(["repair", session], in: folder) }
            let check = try ChildProcess.footfall(["check", session], in: folder)
            // What was torn in the middle of a record is fixed by then.
            if isRepaired { #expect(check.status == 3) }
            let told = "it is a part of long.csv only: its import was killed"
            #expect(check.output.contains(told), "\(check)")
        }
    }
}
