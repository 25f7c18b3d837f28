// Every format counts the same losses, and reports the same records that it has no place for.

import Foundation
import MotionRecorder
import RecorderKinds
import Scratch
import SessionFolder
import Testing

@testable import SessionExport

@Suite("The reports of exports")
struct ExportAccountTests {
    private static let kinds: [any RecorderKind] = [MotionRecorderKind()]

    /// What each format reports of a session with these records: how many samples are missing, and what is left out.
    private func reports(
        _ records: String
    ) throws -> [(format: String, lost: [Int], left: [String])] {
        let scratch = try Scratch()
        let session = "\(scratch.path)/one"
        try OneFileSession.make(at: session, records) {
            $0.participant = try Participant(subject: "A")
        }
        let csv = try CSVExport(
            of: session,
            in: ExportPlace("\(scratch.path)/csv"),
            kinds: Self.kinds
        ).run()
        let mcap = try MCAPExport(
            of: session,
            in: ExportPlace("\(scratch.path)/mcap"),
            kinds: Self.kinds
        ).run()
        let bids = try BIDSExport(
            of: [session],
            to: "\(scratch.path)/bids",
            kinds: Self.kinds,
            version: "1"
        ).run()
        for name in bids.kept {
            let path = name.prefix { $0 != ":" }
            #expect(
                try Data(contentsOf: URL(filePath: "\(bids.path)/\(path)"))
                    == Data(contentsOf: URL(filePath: "\(session)/lowBack_motion.json"))
            )
        }
        return [
            ("csv", csv.files.map(\.lost), csv.left.map(\.why)),
            ("mcap", mcap.files.map(\.lost), mcap.left.map(\.why)),
            (
                "bids", bids.files.map(\.lost),
                bids.kept.map { String($0.drop { $0 != ":" }.dropFirst(2)) }
            ),
        ]
    }

    private static let sample =
        #"{"uptime":1,"timestamp":0,"stepPath":"w","sensorType":"gyro","x":1,"y":2,"z":3}"#
    private static let loss =
        #"{"uptime":1.5,"timestamp":0.5,"stepPath":"w","sensorType":"gyro","reason":"ring""#

    @Test(
        "count the samples of a loss, whatever else it contains, and without overflow",
        arguments: [
            (",\"lost\":9}", 9, []), (",\"lost\":9,\"marker\":\"turn\"}", 9, []),
            (
                ",\"lost\":-9}", 0,
                ["losses with a count below zero, which is not added: 1"]
            ),
            (
                ",\"lost\":9223372036854775807},\n{\"uptime\":2,\"timestamp\":1,\"sensorType\":\"gyro\",\"lost\":5}",
                Int.max, []
            ),
        ] as [(String, Int, [String])]
    )
    func losses(rest: String, count: Int, left: [String]) throws {
        for report in try reports("\(Self.sample),\n\(Self.loss)\(rest)") {
            #expect(report.lost == [count], "\(report.format)")
            #expect(report.left == left, "\(report.format)")
        }
    }

    @Test("name records without a time, and count the losses among them")
    func withoutTime() throws {
        let records = """
            \(Self.sample),
            {"timestamp":1,"stepPath":"w","sensorType":"gyro","x":4},
            {"timestamp":1,"stepPath":"w","sensorType":"gyro","lost":77,"reason":"ring"}
            """
        for report in try reports(records) {
            #expect(report.lost == [77], "\(report.format)")
            #expect(report.left == ["records without a time: 2"], "\(report.format)")
        }
    }

    @Test("name each undeclared key of the records once")
    func undeclared() throws {
        let records = """
            \(Self.sample),
            {"uptime":2,"timestamp":1,"sensorType":"gyro","x":4,"humidity":5.5,"of\\n":[{"x":1}]},
            {"uptime":3,"timestamp":2,"sensorType":"gyro","x":4,"humidity":6,"nothing":null}
            """
        for report in try reports(records) {
            #expect(
                report.left == [#"this program does not know these columns: humidity, of\n"#],
                "\(report.format)"
            )
        }
    }

    @Test("of a BIDS dataset name marks with values, because its events have no place for those")
    func marks() throws {
        let records = """
            \(Self.sample),
            {"uptime":2,"timestamp":1,"stepPath":"w","marker":"here","x":4},
            {"uptime":3,"timestamp":2,"sensorType":"gyro","lost":4,"estimated":true}
            """
        let reports = try reports(records)
        #expect(reports.map(\.lost) == [[4], [4], [4]])
        #expect(
            reports.map(\.left)
                == [
                    [], [],
                    ["marks, steps or losses with sensor values, which BIDS events cannot hold: 1"],
                ]
        )
    }
}
