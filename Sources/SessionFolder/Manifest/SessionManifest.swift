// What a session says of itself: what ran, on what, with which clocks, devices and files. It is
// written before the first sample and again at the end, so that a run that died has said enough to
// be closed by the next one. Every value is one that a person can read in the file.
//
// manifest.json, keys sorted, version 1:
//
//     format          "footfall-session"
//     version         1; keys that a later version adds are passed over by this one
//     identifier      of the task, or of the recorder where none ran
//     taskRunUUID     of the run
//     participant     subject, visit, group: codes of whose it is; named: which of them the folder's name tells
//     study           title, licence, placements (what each means) of the study that it is of
//     status          recording | finished | cancelled | failed | interrupted
//     endedEarly      true of a run of a task that was ended before its last step; else absent
//     reminder        the identifier of the reminder that the participant wants who left the run; else absent
//     startDate       "2026-11-21T10:15:00.123+01:00", as every date here
//     endDate         the same; absent while recording
//     startUptime     seconds of CLOCK_BOOTTIME
//     timeZone        identifier, secondsFromGMT: at the start
//     software        name, version
//     host            kernel, machine, boot (what the kernel calls this start of the machine); never the host's name
//     clocks          [realtimeNanoseconds, monotonicNanoseconds, boottimeNanoseconds] pairs,
//                     taken at the start, every minute and at the end
//     devices         name, kind, clock (that stamped), asked and set (its settings), details
//     files           see `SessionManifest.File`
//     taskResult      path, size, checksum of the task's result
//     answers         the same of the answers to its questions, where it has any
//     errors, notes   lines for a person
//     origin          of a session that is another one recorded again: see `SessionManifest.Origin`
//     imported        of a session that was made of a file: its name, size and checksum, and how it was read, see
//                     `SessionManifest.ImportedFile`
//     recovered       what a repair kept and what it lost, see `SessionManifest.Recovery`
//     recorders       what will be recorded, known at the start: see `SessionManifest.Recorder`
//     journal         path, size, records, checksum of journal.json, as far as the manifest has taken
//                     it in; what follows there has happened since. Absent of what earlier versions wrote.
//                     `lacksEvents` where a disk did not let it tell all that the manifest tells
//     interruptions   dates of the last records before the run was killed
//     amendments      date, parts of the participant that were corrected, words taken out of texts; never what was wrong
//     savesProgress   true of a run of a task that keeps in .progress where it stands; else absent
//     continues       the name of the folder that another machine had taken over, of a session that goes on
//                     with the same run in a folder of its own

public import FoundationEssentials
internal import SystemCalls
public import Timebase

/// What `manifest.json` holds.
public struct SessionManifest: Hashable, Sendable, Codable {
    /// The one value of `format`.
    public static let formatName = "footfall-session"
    /// The version that this code writes.
    public static let currentVersion = 1

    public var format = SessionManifest.formatName
    public var version = SessionManifest.currentVersion
    public var identifier: String
    public var taskRunUUID: UUID
    /// Whose it is, where somebody has said so.
    public var participant: Participant?
    /// The study that it is of, where there is a file of that.
    public var study: Study?
    public var status: Status
    /// Whether a run of a task has finished, and was ended before its last step.
    public var endedEarly: Bool?
    /// The reminder that the participant wants who has left the run.
    public var reminder: String?
    public var startDate: DateStamp
    public var endDate: DateStamp?
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
    public var interruptions: [DateStamp]?
    /// What was corrected of it since, without what was wrong.
    public var amendments: [Amendment]?
    public var origin: Origin?
    /// The file that it was made of, where it was.
    public var imported: ImportedFile?
    /// Whether the run keeps where it stands, so that it can be taken up again.
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
        self.startDate = DateStamp(start.realtime, timeZone)
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

    /// What the program ran on; the host's name is a person's affair and stays out.
    public struct Host: Hashable, Sendable, Codable {
        public var kernel: String
        public var machine: String
        /// The kernel's random name for this start of the machine; absent of what earlier versions wrote.
        ///
        /// Sessions that share it share one clock.
        public var boot: String?

        /// Describes a host by its kernel ("Linux 6.1.0") and its kind of machine ("aarch64").
        public init(kernel: String, machine: String, boot: String? = nil) {
            self.kernel = kernel
            self.machine = machine
            self.boot = boot
        }

        /// The host that this runs on.
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
        /// Such as "synthetic", "replay", "iio".
        public var kind: String
        /// The clock of its stamps before they were converted, such as "monotonic".
        public var clock: String
        /// What was asked of it.
        public var asked: [String: String]
        /// What it then had.
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

    /// A file of the session that is not one of samples, as it lies.
    public struct Document: Hashable, Sendable, Codable {
        public var path: String
        public var size: Int64
        public var checksum: String

        /// Describes a file as it lies.
        public init(path: String, size: Int64, checksum: String) {
            self.path = path
            self.size = size
            self.checksum = checksum
        }
    }

    /// What a file was when it was closed: its bytes, and what was counted of them.
    public struct Seal: Hashable, Sendable, Codable {
        public var size: Int64
        public var checksum: String
        /// Markers and gaps included.
        public var records: Int
        public var sensors: [Sensor]

        /// Tells what a closed file was.
        public init(size: Int64, checksum: String, records: Int, sensors: [Sensor]) {
            self.size = size
            self.checksum = checksum
            self.records = records
            self.sensors = sensors
        }
    }

    /// What a repair kept of a file and what it lost.
    public struct Recovery: MendedAccount, Hashable, Sendable, Codable {
        /// The file that was repaired.
        public var path: String
        /// Where the file as it was found lies now; absent when it was changed in nothing.
        public var original: String?
        public var date: DateStamp
        public var recordsKept: Int
        /// Bytes of the original that are in no record kept.
        public var bytesLost: Int64
        /// The same for a person.
        public var message: String
        /// Records that the file had when it was sealed, and has no more; absent where none had
        /// counted them.
        public var recordsLost: Int?
        /// What the manifest said of the file until then, if the file had been sealed.
        public var sealed: Seal?

        /// Tells of a repair.
        public init(
            path: String,
            original: String?,
            date: DateStamp,
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
