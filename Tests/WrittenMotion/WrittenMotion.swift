// Sessions with one motion file, whose records a test writes by hand, including records that no recorder would write.

internal import Foundation
internal import MotionRecorder
package import Scratch
package import SessionFolder
internal import Timebase

/// A session with one motion file.
package struct WrittenMotion {
    /// The folder of the sample sessions.
    package static let samples = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "SampleData").path(percentEncoded: false)

    package let scratch: Scratch
    package let path: String

    /// Writes a session with these records, one on each line, after a change to its manifest.
    package init(_ records: String, _ change: (inout SessionManifest) -> Void = { _ in }) throws {
        scratch = try Scratch()
        path = "\(scratch.path)/session"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false
        )
        try Data("[\n\(records)\n]".utf8).write(to: URL(filePath: "\(path)/motion.json"))
        let start = ClockReading(
            realtime: WallInstant(nanosecondsSince1970: 1_000_000_000_000_000_000),
            monotonicNanoseconds: 0,
            boottime: BootInstant(nanoseconds: 0)
        )
        var manifest = SessionManifest(
            identifier: "motion",
            taskRunUUID: UUID(),
            start: start,
            timeZone: UTCOffset(secondsFromGMT: 0, identifier: "UTC"),
            software: SessionManifest.Software(name: "test", version: "1"),
            host: SessionManifest.Host(kernel: "Linux", machine: "any")
        )
        manifest.status = .finished
        manifest.files = [
            SessionManifest.File(
                path: "motion.json",
                identifier: "motion",
                contentType: "application/json",
                layout: .array,
                startDate: LocalDate(start.realtime, manifest.timeZone),
                startUptime: start.boottime,
                schema: MotionFormat.schema,
                recorder: "motion"
            )
        ]
        change(&manifest)
        try Data(manifest.encoded()).write(to: URL(filePath: "\(path)/manifest.json"))
    }
}
