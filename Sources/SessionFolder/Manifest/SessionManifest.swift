// The manifest of a session: what ran, on what machine, with which clocks, devices and files. It is written
// before the first sample and again at the end. So even after a kill it says enough for the next run to close the
// session. All values are readable for people.
//
// manifest.json, keys sorted, version 1:
//
//     format          "footfall-session"
//     version         1; this version ignores keys that a later one adds
//     identifier      of the task, or of the recorder if no task ran
//     taskRunUUID     of the run
//     participant     subject, visit, group: codes; named: which of them the folder's name shows
//     study           title, licence, placements (the label of each) of the study
//     status          recording | finished | cancelled | failed | interrupted
//     endedEarly      true if the task was ended before its last step; otherwise absent
//     reminder        the identifier of the reminder that a participant chose on leaving the run; otherwise absent
//     startDate       "2026-11-21T10:15:00.123+01:00", as every date here
//     endDate         the same; absent while recording
//     startUptime     seconds of CLOCK_BOOTTIME
//     timeZone        identifier, secondsFromGMT: at the start
//     software        name, version
//     host            kernel, machine, boot (the kernel's boot ID); never the host's name
//     clocks          readings of three clocks (realtimeNanoseconds, monotonicNanoseconds, boottimeNanoseconds),
//                     taken at the start, every minute and at the end; every other one is dropped beyond 1024
//     devices         name, kind, clock (of its timestamps), asked and set (its settings), details
//     files           see `SessionManifest.File`
//     taskResult      path, size, checksum of the task's result
//     answers         the same for the answers to its questions, if it has any
//     errors, notes   lines for a user
//     origin          if the session replays another one: see `SessionManifest.Origin`
//     imported        if the session was imported from a file: its name, size, checksum and how it was read, see
//                     `SessionManifest.ImportedFile`
//     recovered       what a repair kept and what it lost, see `SessionManifest.Recovery`
//     recorders       what is to be recorded, known at the start: see `SessionManifest.Recorder`
//     journal         path, size, records, checksum of journal.json, as far as the manifest includes
//                     it; later events are in the journal only. Absent in sessions of earlier versions.
//                     `lacksEvents` if the journal lacks events that the manifest has, as on a full disk
//     interruptions   dates of the last records before the run was killed
//     amendments      date, corrected parts of the participant, number of words removed; never the wrong data
//     savesProgress   true if the task saves its progress in .progress; otherwise absent
//     continues       if another machine took the run's folder over and the run continued in this one: the
//                     name of that folder

public import FoundationEssentials
internal import SystemCalls
public import Timebase

/// What `manifest.json` holds.
public struct SessionManifest: Hashable, Sendable, Codable {
    /// The only value of `format`.
    public static let formatName = "footfall-session"
    /// The version that this code writes.
    public static let currentVersion = 1

    public var format = SessionManifest.formatName
    public var version = SessionManifest.currentVersion
    public var identifier: String
    public var taskRunUUID: UUID
    /// The participant, if given.
    public var participant: Participant?
    /// The study, if there is a study file.
    public var study: Study?
    public var status: Status
    /// True if a task was ended before its last step.
    public var endedEarly: Bool?
    /// The identifier of the reminder that a participant chose on leaving the run.
    public var reminder: String?
    public var startDate: LocalDate
    public var endDate: LocalDate?
    public var startUptime: BootInstant
    public var timeZone: UTCOffset
    public var software: Software
    public var host: Host
    public var clocks: [ClockReading]
    public var devices: [Device] = []
    public var files: [File] = []
    public var taskResult: Document?
    public var answers: Document?
    public var errors: [String] = []
    public var notes: [String] = []
    public var recovered: [Recovery] = []
    public var recorders: [Recorder]?
    public var journal: Journal?
    public var interruptions: [LocalDate]?
    /// The corrections made to the session, without the wrong data.
    public var amendments: [Amendment]?
    public var origin: Origin?
    /// The file that it was imported from, if it was.
    public var imported: ImportedFile?
    /// True if the task saves its progress, so that it can be continued.
    public var savesProgress: Bool?
    public var continues: String?

