// Compares an export with its session, by readers of JSON and CSV that are not ours.

import Foundation
import InputRecorder
import MotionRecorder
import RecorderKinds
import Scratch
import SessionFolder
import SystemCalls
import Testing

@testable import SessionExport

@Suite("The export of a session")
struct SessionExportTests {
    static let samples = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "SampleData").path(percentEncoded: false)
    private static let kinds: [any RecorderKind] = [MotionRecorderKind(), InputRecorderKind()]

    /// A value of a record.
    private struct Cell: Decodable {
        var number: Double?
        var text: String?

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            number = try? value.decode(Double.self)
            if number == nil { text = try value.decode(String.self) }
        }
    }

    private func export(_ session: String, to directory: String) throws -> ExportReport {
        try CSVExport(of: session, in: ExportPlace(directory), kinds: Self.kinds).run()
    }

    /// The rows of a table without quotes, by the names of its columns.
    private func table(_ path: String) throws -> [[String: String]] {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let names = try #require(lines.first).split(separator: ",").map(String.init)
        return lines.dropFirst().map { line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            return Dictionary(uniqueKeysWithValues: zip(names, fields.map(String.init)))
        }
    }

    @Test("is refused if a byte of the session has changed since it was closed")
    func changed() throws {
        let scratch = try Scratch()
        let session = "\(scratch.path)/session"
        try FileManager.default.copyItem(
            atPath: "\(Self.samples)/SyntheticWalk",
            toPath: session
        )
        let file = try #require(Session(opening: session).manifest.sampleFiles.first?.path)
        let place = URL(filePath: "\(session)/\(file)")
        var bytes = try Data(contentsOf: place)
        let digit = try #require(bytes.lastIndex(of: UInt8(ascii: "1")))
        bytes[digit] = UInt8(ascii: "2")
        try FileManager.default.removeItem(at: place)
        try bytes.write(to: place)
        let error = #expect(throws: SessionError.self) {
            try export(session, to: "\(scratch.path)/out")
        }
        #expect(error?.what == "it is not what it was when it was closed")
        #expect(error?.remedy.contains("from a copy") == true)
        #expect(error?.remedy.contains("footfall repair") == false)
        #expect(!FileManager.default.fileExists(atPath: "\(scratch.path)/out/session"))
    }

    @Test("has every value of every record")
    func values() throws {
        let scratch = try Scratch()
        let session = "\(Self.samples)/SyntheticWalk"
        let report = try export(session, to: scratch.path)
        let manifest = try Session(opening: session).manifest
        let files = manifest.files.filter { $0.layout != .document }
        #expect(report.files.count == files.count)
        for (file, made) in zip(files, report.files) {
            let rows = try table("\(report.path)/\(made.name)")
            #expect(rows.count == made.rows)
            let data = try Data(contentsOf: URL(filePath: "\(session)/\(file.path)"))
            let records = try JSONDecoder().decode([[String: Cell]].self, from: data)
            var next: [String: Int] = [:]
            var compared = 0
            for record in records {
                let uptime = try #require(record["uptime"]?.number)
                // The records and the rows of a sensor are both in order of time.
                let key = record["sensorType"]?.text ?? ""
                let place = try #require(
                    rows[(next[key] ?? 0)...].firstIndex { Double($0["uptime"] ?? "") == uptime }
                )
                next[key] = place
                for (name, value) in record where name != "uptime" && name != "sensorType" {
                    let isOfRow = WideColumns.ofRows.contains(name) || name == "timestamp"
                    let heading = isOfRow ? name : "\(key)_\(name)"
                    let text = try #require(rows[place][heading], "\(heading)")
                    if let number = value.number {
                        #expect(Double(text) == number)
                    } else {
                        #expect(text == value.text)
                    }
                    compared += 1
                }
            }
            #expect(compared > records.count * 3)
            // The sensors of a device are read at once, so their records share rows.
            #expect(rows.count < records.count)
        }
        let copied = try Data(contentsOf: URL(filePath: "\(report.path)/manifest.json"))
        #expect(
            try SessionManifest(decoding: Array(copied), where: "") == manifest
        )
    }

    @Test("has a row for each loss, with its count and its reason")
    func losses() throws {
        let scratch = try Scratch()
        let session = "\(scratch.path)/one"
        try FileManager.default.createDirectory(atPath: session, withIntermediateDirectories: true)
        let original = try Session(opening: "\(Self.samples)/SyntheticWalk").manifest
        var manifest = original
        manifest.journal = nil
        manifest.taskResult = nil
        var file = try #require(original.files.first { $0.path.hasSuffix("motion.json") })
        file.size = nil
        file.checksum = nil
        manifest.files = [file]
        let records = """
            [
            {"uptime":1,"timestamp":0,"stepPath":"w","sensorType":"gyro","x":1,"y":2,"z":3},
            {"uptime":1.5,"timestamp":0.5,"stepPath":"w","sensorType":"gyro","lost":7,"reason":"ring"},
            {"uptime":1.75,"timestamp":0.75,"stepPath":"w","marker":"turn, left"},
            {"uptime":2,"timestamp":1,"stepPath":"w","sensorType":"gyro","x":4,"y":5,"z":-0.0}
            ]
            """
        try Data(records.utf8).write(to: URL(filePath: "\(session)/\(file.path)"))
        try Data(manifest.encoded()).write(to: URL(filePath: "\(session)/manifest.json"))
        let report = try export(session, to: "\(scratch.path)/out")
        #expect(report.files.map(\.lost) == [7] && report.files.map(\.rows) == [4])
        let text = try String(
            contentsOfFile: "\(report.path)/\(report.files[0].name)",
            encoding: .utf8
        )
        #expect(
            text == """
                uptime,timestamp,stepPath,marker,gyro_x,gyro_y,gyro_z,gyro_lost,gyro_reason
                1.0,0.0,w,,1.0,2.0,3.0,,
                1.5,0.5,w,,,,,7,ring
                1.75,0.75,w,"turn, left",,,,,
                2.0,1.0,w,,4.0,5.0,-0.0,,

                """
        )
    }

    @Test("is refused if the records name too many sensors")
    func channels() throws {
        let scratch = try Scratch()
        let session = "\(scratch.path)/one"
        try FileManager.default.createDirectory(atPath: session, withIntermediateDirectories: true)
        var manifest = try Session(opening: "\(Self.samples)/SyntheticWalk").manifest
        (manifest.journal, manifest.taskResult) = (nil, nil)
        var file = try #require(manifest.files.first { $0.path.hasSuffix("motion.json") })
        (file.size, file.checksum) = (nil, nil)
        manifest.files = [file]
        try Data(manifest.encoded()).write(to: URL(filePath: "\(session)/manifest.json"))
        let records = (1...WideFile.mostChannels).map {
            #"{"uptime":\#($0),"timestamp":0,"stepPath":"w","sensorType":"s\#($0)","x":1}"#
        }
        let text = "[\n\(records.joined(separator: ",\n"))\n]"
        try Data(text.utf8).write(to: URL(filePath: "\(session)/\(file.path)"))
        #expect(throws: SessionError.self) { try export(session, to: "\(scratch.path)/out") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/out").isEmpty)
    }

    @Test("is complete or absent, and overwrites nothing")
    func whole() throws {
        let scratch = try Scratch()
        let session = "\(scratch.path)/one"
        try FileManager.default.copyItem(atPath: "\(Self.samples)/SyntheticWalk", toPath: session)
        let report = try export(session, to: "\(scratch.path)/out")
        #expect(throws: SessionError.self) { try export(session, to: "\(scratch.path)/out") }
        #expect(FileSystem.kind(of: report.path) == .directory)
        let name = try #require(report.files.last?.name).replacing(".csv", with: ".json")
        let data = try Data(contentsOf: URL(filePath: "\(session)/\(name)"))
        try data.prefix(data.count / 2).write(to: URL(filePath: "\(session)/\(name)"))
        let other = "\(scratch.path)/other"
        try FileSystem.makeDirectory(other)
        #expect(throws: SessionError.self) { try export(session, to: other) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: other).isEmpty)
        // The next export into a folder deletes what a killed one has left there.
        try ExportPlaceTests.leave(".part-of-x.7fffffff", in: other)
        try data.write(to: URL(filePath: "\(session)/\(name)"))
        _ = try export(session, to: other)
        #expect(try FileManager.default.contentsOfDirectory(atPath: other) == ["one"])
    }
}
