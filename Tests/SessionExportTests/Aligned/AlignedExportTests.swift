// A session as one table at a common rate: sensors of several files share rows, and a sidecar says how each column was
// made.

import Foundation
import InputRecorder
import MotionRecorder
import RecorderKinds
import SampleFile
import Scratch
import SessionFolder
import Testing
import Timebase

@testable import SessionExport

@Suite("A session exported at a common rate")
struct AlignedExportTests {
    private static let kinds: [any RecorderKind] = [MotionRecorderKind(), TouchRecorderKind()]
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func export(_ session: String, _ rate: Double) throws -> ExportReport {
        try AlignedExport(
            of: session,
            in: ExportPlace("\(scratch.path)/out"),
            kinds: Self.kinds,
            rate: rate
        ).run()
    }

    private func text(_ report: ExportReport) throws -> String {
        try String(contentsOfFile: "\(report.path)/aligned.csv", encoding: .utf8)
    }

    private struct Sidecar: Decodable {
        struct Column: Decodable, Equatable {
            var name, file, sensor, key, method: String
            var turn: Double?
            var nativeRateInHertz: Double?
            var longestGapInSeconds: Double
            var samples, lost, leftOut, recorded, interpolated, empty: Int
        }
        var rateInHertz: Double
        var rows: Int
        var firstUptime: Double
        var firstDate: String
        var methods: [String: String]
        var filter: String
        var columns: [Column]
    }

    private func sidecar(_ report: ExportReport) throws -> Sidecar {
        let data = try Data(contentsOf: URL(filePath: "\(report.path)/aligned.json"))
        return try JSONDecoder().decode(Sidecar.self, from: data)
    }

    /// A session with two files, for sensors with different rates.
    private func session(
        _ first: String,
        _ second: String,
        _ change: (inout SessionManifest) -> Void = { _ in }
    ) throws -> String {
        let session = "\(scratch.path)/one"
        try OneFileSession.make(at: session, first) { manifest in
            manifest.devices = []
            manifest.files[0].sensors = []
            var other = manifest.files[0]
            other.path = "hand.json"
            manifest.files.append(other)
            change(&manifest)
        }
        try Data("[\n\(second)\n]".utf8).write(to: URL(filePath: "\(session)/hand.json"))
        return session
    }

