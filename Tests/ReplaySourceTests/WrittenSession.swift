// A session whose every record a test has written itself.

import FoundationEssentials
import MotionRecorder
import SessionFolder
import SystemCalls
import Timebase

extension ScratchFolder {
    /// A session of one file with these records.
    func session(
        _ records: [String],
        startUptime: Int64 = 7_000_000_000
    ) throws -> Session {
        let path = file("session")
        try FileSystem.makeDirectory(path)
        try Self.write("[\n" + records.joined(separator: ",\n") + "\n]", to: "\(path)/walk.json")
        let clocks = ClockReading(
            realtime: WallInstant(nanosecondsSince1970: 1_600_000_000_000_000_000),
            monotonicNanoseconds: startUptime,
            boottime: BootInstant(nanoseconds: startUptime)
        )
        var manifest = SessionManifest(
            identifier: "walk",
            taskRunUUID: .init(),
            start: clocks,
            timeZone: UTCOffset(secondsFromGMT: 3600, identifier: "Europe/Berlin"),
            software: .init(name: "footfall", version: "0"),
            host: .init(kernel: "Linux", machine: "x86_64")
        )
        manifest.files = [
            SessionManifest.File(
                path: "walk.json",
                identifier: "walk",
                contentType: "application/json",
                layout: .array,
                startDate: manifest.startDate,
                startUptime: clocks.boottime
            )
        ]
        try Self.write(
            String(decoding: try manifest.encoded(), as: UTF8.self),
            to: "\(path)/manifest.json"
        )
        return try Session(opening: path)
    }

    private static func write(_ text: String, to path: String) throws {
        let opened = try OpenFile.create(path, .replacing)
        try opened.writeAll(Array(text.utf8), at: 0)
        try opened.close()
    }
}