    /// Describes a run that starts at `start`.
    public init(
        identifier: String,
        taskRunUUID: UUID,
        start: ClockReading,
        timeZone: UTCOffset,
        software: Software,
        host: Host
    ) {
        self.identifier = identifier
        self.taskRunUUID = taskRunUUID
        self.status = .recording
        self.startDate = LocalDate(start.realtime, timeZone)
        self.startUptime = start.boottime
        self.timeZone = timeZone
        self.software = software
        self.host = host
        self.clocks = [start]
    }

    /// How the run is going, or how it ended.
    public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
        case recording, finished, cancelled, failed, interrupted
    }

    /// What wrote the session.
    public struct Software: Hashable, Sendable, Codable {
        public var name: String
        public var version: String

        /// Names a program and its version.
        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    /// The machine that the program ran on; the host's name is private, and is left out.
    public struct Host: Hashable, Sendable, Codable {
        public var kernel: String
        public var machine: String
        /// The kernel's boot ID; absent in sessions of earlier versions.
        ///
        /// Sessions with the same boot ID share one clock.
        public var boot: String?

        /// Describes a host by its kernel ("Linux 6.1.0") and its kind of machine ("aarch64").
        public init(kernel: String, machine: String, boot: String? = nil) {
            self.kernel = kernel
            self.machine = machine
            self.boot = boot
        }

        /// The host that this program runs on.
        public static var current: Host {
            let kernel = Environment.kernel
            return Host(
                kernel: "Linux \(kernel.release)",
                machine: kernel.machine,
                boot: LeaseRules.standard.boot
            )
        }
    }

    /// A sensor device, or another source of samples.
    public struct Device: Hashable, Sendable, Codable {
        public var name: String
        /// Its kind, such as "synthetic", "replay", "iio".
        public var kind: String
        /// The clock of its timestamps before they were converted, such as "monotonic".
        public var clock: String
        /// The settings that were asked for.
        public var asked: [String: String]
        /// The settings that it then had.
        public var set: [String: String]
        /// Anything else worth keeping.
        public var details: [String: String]

        /// Describes a source.
        public init(
            name: String,
            kind: String,
            clock: String,
            asked: [String: String] = [:],
            set: [String: String] = [:],
            details: [String: String] = [:]
        ) {
            self.name = name
            self.kind = kind
            self.clock = clock
            self.asked = asked
            self.set = set
            self.details = details
        }
    }

    /// A file of the session that is not a sample file.
    public struct Document: Hashable, Sendable, Codable {
        public var path: String
        public var size: Int64
        public var checksum: String

        /// Describes a file.
        public init(path: String, size: Int64, checksum: String) {
            self.path = path
            self.size = size
            self.checksum = checksum
        }
    }

    /// The state of a file when it was closed: its bytes, and what was counted in them.
    public struct Seal: Hashable, Sendable, Codable {
        public var size: Int64
        public var checksum: String
        /// The number of records, including markers and gaps.
        public var records: Int
        public var sensors: [Sensor]

        /// Describes a closed file.
        public init(size: Int64, checksum: String, records: Int, sensors: [Sensor]) {
            self.size = size
            self.checksum = checksum
            self.records = records
            self.sensors = sensors
        }
    }

    /// What a repair kept of a file and what it lost.
    public struct Recovery: RepairedAccount, Hashable, Sendable, Codable {
        /// The file that was repaired.
        public var path: String
        /// The new name of the original, unrepaired file; absent if no original was kept.
        public var original: String?
        public var date: LocalDate
        public var recordsKept: Int
        /// The number of bytes of the original outside of the kept records.
        public var bytesLost: Int64
        /// The same in words.
        public var message: String
        /// The number of records that the file has lost since it was closed; absent if they were never counted.
        public var recordsLost: Int?
        /// What the manifest said about the file before, if the file had been closed.
        public var sealed: Seal?

        /// Describes a repair.
        public init(
            path: String,
            original: String?,
            date: LocalDate,
            recordsKept: Int,
            bytesLost: Int64,
            message: String,
            recordsLost: Int? = nil,
            sealed: Seal? = nil
        ) {
            self.path = path
            self.original = original
            self.date = date
            self.recordsKept = recordsKept
            self.bytesLost = bytesLost
            self.message = message
            self.recordsLost = recordsLost
            self.sealed = sealed
        }
    }
}
