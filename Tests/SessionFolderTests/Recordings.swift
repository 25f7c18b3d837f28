import Research
import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

/// Recordings as a recorder would leave them, a record at a time.
enum Recording {
    static let schema = RecordSchema([
        .init("uptime", .number), .init("timestamp", .number), .init("stepPath", .text),
        .init("timestampDate", .text), .init("sensorType", .text), .init("x", .number),
        .init("lost", .integer), .init("reason", .text), .init("marker", .text),
        .init("estimated", .boolean),
    ])

    /// A finished session with a document beside its samples; answers its folder.
    static func finished(in folder: String, document: String) async throws -> String {
        let begun = try await begin(in: folder)
        let end = Example.start.advanced(by: .seconds(1))
        let endDate = LocalDate(end.realtime, Example.zone)
        begun.session.noteClosed(begun.name, begun.summary, endDate: endDate, sensors: [])
        try write(Array(document.utf8), to: begun.session.path + "/truth.json")
        begun.session.noteListed(Example.file("truth.json", layout: .document))
        try await begun.session.finish(.finished, at: end, taskResult: result)
        return begun.session.path
    }

    /// What a recorder writes at its start.
    static func marker(
        _ writer: inout SampleFileWriter,
        at seconds: Double,
        saying text: String = "start"
    ) {
        writer.beginRecord()
        writer.number(0, 100 + seconds)
        writer.number(1, seconds)
        writer.text(2, PreparedText("walk"))
        writer.text(3, PreparedText("2026-11-21T11:15:00.123+01:00"))
        writer.text(8, PreparedText(text))
        let isWhole = writer.endRecord()
        #expect(isWhole)
    }

    static func sample(_ writer: inout SampleFileWriter, _ type: String, at seconds: Double) {
        writer.beginRecord()
        writer.number(0, 100 + seconds)
        writer.number(1, seconds)
        writer.text(2, PreparedText("walk"))
        writer.text(4, PreparedText(type))
        writer.number(5, 0.25)
        let isWhole = writer.endRecord()
        #expect(isWhole)
    }

    static func gap(
        _ writer: inout SampleFileWriter,
        _ type: String,
        at seconds: Double,
        lost: Int64,
        reason: String
    ) {
        writer.beginRecord()
        writer.number(0, 100 + seconds)
        writer.number(1, seconds)
        writer.text(2, PreparedText("walk"))
        writer.text(4, PreparedText(type))
        writer.integer(6, lost)
        writer.text(7, PreparedText(reason))
        let isWhole = writer.endRecord()
        #expect(isWhole)
    }

    static func writer(
        at path: String,
        _ layout: SampleFileLayout = .jsonArray
    ) throws -> SampleFileWriter {
        try SampleFileWriter(
            creating: path,
            schema: schema,
            layout: layout,
            policy: FlushPolicy()
        )
    }

    /// A session of one file: a marker, and `samples` of an accelerometer at 100 Hz.
    static func begin(
        in directory: String,
        samples: Int = 50,
        layout: SampleFileLayout = .jsonArray,
        lost: Int64 = 0,
        reason: String = "ring",
        manifest: SessionManifest = Example.manifest,
        mark: String? = nil
    ) async throws -> (session: OpenSession, name: String, summary: SampleFileSummary) {
        let session = try await OpenSession.begin(in: directory, describedBy: manifest)
        let name = session.newFileName(
            sections: ["walk"],
            logger: "motion",
            fileExtension: layout.fileExtension
        )
        var file = Example.file(
            name,
            layout: layout == .jsonArray ? .array : layout == .csv(header: true) ? .csv : .array
        )
        // As a recorder of motion tells them, whose records seldom have a heading.
        let columns =
            schema.columns + (layout == .jsonArray ? [.init("heading", .number)] : [])
        file.columns = columns.map(\.name)
        file.columnTypes = columns.map { ColumnType($0.kind).rawValue }
        session.noteListed(file)
        session.persist()
        var writer = try writer(at: session.path(ofFile: name), layout)
        marker(&writer, at: 0)
        if let mark { marker(&writer, at: 0, saying: mark) }
        for index in 0..<samples { sample(&writer, "accelerometer", at: Double(index) / 100) }
        if lost > 0 {
            gap(&writer, "accelerometer", at: Double(samples) / 100, lost: lost, reason: reason)
        }
        session.noteOpened(name)
        let summary = try writer.close()
        session.persist()
        return (session, name, summary)
    }

    /// The same, ended as it should be.
    @discardableResult
    static func finish(
        in directory: String,
        samples: Int = 50,
        layout: SampleFileLayout = .jsonArray,
        lost: Int64 = 0,
        reason: String = "ring",
        status: SessionManifest.Status = .finished,
        answers: [UInt8]? = nil,
        manifest: SessionManifest = Example.manifest,
        mark: String? = nil
    ) async throws -> String {
        let begun = try await begin(
            in: directory,
            samples: samples,
            layout: layout,
            lost: lost,
            reason: reason,
            manifest: manifest,
            mark: mark
        )
        let end = Example.start.advanced(by: .seconds(1))
        begun.session.noteClosed(
            begun.name,
            begun.summary,
            endDate: LocalDate(end.realtime, Example.zone),
            sensors: [
                SessionManifest.Sensor(
                    sensorType: "accelerometer",
                    samples: samples,
                    lostByReason: [reason: Int(lost)],
                    nominalRateInHertz: 100
                )
            ]
        )
        if let answers { try await begun.session.writeAnswers(answers) }
        try await begun.session.finish(status, at: end, taskResult: result)
        return begun.session.path
    }

    static var result: RSDTaskResultObject {
        RSDTaskResultObject(
            identifier: "WalkAndBalance",
            taskRunUUID: Example.run,
            startDate: .init(Example.start.realtime)
        )
    }
}

extension ScratchFolder {
    func names(in folder: String) throws -> [String] { try FileSystem.list(folder) }
}

func bytes(of path: String) throws -> [UInt8] {
    try OpenFile.open(path).readAll(limit: 1 << 30)
}

func write(_ bytes: [UInt8], to path: String) throws {
    try? FileSystem.remove(path)
    let file = try OpenFile.create(path)
    try file.writeAll(bytes, at: 0)
    try file.close()
}
