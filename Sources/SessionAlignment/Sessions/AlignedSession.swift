// What one session records about its board's clock and about events that other boards also observe. Clock readings are
// in the manifest and, more of them, in the journal; marks and synchronization readings are only in the journal.

internal import Research
public import SessionFolder
internal import SystemCalls
internal import Timebase

/// A session to be aligned with others.
public struct AlignedSession: Sendable {
    /// The session.
    public let session: Session
    /// The first and the last instant in the session, in nanoseconds of boot time.
    public let start: Int64
    public let end: Int64
    /// The kernel's identifier of the machine's boot.
    ///
    /// `nil` if the session does not state it, or does not use the machine's clock: the clock of a synthetic source
    /// begins with the session.
    public let boot: String?
    /// Why its times cannot be aligned; `nil` if they can.
    public let problem: String?
    var clocks: [ClockReading]
    var readings: [SynchronizationReading]
    var marks: [HeardNetworkMark]

    /// With more readings, every other one is dropped; with more marks, the later ones.
    private static let mostReadings = 65_536
    private static let mostMarks = 10_000

    /// Reads a session.
    ///
    /// - Parameter path: The session folder.
    /// - Throws: `SessionError` if there is no session, a run is still writing it, or its journal is incomplete.
    public init(opening path: String) throws(SessionError) {
        let session = try Session(opening: path)
        guard !session.isLive else { throw SessionError.isLive(path, before: "align it") }
        try session.requireWholeJournal()
        try self.init(of: session)
    }

    init(of session: Session) throws(SessionError) {
        var clocks = session.manifest.clocks
        var readings: [SynchronizationReading] = []
        var marks: [String: HeardNetworkMark] = [:]
        // One for each time that the run was taken up.
        var laterBoots: [String?] = []
        var last: Int64?
        var goesBack = false
        try session.eachEvent(
            named: ["clocks", "continued", "ended", "networkMark", "synchronization"]
        ) { name, about in
            switch name {
            case "synchronization":
                let event = decoded(about, as: SynchronizationEvent.self)
                guard let reading = event?.reading(toldAt: nil) else { return }
                readings.append(reading)
                Self.thin(&readings)
            case "networkMark":
                guard let mark = decoded(about, as: NetworkMarkEvent.self),
                    marks[mark.id] == nil, marks.count < Self.mostMarks
                else { return }
                marks[mark.id] = HeardNetworkMark(
                    id: mark.id,
                    instant: mark.receivedNanoseconds,
                    bound: (mark.errorNanoseconds ?? 1e9) / 1e9
                )
            default:
                let found = decoded(about, as: ClocksEvent.self)
                if name == "continued" { laterBoots.append(found?.boot) }
                guard let event = found else { return }
                let boottime = event.clocks.boottime.nanoseconds
                if !laterBoots.isEmpty, let last, boottime < last { goesBack = true }
                last = boottime
                clocks.append(event.clocks)
                Self.thin(&clocks)
            }
        }
        self.session = session
        self.readings = readings
        self.marks = marks.values.sorted { ($0.instant, $0.id) < ($1.instant, $1.id) }
        boot = Self.boot(of: session.manifest)
        start = session.manifest.startUptime.nanoseconds
        end = max(start, clocks.map(\.boottime.nanoseconds).max() ?? start)
        let isOfRestarted =
            Self.isOfRestarted(session.manifest.host.boot, laterBoots)
            ?? (goesBack || !laterBoots.isEmpty && Self.jumps(clocks))
        self.clocks = clocks
        problem =
            if session.manifest.origin != nil {
                "it is another session recorded again: its times are not of a board; align the first one"
            } else if session.manifest.imported != nil {
                "it was made of a file, whose times are not of a board's clock"
            } else if isOfRestarted {
                "it was taken up again after the machine had restarted: its times are of two clocks"
            } else {
                nil
            }
    }

    private static func boot(of manifest: SessionManifest) -> String? {
        guard let boot = manifest.host.boot, !boot.isEmpty, manifest.origin == nil,
            manifest.imported == nil,
            !manifest.devices.contains(where: { $0.kind == "synthetic" })
        else { return nil }
        return boot
    }

    /// True if a run began on one boot of the machine and was taken up on another one.
    ///
    /// Returns `nil` if the boots do not show it, as in sessions of earlier versions: then only the clocks can.
    private static func isOfRestarted(_ first: String?, _ later: [String?]) -> Bool? {
        guard let first else { return nil }
        if later.contains(where: { $0 != nil && $0 != first }) { return true }
        return later.contains(nil) ? nil : false
    }

    private static func thin<Element>(_ all: inout [Element]) {
        guard all.count > mostReadings else { return }
        all = all.indices.filter { $0.isMultiple(of: 2) || $0 == all.count - 1 }.map { all[$0] }
    }

    /// True if the time of day minus boot time jumps by seconds, as between two boots of a machine.
    private static func jumps(_ clocks: [ClockReading]) -> Bool {
        let differences = clocks.map {
            $0.realtime.nanosecondsSince1970.subtractingClamped($0.boottime.nanoseconds)
        }
        guard let least = differences.min(), let most = differences.max() else { return false }
        return most.subtractingClamped(least) > 2_000_000_000
    }
}
