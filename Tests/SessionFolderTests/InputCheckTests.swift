// Files of input differ from those of motion: most records have few of the columns, many have the same
// instant, some say what was found again after a gap. None of it is a fault, and none hides one.

import FoundationEssentials
import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("Checking a session with files of input")
struct InputCheckTests {
    let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    static let common = [
        "uptime", "timestamp", "stepPath", "timestampDate", "sensorType", "lost", "reason",
        "marker", "estimated",
    ]
    static let touch =
        common + [
            "phase", "index", "x", "y", "width", "height", "pressure", "xMillimetres",
            "yMillimetres",
        ]
    static let input =
        common + [
            "key", "value", "phase", "index", "x", "y", "z", "width", "height", "pressure",
            "xMillimetres", "yMillimetres",
        ]

    /// Records by the columns that they have.
    static let records: [[(String, String)]] = [
        [("timestampDate", #""2026-11-21T11:15:00.123+01:00""#), ("marker", #""start""#)],
        [
            ("sensorType", #""switch""#), ("estimated", "true"), ("key", #""SW_LID""#),
            ("value", "0"),
        ],
        [("sensorType", #""key""#), ("key", #""KEY_F13""#), ("value", "1")],
        [
            ("timestampDate", #""2026-11-21T11:15:00.123+01:00""#),
            ("marker", #""heelStrikeLeft""#),
        ],
        [("sensorType", #""key""#), ("value", "2")],
        [("sensorType", #""key""#), ("value", "0")],
        [
            ("sensorType", #""touch""#), ("phase", "0"), ("index", "0"), ("x", "12"), ("y", "7.5"),
            ("width", "3"), ("height", "2"), ("pressure", "40"), ("xMillimetres", "1.2"),
            ("yMillimetres", "0.75"),
        ],
        [("sensorType", #""touch""#), ("phase", "0"), ("index", "1"), ("x", "90"), ("y", "80")],
        [
            ("sensorType", #""touch""#), ("lost", "5"), ("reason", #""kernel""#),
            ("estimated", "true"),
        ],
        [
            ("sensorType", #""touch""#), ("estimated", "true"), ("phase", "4"), ("index", "1"),
            ("x", "90"), ("y", "80"),
        ],
        [("sensorType", #""pointer""#), ("x", "-3"), ("y", "0")],
        [("sensorType", #""pointer""#), ("z", "-1")],
        [("sensorType", #""accelerometer""#), ("x", "0"), ("y", "0"), ("z", "1")],
        [("sensorType", #""gyro""#), ("x", "0"), ("y", "0"), ("z", "0.1")],
    ]

    /// What the columns hold that hold no number.
    private static let typesByName = [
        "stepPath": "text", "timestampDate": "text", "sensorType": "text", "lost": "integer",
        "reason": "text", "marker": "text", "estimated": "boolean", "key": "text",
        "value": "integer", "phase": "integer", "index": "integer",
    ]

    private static func types(of columns: [String]) -> [String]? {
        columns.map { typesByName[$0] ?? "number" }
    }

    static let sensors: [SessionManifest.Sensor] = [
        .init(sensorType: "key", samples: 3), .init(sensorType: "switch", samples: 1),
        .init(sensorType: "touch", samples: 3, lostByReason: ["kernel": 5]),
        .init(sensorType: "pointer", samples: 2), .init(sensorType: "accelerometer", samples: 1),
        .init(sensorType: "gyro", samples: 1),
    ]

    /// Two records an instant; the mark is late.
    private static func uptime(_ index: Int) -> String {
        "\(100 + index / 2 - (index == 3 ? 1 : 0))"
    }

    private static func text(
        _ records: [[(String, String)]],
        _ columns: [String],
        _ layout: SessionManifest.Layout
    ) -> String {
        let rows = records.enumerated().map { index, record in
            let place = [
                ("uptime", uptime(index)), ("timestamp", "\(index / 2)"), ("stepPath", #""tap""#),
            ]
            return place.filter { column in !record.contains { $0.0 == column.0 } } + record
        }
        if layout == .array {
            let lines = rows.map { row in
                "{" + row.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
            }
            return "[\n" + lines.joined(separator: ",\n") + "\n]"
        }
        let lines = rows.map { row in
            columns.map { name in row.first { $0.0 == name }?.1.trimming("\"") ?? "" }
        }
        let header = layout == .csv ? [columns] : []
        return (header + lines).map { $0.joined(separator: ",") + "\r\n" }.joined()
    }

    /// A finished session of one file.
    private func check(
        _ records: [[(String, String)]] = records,
        columns: [String] = input,
        layout: SessionManifest.Layout = .array,
        sensors: [SessionManifest.Sensor] = [],
        types: ([String]) -> [String]? = Self.types(of:)
    ) async throws -> SessionCheck {
        let session = try await OpenSession.begin(in: scratch.path, describedBy: Example.manifest)
        let name = session.newFileName(
            logger: "keys_input",
            fileExtension: layout == .array ? "json" : "csv"
        )
        var file = Example.file(name, layout: layout)
        file.columns = columns
        file.columnTypes = types(columns)
        session.noteListed(file)
        let path = session.path(ofFile: name)
        try write(Array(Self.text(records, columns, layout).utf8), to: path)
        let digest = try FolderFile.digest(name, in: session.folder)
        session.noteClosed(
            name,
            SampleFileSummary(
                path: path,
                bytes: digest.size,
                records: records.count,
                checksum: digest.checksum
            ),
            endDate: LocalDate(Example.start.realtime, Example.zone),
            sensors: sensors
        )
        try await session.finish(.finished, at: Example.start, taskResult: Recording.result)
        return try SessionCheck(of: session.path)
    }

    @Test(
        "counts every event, what was found again among them, and tells only what was lost",
        arguments: [SessionManifest.Layout.array, .csv, .csvWithoutHeader]
    )
    func counts(layout: SessionManifest.Layout) async throws {
        let check = try await check(layout: layout, sensors: Self.sensors)
        #expect(
            check.findings.map(\.what) == ["an estimated 5 samples of touch are missing (kernel)"]
        )
        #expect(check.verdict == .hasLosses)
        #expect(check.records == Self.records.count)
        #expect(
            check.sensors.map { "\($0.sensorType) \($0.samples) \($0.lost)" } == [
                "accelerometer 1 0", "gyro 1 0", "key 3 0", "pointer 2 0", "switch 1 0",
                "touch 3 5",
            ]
        )
    }

    @Test("counts touches in the field's form", arguments: [SessionManifest.Layout.array, .csv])
    func countsTouches(layout: SessionManifest.Layout) async throws {
        let records = [Self.records[0], Self.records[6], Self.records[9]]
        let check = try await check(
            records,
            columns: Self.touch,
            layout: layout,
            sensors: [.init(sensorType: "touch", samples: 2)]
        )
        #expect(check.findings.map(\.what) == [])
        #expect(check.verdict == .clean)
    }

    @Test(
        "finds a value of another type than its column has",
        arguments: [
            [("sensorType", #""key""#), ("key", "5")],
            [("sensorType", #""key""#), ("value", #""down""#)],
            [("sensorType", #""key""#), ("value", "0.5")],
            [("sensorType", #""touch""#), ("phase", #""began""#)],
            [("sensorType", #""touch""#), ("index", "true")],
            [("sensorType", #""touch""#), ("width", #""3""#)],
            [("sensorType", #""touch""#), ("height", #""3""#)],
            [("sensorType", #""touch""#), ("pressure", "false")],
            [("sensorType", #""touch""#), ("yMillimetres", #""3""#)],
            [("sensorType", #""touch""#), ("estimated", "1")],
            [("sensorType", #""pointer""#), ("z", #""up""#)],
        ]
    )
    func findsWrongTypes(bad: [(String, String)]) async throws {
        let check = try await check(Self.records + [bad])
        #expect(check.verdict == .damaged)
        let found = check.findings.filter { $0.severity == .damage }
        #expect(found.first?.what.hasPrefix("record 15: ") == true, "\(check.findings)")
        #expect(found.first?.what.contains(bad[1].0) == true, "\(check.findings)")
    }

    @Test("leaves to other recorders what they mean by such names")
    func leavesOthersAlone() async throws {
        let other = Self.records + [[("sensorType", #""light""#), ("value", "0.5")]]
        let told = Self.types(of: Self.common) ?? []
        // As a number, not at all, of some columns only, and in a word that nobody knows.
        for types in [told + ["number"], nil, ["number"], told + ["lux"]] {
            let check = try await check(other, columns: Self.common + ["value"]) { _ in types }
            #expect(check.findings.filter { $0.severity == .damage } == [])
        }
    }

    @Test("finds an event that is earlier than the one before it of its kind")
    func findsTimeGoingBack() async throws {
        let early = [("uptime", "99.5")] + Self.records[6]
        let late = try await check(Self.records + [early])
        #expect(
            late.findings.filter { $0.severity == .damage }.map(\.what)
                == ["record 15 of touch: `uptime` goes back"]
        )
    }
}

extension String {
    fileprivate func trimming(_ mark: Character) -> String {
        guard first == mark, last == mark, count > 1 else { return self }
        return String(dropFirst().dropLast())
    }
}
