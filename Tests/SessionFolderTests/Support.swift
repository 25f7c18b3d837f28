import Foundation
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

/// A folder of its own for each test, deleted with it.
final class ScratchFolder: Sendable {
    let path: String

    init() throws {
        let name = "footfall-session-\(UUID().uuidString)"
        path = FileManager.default.temporaryDirectory.appending(component: name).path
        try FileSystem.makeDirectory(path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

enum Example {
    static let run = UUID(
        uuid: (0x1F, 0x6A, 0x03, 0xBC, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    )
    static let zone = UTCOffset(secondsFromGMT: 3600, identifier: "Europe/Berlin")
    static let software = SessionManifest.Software(name: "footfall", version: "0.1.0")
    static let host = SessionManifest.Host(kernel: "Linux 6.1.0", machine: "x86_64")

    // 2026-11-21T10:15:00.123456789Z
    static let start = ClockReading(
        realtime: WallInstant(nanosecondsSince1970: 1_795_256_100_123_456_789),
        monotonicNanoseconds: 90_000_000_000,
        boottime: BootInstant(nanoseconds: 100_000_000_000)
    )

    static var manifest: SessionManifest {
        SessionManifest(
            identifier: "WalkAndBalance",
            taskRunUUID: run,
            start: start,
            timeZone: zone,
            software: software,
            host: host
        )
    }

    static func file(
        _ path: String,
        layout: SessionManifest.Layout = .array,
        sensors: [SessionManifest.Sensor] = []
    ) -> SessionManifest.File {
        SessionManifest.File(
            path: path,
            identifier: "motion",
            contentType: layout == .array || layout == .dictionary
                ? "application/json" : "text/csv",
            layout: layout,
            startDate: LocalDate(start.realtime, zone),
            startUptime: start.boottime,
            sensors: sensors
        )
    }

    /// A session that was recorded, as one says that replays it.
    static var origin: SessionManifest.Origin {
        SessionManifest.Origin(
            session: "2026-11-21T101500Z_WalkAndBalance_1f6a03bc",
            taskRunUUID: run,
            startDate: LocalDate(start.realtime, zone),
            software: software,
            devices: [],
            losses: ["the run was interrupted; what it had not written by then is lost"]
        )
    }

    /// The same, where this session has what was computed of it.
    static var processedOrigin: SessionManifest.Origin {
        var origin = origin
        origin.losses = nil
        origin.processed = SessionManifest.Processing(
            session: origin.session,
            attitude: "offline",
            method: "a filter",
            version: "1",
            parameters: ["restDurationInSeconds": 1.5],
            papers: ["a paper"],
            files: [.init(path: "walk_motion.json", checksum: "xxh128:0")]
        )
        return origin
    }

    /// A manifest with every key in it.
    static var full: SessionManifest {
        var manifest = manifest
        manifest.status = .finished
        manifest.endDate = LocalDate(start.advanced(by: .seconds(60)).realtime, zone)
        manifest.clocks.append(start.advanced(by: .seconds(60)))
        manifest.devices = [
            SessionManifest.Device(
                name: "synthetic walk",
                kind: "synthetic",
                clock: "boottime",
                asked: ["rate": "100"],
                set: ["rate": "104"],
                details: ["seed": "7"]
            )
        ]
        var file = file(
            "walk_motion.json",
            sensors: [
                SessionManifest.Sensor(
                    sensorType: "gyro",
                    samples: 6000,
                    lostByReason: ["ring": 12],
                    nominalRateInHertz: 100,
                    measuredRateInHertz: 99.98,
                    meaning: "rad/s, right-handed"
                )
            ]
        )
        file.placement = "lower back"
        file.columns = ["uptime", "timestamp"]
        file.columnTypes = ["number", "number"]
        file.recorder = "motion"
        file.endDate = manifest.endDate
        file.size = 400_000
        file.checksum = "xxh128:00000000000000000000000000000000"
        file.records = 6003
        file.closed = true
        file.error = "the device went away"
        manifest.files = [file]
        manifest.taskResult = SessionManifest.Document(
            path: "taskResult.json",
            size: 100,
            checksum: "xxh128:11111111111111111111111111111111"
        )
        manifest.errors = ["the device went away"]
        manifest.notes = ["real-time priority was refused"]
        manifest.recovered = [
            SessionManifest.Recovery(
                path: "walk_motion.json",
                original: "walk_motion.json.torn",
                date: LocalDate(start.realtime, zone),
                recordsKept: 6003,
                bytesLost: 17,
                message: "kept 6003 records, lost 17 bytes of one that was torn",
                recordsLost: 1,
                sealed: SessionManifest.Seal(
                    size: 400_117,
                    checksum: "xxh128:22222222222222222222222222222222",
                    records: 6004,
                    sensors: [SessionManifest.Sensor(sensorType: "gyro", samples: 6001)]
                )
            )
        ]
        return manifest
    }
}

/// How many bytes a file takes on the disk, what is set aside for it included.
func bytesOnDisk(of path: String) throws -> Int64 {
    let attributes = try URL(filePath: path).resourceValues(forKeys: [.totalFileAllocatedSizeKey])
    return Int64(attributes.totalFileAllocatedSize ?? 0)
}

extension Example {
    /// What chrony said of a clock a minute into the session.
    static var synchronization: ClockSynchronization {
        var told = ClockSynchronization(
            source: "chrony",
            isSynchronized: true,
            at: start.boottime.advanced(by: .seconds(60))
        )
        told.reference = "192.0.2.1"
        (told.stratum, told.leap) = (3, "normal")
        (told.offsetNanoseconds, told.rootMeanSquareNanoseconds) = (-2152, 317)
        (told.errorNanoseconds, told.frequencyPPM, told.skewPPM) = (8207, -0.387, 0.25)
        return told
    }

    static let heardMark = HeardMark(
        id: "000102030405060708090a0b0c0d0e0f",
        name: "together",
        received: start.boottime.advanced(by: .seconds(7)),
        errorNanoseconds: 431,
        from: "192.0.2.7",
        transmission: 1,
        isSigned: true
    )
}
