// Sessions whose every record a test has written itself, or had written.

import FoundationEssentials
import RecorderParts
import Recording
import SampleFile
import SessionFolder
import SystemCalls
import Timebase

/// A file of a session, as a test wants it to be.
struct WrittenFile {
    var bytes: [UInt8]
    var path = "walk.json"
    var identifier = "walk"
    var layout = SessionManifest.Layout.array
    var columns: [String]?
    var sections: [String] = []
    var placement: String?
    /// Without it, it begins when its session does.
    var startUptime: BootInstant?
    var sensors: [SessionManifest.Sensor] = []

    /// An array of records.
    init(_ identifier: String = "walk", records: [String], columns: [String]? = nil) {
        bytes = Array(("[\n" + records.joined(separator: ",\n") + "\n]").utf8)
        path = "\(identifier).json"
        self.identifier = identifier
        self.columns = columns
    }

    /// A file that was recorded; the manifest says of it what it would.
    init(
        _ file: RecordedFile,
        columns: [String]? = nil,
        isSaid: Bool = true
    ) throws {
        bytes = try ScratchFolder.bytes(of: file.place.path)
        identifier = file.identifier
        switch file.layout {
        case .jsonArray: layout = .array
        case .jsonDictionary: layout = .dictionary
        case .csv(header: true): layout = .csv
        case .csv(header: false): layout = .csvWithoutHeader
        }
        path = "\(identifier).\(file.layout.fileExtension)"
        self.columns = columns
        guard isSaid else { return }
        sensors = file.channels.map {
            .init(
                sensorType: $0.name,
                samples: $0.account.samples,
                nominalRateInHertz: $0.nominalRateInHertz
            )
        }
    }
}

extension ScratchFolder {
    /// A session of one file with these records.
    func session(
        _ records: [String],
        columns: [String]? = nil,
        startUptime: Int64 = 7_000_000_000
    ) throws -> Session {
        try session(
            of: [WrittenFile(records: records, columns: columns)],
            start: ClockReading(
                realtime: WallInstant(nanosecondsSince1970: 1_600_000_000_000_000_000),
                monotonicNanoseconds: startUptime,
                boottime: BootInstant(nanoseconds: startUptime)
            ),
            zone: UTCOffset(secondsFromGMT: 3600, identifier: "Europe/Berlin")
        )
    }

    /// A session of these files, which begin when it does.
    func session(
        of files: [WrittenFile],
        named name: String = "session",
        start: ClockReading,
        zone: UTCOffset = .utc
    ) throws -> Session {
        let path = file(name)
        try FileSystem.makeDirectory(path)
        var manifest = SessionManifest(
            identifier: "walk",
            taskRunUUID: .init(),
            start: start,
            timeZone: zone,
            software: .init(name: "footfall", version: "0"),
            host: .init(kernel: "Linux", machine: "x86_64")
        )
        manifest.files = files.map { file in
            var entry = SessionManifest.File(
                path: file.path,
                identifier: file.identifier,
                contentType: file.path.hasSuffix(".csv") ? "text/csv" : "application/json",
                layout: file.layout,
                startDate: manifest.startDate,
                startUptime: file.startUptime ?? start.boottime,
                sections: file.sections,
                placement: file.placement,
                sensors: file.sensors
            )
            entry.columns = file.columns
            return entry
        }
        for file in files { try Self.write(file.bytes, to: "\(path)/\(file.path)") }
        try Self.write(Array(try manifest.encoded()), to: "\(path)/manifest.json")
        return try Session(opening: path)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        try? FileSystem.remove(path)
        let opened = try OpenFile.create(path)
        try opened.writeAll(bytes, at: 0)
        try opened.close()
    }

    /// The records of an array of them, one a line.
    static func records(of path: String) throws -> [String] {
        let text = String(decoding: try bytes(of: path), as: UTF8.self)
        return text.split(separator: "\n").dropFirst().dropLast().map {
            String($0.last == "," ? $0.dropLast() : $0)
        }
    }
}