    @Test(
        "has the sensors of all files in one row, each filled by its rule; losses are empty cells"
    )
    func both() throws {
        let session = try session(
            """
            {"uptime":1,"timestamp":0,"stepPath":"w","marker":"start"},
            {"uptime":1,"timestamp":0,"stepPath":"w"},
            {"uptime":1,"timestamp":0,"stepPath":"w","sensorType":"gyro","x":0,"eventAccuracy":1},
            {"uptime":1.1,"timestamp":0.1,"stepPath":"w","sensorType":"gyro","x":1,"eventAccuracy":3},
            {"uptime":1.2,"timestamp":0.2,"stepPath":"w","sensorType":"gyro","lost":4,"reason":"ring"},
            {"uptime":1.2,"timestamp":0.2,"stepPath":"w","sensorType":"gyro","x":2,"eventAccuracy":3},
            {"uptime":1.3,"timestamp":0.3,"stepPath":"w","sensorType":"gyro","x":4,"eventAccuracy":3}
            """,
            """
            {"uptime":1.05,"timestamp":0,"stepPath":"w","sensorType":"accelerometer","x":10},
            {"uptime":1.25,"timestamp":0.2,"stepPath":"w","sensorType":"accelerometer","x":12}
            """
        )
        let report = try export(session, 20)
        #expect(
            try text(report) == """
                uptime,time,lowBack_motion_gyro_eventAccuracy,lowBack_motion_gyro_x,hand_accelerometer_x
                1.0,0.0,1,0.0,
                1.05,0.05,1,0.5,10.0
                1.1,0.1,3,1.0,10.5
                1.15,0.15,,,11.0
                1.2,0.2,3,2.0,11.5
                1.25,0.25,3,3.0,12.0
                1.3,0.3,3,4.0,

                """
        )
        #expect(report.files.map(\.rows) == [7] && report.files.map(\.lost) == [4])
        #expect(report.notes.isEmpty)
        #expect(
            report.left == [
                ExportReport.Left(
                    name: "lowBack_motion.json",
                    why: "marks and steps, which happen at no rate: 2; export it without --align"
                )
            ]
        )
        let sidecar = try sidecar(report)
        #expect(sidecar.rateInHertz == 20 && sidecar.rows == 7 && sidecar.firstUptime == 1)
        #expect(sidecar.columns.map(\.method) == ["previous", "linear", "linear"])
        #expect(Set(sidecar.methods.keys) == ["angle", "linear", "previous", "quaternion"])
        #expect(
            sidecar.columns[1]
                == Sidecar.Column(
                    name: "lowBack_motion_gyro_x",
                    file: "lowBack_motion.json",
                    sensor: "gyro",
                    key: "x",
                    method: "linear",
                    nativeRateInHertz: 10,
                    longestGapInSeconds: 0.25,
                    samples: 4,
                    lost: 4,
                    leftOut: 0,
                    recorded: 4,
                    interpolated: 2,
                    empty: 1
                )
        )
        #expect(sidecar.columns[2].file == "hand.json" && sidecar.columns[2].empty == 2)
        let names = try FileManager.default.contentsOfDirectory(atPath: report.path).sorted()
        #expect(names == ["aligned.csv", "aligned.json", "manifest.json"])
    }

    @Test(
        "warns that nothing is filtered if its rate is below a sensor's, and counts late readings"
    )
    func notes() throws {
        let session = try session(
            """
            {"uptime":1,"timestamp":0,"sensorType":"gyro","x":0},
            {"uptime":2,"timestamp":1,"sensorType":"gyro","x":1},
            {"uptime":2,"timestamp":1,"sensorType":"gyro","x":9},
            {"uptime":3,"timestamp":2,"sensorType":"gyro","x":2}
            """,
            #"{"uptime":1,"timestamp":0,"sensorType":"accelerometer","lost":3}"#
        )
        let report = try export(session, 0.5)
        #expect(try text(report).hasSuffix("\n1.0,0.0,0.0\n3.0,2.0,2.0\n"))
        #expect(report.notes.count == 2)
        #expect(report.notes[0].contains("left out: 1"))
        #expect(report.notes[1].contains("aliasing") && report.notes[1].contains("gyro"))
        #expect(report.files.map(\.lost) == [3])
        #expect(try sidecar(report).columns.map(\.leftOut) == [1])
    }

    @Test("ends with the last good reading, and counts those far ahead and those too late")
    func strays() throws {
        let session = try session(
            """
            {"uptime":1,"timestamp":0,"sensorType":"gyro","x":0},
            {"uptime":1.1,"timestamp":0.1,"sensorType":"gyro","x":1},
            {"uptime":101,"timestamp":100,"sensorType":"gyro","x":9},
            {"uptime":1.2,"timestamp":0.2,"sensorType":"gyro","x":2},
            {"uptime":1.3,"timestamp":0.3,"sensorType":"gyro","x":3},
            {"uptime":1.2,"timestamp":0.2,"sensorType":"gyro","x":9},
            {"uptime":1.1,"timestamp":0.1,"sensorType":"gyro","x":9}
            """,
            #"{"uptime":1,"timestamp":0,"sensorType":"accelerometer","lost":3}"#
        )
        let report = try export(session, 20)
        #expect(
            try text(report).split(separator: "\n").dropFirst().map { $0.split(separator: ",")[2] }
                == ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0"]
        )
        let column = try #require(try sidecar(report).columns.first)
        #expect(column.samples == 7 && column.leftOut == 3 && column.empty == 0)
        #expect(report.notes.count == 2)
        #expect(report.notes[0].hasSuffix("before them are left out: 2"))
        #expect(report.notes[1].hasSuffix("ahead of those behind them are left out: 1"))
    }

    @Test("begins with the first good reading, even if the time of a later one is far too early")
    func strayFarBack() throws {
        let session = try session(
            """
            {"uptime":1000,"timestamp":0,"sensorType":"gyro","x":0},
            {"uptime":1000.25,"timestamp":0.25,"sensorType":"gyro","x":1},
            {"uptime":3,"timestamp":0,"sensorType":"gyro","x":9},
            {"uptime":1000.5,"timestamp":0.5,"sensorType":"gyro","x":2}
            """,
            #"{"uptime":1,"timestamp":0,"sensorType":"accelerometer","lost":3}"#
        )
        let report = try export(session, 4)
        #expect(report.files.map(\.rows) == [3])
        let sidecar = try sidecar(report)
        #expect(sidecar.firstUptime == 1000)
        #expect(sidecar.columns.map(\.leftOut) == [1] && sidecar.columns.map(\.empty) == [0])
    }

    /// A session of a gyroscope with a requested rate, a measured rate, and readings at these times.
    private func asked(at rate: Double, measuredAt measured: Double, _ times: [Double]) throws
        -> String
    {
        let readings = times.enumerated().map { place, time in
            #"{"uptime":\#(time),"timestamp":0,"sensorType":"gyro","x":\#(place)}"#
        }
        return try session(
            readings.joined(separator: ",\n"),
            #"{"uptime":1,"timestamp":0,"sensorType":"accelerometer","lost":3}"#
        ) { manifest in
            manifest.files[0].sensors = [
                .init(
                    sensorType: "gyro",
                    samples: times.count,
                    nominalRateInHertz: rate,
                    measuredRateInHertz: measured
                )
            ]
        }
    }

    @Test("bridges the readings of a sensor that is slower than requested")
    func slow() throws {
        let session = try asked(at: 40, measuredAt: 10, (0..<11).map { 1 + Double($0) / 10 })
        let report = try export(session, 40)
        let column = try #require(try sidecar(report).columns.first)
        #expect(column.empty == 0 && column.recorded == 11 && column.interpolated == 30)
        #expect(column.nativeRateInHertz == 10 && column.longestGapInSeconds == 0.25)
        #expect(report.notes.isEmpty)
    }

    @Test("says how few rows have a value if readings are too far apart")
    func sparse() throws {
        let session = try asked(at: 40, measuredAt: 40, [1, 2, 3, 4, 5])
        let report = try export(session, 40)
        #expect(report.notes.count == 1)
        #expect(report.notes[0].contains("of 161 rows") && report.notes[0].contains("only 5 have"))
    }

    @Test("accounts for every row of a whole walk, at the rate of its sensors")
    func walk() throws {
        let name = "SyntheticWalk"
        let report = try export("\(OneFileSession.samples)/\(name)", 100)
        let lines = try text(report).split(separator: "\n")
        let sidecar = try sidecar(report)
        let motion = sidecar.columns.filter { $0.file == "lowBack_motion.json" }
        #expect(lines.count == sidecar.rows + 1)
        #expect(motion.count == 9 && motion.allSatisfy { $0.nativeRateInHertz != nil })
        // Every reading is at the instant of a row.
        #expect(motion.allSatisfy { $0.samples > 0 && $0.recorded == $0.samples })
        for column in sidecar.columns {
            #expect(column.recorded + column.interpolated + column.empty == sidecar.rows)
        }
        #expect(sidecar.firstDate.hasPrefix("2026-11-21T10:15:00"))
    }

    @Test("is refused if there is nothing to align, or if there are too many rows")
    func refused() throws {
        let empty = try session(
            #"{"uptime":1,"timestamp":0,"stepPath":"w","marker":"start"}"#,
            #"{"timestamp":0,"sensorType":"gyro","x":1}"#
        )
        let nothing = #expect(throws: SessionError.self) { try export(empty, 100) }
        #expect(nothing?.what == "none of its sensors has samples with times")
        try FileManager.default.removeItem(atPath: empty)
        let long = try session(
            #"{"uptime":1,"timestamp":0,"sensorType":"gyro","x":1}"#,
            #"{"uptime":8e9,"timestamp":0,"sensorType":"gyro","x":1}"#
        )
        let tooLong = #expect(throws: SessionError.self) { try export(long, 100) }
        #expect(tooLong?.remedy.contains("--align") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/out").isEmpty)
    }

    @Test(
        "is refused if the machine restarted between two files, whatever their boot times",
        arguments: [
            (7200, 0, false), (0, -3000, false), (2, 0, false), (1, 0, true), (7200, 7200, true),
        ]
    )
    func boots(laterDate: Int64, laterUptime: Int64, isOne: Bool) throws {
        let session = try session(
            #"{"uptime":3600,"timestamp":0,"sensorType":"gyro","x":1}"#,
            #"{"uptime":3600,"timestamp":0,"sensorType":"accelerometer","x":2}"#
        ) { manifest in
            let first = manifest.files[0]
            let date = first.startDate.instant.nanosecondsSince1970 + laterDate * 1_000_000_000
            manifest.files[1].startDate = LocalDate(
                WallInstant(nanosecondsSince1970: date),
                .utc
            )
            manifest.files[1].startUptime = BootInstant(
                nanoseconds: first.startUptime.nanoseconds + laterUptime * 1_000_000_000
            )
        }
        if isOne {
            #expect(try text(export(session, 10)).hasSuffix("\n3600.0,0.0,1.0,2.0\n"))
        } else {
            let error = #expect(throws: SessionError.self) { try export(session, 10) }
            #expect(error?.what.contains("restarted") == true)
            #expect(error.map { "\($0)".contains("hand.json: ") } == true)
            #expect(error?.remedy.contains("without --align") == true)
        }
    }

    @Test(
        "goes the shorter way between two angles",
        arguments: [
            ("heading", 359, 0, 360, 359.5), ("heading", 358, 2, 360, 0),
            ("heading", 2, 358, 360, 0),
            ("heading", 10, 20, 360, 15), ("course", 350, 20, 360, 5),
            ("heading", 0, 180, 360, nil),
            ("bearingRadians", 3, -3, 2 * .pi, -Double.pi),
            ("bearingRadians", -0.5, 0.1, 2 * .pi, -0.2),
            ("speed", 359, 1, nil, 180),
        ] as [(String, Double, Double, Double?, Double?)]
    )
    func angles(key: String, from: Double, to: Double, turn: Double?, between: Double?) throws {
        let session = try session(
            """
            {"uptime":1,"timestamp":0,"sensorType":"s","\(key)":\(from)},
            {"uptime":1.1,"timestamp":0.1,"sensorType":"s","\(key)":\(to)}
            """,
            #"{"uptime":1,"timestamp":0,"sensorType":"gyro","lost":3}"#
        ) { manifest in
            let old = manifest.files[0]
            manifest.files[0] = SessionManifest.File(
                path: old.path,
                identifier: old.identifier,
                contentType: old.contentType,
                layout: old.layout,
                startDate: old.startDate,
                startUptime: old.startUptime,
                schema: RecordSchema(
                    RecordSchema.commonColumns + [.init(key, .number)],
                    inEveryRecord: RecordSchema.commonColumnsInEveryRecord
                )
            )
        }
        let report = try export(session, 20)
        let column = try #require(try sidecar(report).columns.first { $0.key == key })
        #expect(column.turn == turn && column.method == (turn == nil ? "linear" : "angle"))
        let row = try text(report).split(separator: "\n")[2]
        let cell = row.split(separator: ",", omittingEmptySubsequences: false)[2]
        #expect(cell.isEmpty == (between == nil))
        if let between, let found = Double(cell) {
            // -π and π are one angle.
            let error = found - between
            #expect((turn.map { error.remainder(dividingBy: $0) } ?? error).magnitude < 1e-12)
        }
    }

    @Test("leaves events out, and says so")
    func events() throws {
        let report = try export("\(OneFileSession.samples)/Tapping", 100)
        let left = report.left.filter { $0.name.hasSuffix("_touch.json") }
        #expect(left.count == 2 && left.allSatisfy { $0.why.contains("events") })
        let files = try sidecar(report).columns.map(\.file)
        #expect(Set(files) == ["left_motion.json", "right_motion.json"])
    }

    @Test("fills the parts of an orientation together, and the sensor's other values separately")
    func orientation() throws {
        let session = try session(
            """
            {"uptime":1,"timestamp":0,"sensorType":"attitude","x":0,"y":0,"z":0,"w":1,"heading":10},
            {"uptime":1.1,"timestamp":0.1,"sensorType":"attitude","x":0,"y":0,"z":-1,"w":0,"heading":20}
            """,
            #"{"uptime":1,"timestamp":0,"sensorType":"gyro","x":1,"y":1,"z":1,"w":1}"#
        )
        let report = try export(session, 20)
        let methods = try sidecar(report).columns.map { "\($0.sensor) \($0.key) \($0.method)" }
        #expect(
            methods.filter { $0.hasPrefix("attitude") }.sorted() == [
                "attitude heading angle", "attitude w quaternion", "attitude x quaternion",
                "attitude y quaternion", "attitude z quaternion",
            ]
        )
        #expect(methods.filter { $0.hasPrefix("gyro") }.allSatisfy { $0.hasSuffix("linear") })
        let row = try text(report).split(separator: "\n")[2].split(separator: ",")
        let half = 0.5.squareRoot()
        #expect(row.contains { Double($0).map { abs($0 + half) < 1e-15 } ?? false })
        #expect(row.contains("15.0"))
    }
}
