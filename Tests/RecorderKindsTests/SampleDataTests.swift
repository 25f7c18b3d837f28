// The sessions that the project ships are read by our reader and by Python's; both must find the
// same, so that neither a mistake of the writer nor one of the reader hides in the other.
import FoundationEssentials
import MotionRecorder
import RecorderParts
import Research
import SampleFile
import SessionFolder
import SystemCalls
import Testing

@testable import RecorderKinds

@Suite("The sample data")
struct SampleDataTests {
    struct Expected: Decodable, Equatable {
        struct Mark: Codable, Equatable {
            var timestamp: Double
            var stepPath: String
            var marker: String?
        }
        struct Gap: Codable, Equatable {
            var timestamp: Double
            var sensorType: String
            var lost: Int64
            var reason: String
        }
        struct Sensor: Codable, Equatable {
            var samples: Int
            var firstUptime: Double
            var lastUptime: Double
            var firstValues: [Double]
            var lastValues: [Double]
            var sums: [Double]
        }
        struct File: Codable, Equatable {
            var records = 0
            var markers: [Mark] = []
            var gaps: [Gap] = []
            var sensors: [String: Sensor] = [:]
        }
        var session: String
        var files: [String: File]
    }

    /// Beside the tests, wherever the project lies.
    static let folder: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(3).joined(separator: "/") + "/SampleData"
    }()

    /// The sessions that an expectation lies beside.
    static func sessions() throws -> [String] {
        let ending = ".expected.json"
        return try FileSystem.list(folder).filter { $0.hasSuffix(ending) }
            .map { String($0.dropLast(ending.count)) }
            .sorted()
    }

    static func expected(_ session: String) throws -> Expected {
        let bytes = try ScratchFolder.bytes(of: "\(folder)/\(session).expected.json")
        return try JSONDecoder().decode(Expected.self, from: Data(bytes))
    }

    @Test("is there")
    func isThere() throws {
        #expect(try Self.sessions().contains("Daphnet"))
    }

    @Test("gives what Python's parser finds in it", arguments: try SampleDataTests.sessions())
    func readsAsExpected(session: String) throws {
        let expected = try Self.expected(session)
        #expect(!expected.files.isEmpty)
        for (name, file) in expected.files {
            let found = try Self.read("\(Self.folder)/\(session)/\(name)")
            #expect(found == file, "\(name)")
        }
    }

    static func read(_ path: String) throws -> Expected.File {
        var reader = try SampleFileReader(opening: path, schema: MotionFormat.schema)
        var file = Expected.File()
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count { try note(batch, row, in: &file) }
        }
        return file
    }

    private static func note(_ batch: RecordBatch, _ row: Int, in file: inout Expected.File) throws
    {
        file.records += 1
        let uptime = try #require(batch.number(row, 0))
        let timestamp = try #require(batch.number(row, 1))
        guard let type = batch.text(row, 4)?.description else {
            let path = try #require(batch.text(row, 2)).description
            file.markers.append(
                .init(
                    timestamp: timestamp,
                    stepPath: path,
                    marker: batch.text(row, 14)?.description
                )
            )
            return
        }
        if let lost = batch.integer(row, 12) {
            let reason = try #require(batch.text(row, 13)).description
            file.gaps.append(
                .init(timestamp: timestamp, sensorType: type, lost: lost, reason: reason)
            )
            return
        }
        let values = (8...11).compactMap { batch.number(row, $0) }
        var sensor =
            file.sensors[type]
            ?? .init(
                samples: 0,
                firstUptime: uptime,
                lastUptime: uptime,
                firstValues: values,
                lastValues: values,
                sums: values.map { _ in 0 }
            )
        sensor.samples += 1
        sensor.lastUptime = uptime
        sensor.lastValues = values
        sensor.sums = zip(sensor.sums, values).map { $0 + $1 }
        file.sensors[type] = sensor
    }
}

@Suite("The sample data as sessions")
struct SampleSessionsTests {
    @Test("pass the check", arguments: try SampleDataTests.sessions())
    func passCheck(session: String) throws {
        let session = try Session(opening: "\(SampleDataTests.folder)/\(session)")
        let check = try SessionCheck(of: session.path)
        // A note there may be: what is published may be read by everybody.
        #expect(check.findings.filter { $0.severity > .note } == [])
        #expect(check.verdict == .clean)
        #expect(try session.taskResult().asyncResults?.isEmpty == false)
    }
}
