// Compares an MCAP file with its session, by readers of JSON and MCAP that share no code with the exporter.

import Foundation
import InputRecorder
import MotionRecorder
import RecorderKinds
import SampleFile
import Scratch
import SessionFolder
import SystemCalls
import Testing
import Timebase

@testable import SessionExport

@Suite("A session exported to MCAP")
struct MCAPExportTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .path(percentEncoded: false)
    private static let kinds: [any RecorderKind] = [
        MotionRecorderKind(), InputRecorderKind(), TouchRecorderKind(),
    ]

    private func export(_ session: String, to directory: String) throws -> ExportReport {
        try MCAPExport(of: session, in: ExportPlace(directory), kinds: Self.kinds).run()
    }

    /// The lines of the records in a sample file, unchanged.
    private func lines(_ path: String) throws -> [String] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("{\"uptime\"") }
            .map { String($0.hasSuffix(",") ? $0.dropLast() : $0) }
    }

    /// A session with one file of these records, and without a journal and a result.
    private func session(
        _ records: [String],
        in directory: String,
        _ change: (inout SessionManifest) throws -> Void = { _ in }
    ) throws -> String {
        let session = "\(directory)/one"
        try OneFileSession.make(at: session, records.joined(separator: ",\n"), change)
        return session
    }

    @Test(
        "has every record with all its digits, from the time of the first uptime on",
        arguments: ["SampleData/SyntheticWalk", "SampleData/Tapping", "SampleData/Daphnet"]
    )
    func records(_ name: String) throws {
        let scratch = try Scratch()
        let session = "\(Self.root)/\(name)"
        let report = try export(session, to: scratch.path)
        #expect(report.path.hasSuffix(".mcap"))
        let file = try MCAPDocument(report.path)
        let manifest = try Session(opening: session).manifest
        let clock = try #require(manifest.clocks.first)
        var counted = 0
        for entry in manifest.files where entry.layout != .document {
            let messages = file.messages.filter {
                file.channels[$0.channel]?.metadata["file"] == entry.path
            }
            let records = try lines("\(session)/\(entry.path)")
            try #require(records.count == messages.count)
            let isSame = zip(records, messages).allSatisfy { record, message in
                record == String(decoding: message.data, as: UTF8.self)
            }
            #expect(isSame)
            let boot = clock.realtime.nanosecondsSince1970 - clock.boottime.nanoseconds
            let isInTime = zip(records, messages).allSatisfy { record, message in
                let text = record.dropFirst(#"{"uptime":"#.count).prefix { $0 != "," }
                guard let uptime = Double(text) else { return false }
                return abs(Double(Int64(message.logTime) - boot) - uptime * 1e9) <= 1
            }
            #expect(isInTime)
            counted += records.count
        }
        #expect(counted > 300 && counted == report.files.reduce(0) { $0 + $1.rows })
        #expect(file.messages.allSatisfy { $0.logTime == $0.publishTime })
        let attachment = try #require(file.contents(9).first)
        var fields = MCAPFields(attachment)
        _ = try (fields.number() as UInt64, fields.number() as UInt64)
        try #expect(fields.text() == "manifest.json" && fields.text() == "application/json")
        let length = try Int(fields.number() as UInt64)
        let kept = try SessionManifest(decoding: Array(fields.rest.prefix(length)), where: "")
        #expect(kept == manifest)
    }

    @Test("has a channel for each sensor's samples, and one each for marks, steps and losses")
    func channels() throws {
        let scratch = try Scratch()
        let records = [
            #"{"uptime":1,"timestamp":0,"stepPath":"w","marker":"start"}"#,
            #"{"uptime":1,"timestamp":0,"stepPath":"w/\"a\"","sensorType":"gyro","x":1,"y":1e-7}"#,
            #"{"uptime":1.5,"timestamp":0.5,"stepPath":"w","sensorType":"gyro","lost":7,"reason":"ring"}"#,
            #"{"uptime":1.6,"timestamp":0.6,"stepPath":"turn"}"#,
            #"{"uptime":2,"timestamp":1,"stepPath":"w","sensorType":"losses","x":4}"#,
        ]
        let session = try session(records, in: scratch.path) {
            $0.participant = try Participant(subject: "P07", visit: "2")
        }
        let report = try export(session, to: "\(scratch.path)/out")
        let file = try MCAPDocument(report.path)
        #expect(
            file.messages.map { file.topic(of: $0) } == [
                "/lowBack_motion/marks", "/lowBack_motion/gyro", "/lowBack_motion/losses",
                "/lowBack_motion/steps", "/lowBack_motion/losses_2",
            ]
        )
        #expect(file.messages.map { String(decoding: $0.data, as: UTF8.self) } == records)
        #expect(report.files.map(\.lost) == [7] && report.files.map(\.rows) == [5])
        let about = try file.contents(12).map { content in
            var fields = MCAPFields(content)
            return try [fields.text()] + fields.pairs().sorted { $0.key < $1.key }.map(\.value)
        }
        #expect(about.first == ["participant", "P07", "2"])
        #expect(about.last?.contains("walk") == true)
    }

    @Test("has a JSON Schema for each channel, with the values of its messages and their units")
    func schemas() throws {
        let scratch = try Scratch()
        let records = [
            #"{"uptime":1,"timestamp":0,"stepPath":"w","sensorType":"gyro","x":1,"y":2}"#,
            #"{"uptime":1.5,"timestamp":0.5,"stepPath":"w","sensorType":"gyro","lost":7,"estimated":true}"#,
        ]
        let session = try session(records, in: scratch.path) {
            $0.files[0].sensors = [
                SessionManifest.Sensor(
                    sensorType: "gyro",
                    samples: 1,
                    meaning: "rad/s, as measured"
                )
            ]
        }
        let file = try MCAPDocument(export(session, to: "\(scratch.path)/out").path)
        struct Schema: Decodable {
            struct Property: Decodable {
                var type: String
                var description: String?
            }
            var type: String
            var properties: [String: Property]
        }
        let schemas = try file.schemas.sorted { $0.key < $1.key }.map {
            try JSONDecoder().decode(Schema.self, from: Data($0.value.data))
        }
        try #require(schemas.count == 2)
        #expect(
            schemas[0].properties.mapValues(\.type) == [
                "uptime": "number", "timestamp": "number", "stepPath": "string",
                "sensorType": "string", "x": "number", "y": "number",
            ]
        )
        #expect(schemas[0].properties["x"]?.description == "rad/s, as measured")
        #expect(schemas[0].properties["uptime"]?.description?.hasPrefix("s of") == true)
        #expect(schemas[0].properties.values.allSatisfy { $0.description != nil })
        #expect(schemas[1].properties["lost"]?.type == "integer")
        #expect(schemas[1].properties["estimated"]?.type == "boolean")
        #expect(schemas[1].properties["x"] == nil)
        #expect(schemas.allSatisfy { $0.type == "object" })
    }

    @Test("is complete or absent, and overwrites nothing")
    func whole() throws {
        let scratch = try Scratch()
        let session = "\(scratch.path)/one"
        try FileManager.default.copyItem(
            atPath: "\(Self.root)/SampleData/SyntheticWalk",
            toPath: session
        )
        _ = try export(session, to: "\(scratch.path)/out")
        #expect(throws: SessionError.self) { try export(session, to: "\(scratch.path)/out") }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/out") == [
                "one.mcap"
            ]
        )
        let path = "\(session)/lowBack_motion.json"
        let data = try Data(contentsOf: URL(filePath: path))
        try data.prefix(data.count / 2).write(to: URL(filePath: path))
        let other = "\(scratch.path)/other"
        try FileSystem.makeDirectory(other)
        #expect(throws: SessionError.self) { try export(session, to: other) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: other).isEmpty)
        // The next export into a folder deletes what a killed one has left there.
        try ExportPlaceTests.leave(".part-of-x.mcap.7fffffff", in: other)
        try data.write(to: URL(filePath: path))
        _ = try export(session, to: other)
        #expect(try FileManager.default.contentsOfDirectory(atPath: other) == ["one.mcap"])
    }

    @Test("has a report of what was left out, with the reason")
    func left() throws {
        let scratch = try Scratch()
        let report = try export("\(Self.root)/SampleData/SyntheticWalk", to: scratch.path)
        #expect(report.left.map(\.name) == ["lowBack_motion_truth.json"])
        let records = [
            #"{"uptime":1,"timestamp":0,"stepPath":"w","marker":"start"}"#,
            #"{"uptime":1e200,"timestamp":0,"stepPath":"w","marker":"late"}"#,
        ]
        let session = try session(records, in: scratch.path) { manifest in
            var lost = try #require(manifest.files.first)
            (lost.path, lost.isLost, lost.error) = ("gone.json", true, "somebody deleted it")
            manifest.files[0].columns =
                MotionFormat.schema.columns.map(\.name) + ["later"]
            manifest.files.append(lost)
        }
        let other = try export(session, to: "\(scratch.path)/out")
        #expect(
            other.left.map(\.name) == ["gone.json", "lowBack_motion.json", "lowBack_motion.json"]
        )
        #expect(other.left[1].why == "this program does not know these columns: later")
        #expect(other.left.first?.why.contains("somebody deleted it") == true)
        #expect(other.left.last?.why == "records without a time: 1")
    }

    @Test("is refused if it has no samples")
    func empty() throws {
        let scratch = try Scratch()
        let session = try session([], in: scratch.path) { $0.files = [] }
        #expect(throws: SessionError.self) { try export(session, to: "\(scratch.path)/out") }
        #expect(!FileManager.default.fileExists(atPath: "\(scratch.path)/out/one.mcap"))
    }

    @Test("may be of the first version, and is refused if it is torn")
    func old() throws {
        let scratch = try Scratch()
        let sessions = "\(Self.root)/Tests/OldSessions"
        for name in try FileManager.default.contentsOfDirectory(atPath: sessions)
        where name.contains("Z_") {
            // Opening a session may repair what a kill has left open, so the test works on a copy.
            let copy = "\(scratch.path)/\(name)"
            try FileManager.default.copyItem(atPath: "\(sessions)/\(name)", toPath: copy)
            if name.contains("_torn_") {
                #expect(throws: SessionError.self) { try export(copy, to: "\(scratch.path)/out") }
            } else {
                let report = try export(copy, to: "\(scratch.path)/out")
                let messages = try MCAPDocument(report.path).messages.count
                #expect(try messages == lines("\(copy)/lowBack_motion.json").count)
            }
        }
        let made = try FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/out")
        #expect(made.count == 2)
    }
}
