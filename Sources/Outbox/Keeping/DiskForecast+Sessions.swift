// Computes the disk forecast from the sessions that are here and those that a rule has deleted.

internal import SessionFolder
internal import SystemCalls
public import Timebase

extension DiskForecast {
    /// A forecast for the folder of an outbox.
    ///
    /// - Parameters:
    ///   - outbox: The outbox that sends the sessions.
    ///   - now: The time of day.
    init(for outbox: Outbox, at now: WallInstant) {
        var written = Self.written(in: outbox.place, now)
        for name in outbox.ledger.sessions(in: .kept) {
            guard let start = SessionList.start(inName: name) else { continue }
            let bytes = Self.isLately(start, now) ? outbox.ledger.record(of: name)?.bytes ?? 1 : 1
            written.append(Written(start: start, bytes: bytes))
        }
        self.init(from: written, at: now, freeBytes: FileSystem.room(at: outbox.place)?.free)
    }

    /// A forecast for a folder of sessions that is not sent anywhere.
    ///
    /// - Parameters:
    ///   - place: The folder.
    ///   - now: The time of day.
    public init(sessionsIn place: String, at now: WallInstant) {
        self.init(
            from: Self.written(in: place, now),
            at: now,
            freeBytes: FileSystem.room(at: place)?.free
        )
    }

    /// The sessions in the folder.
    private static func written(in place: String, _ now: WallInstant) -> [Written] {
        ((try? SessionList.names(in: place)) ?? []).compactMap { name in
            let path = "\(place)/\(name)"
            let start =
                SessionList.start(inName: name)
                ?? SessionList.entry(at: path)?.brief?.startDate.instant
            guard let start else { return nil }
            let bytes = isLately(start, now) ? FolderLook(at: path)?.bytes ?? 1 : 1
            return Written(start: start, bytes: bytes)
        }
    }

    /// How many bytes the files of a session have now; `nil` if the folder cannot be read.
    public static func bytes(ofSessionAt path: String) -> Int64? { FolderLook(at: path)?.bytes }

    /// True if the session is recent enough to count its bytes; older ones only show how long recording has gone on.
    private static func isLately(_ start: WallInstant, _ now: WallInstant) -> Bool {
        let age = now.nanosecondsSince1970.subtractingReportingOverflow(start.nanosecondsSince1970)
        return !age.overflow && age.partialValue < 8 * 86_400_000_000_000
    }

    /// The warning for the user; `nil` if none is due.
    public var warning: String? {
        switch urgency {
        case .fine: return nil
        case .soon, .now:
            guard let daysLeft else { return "the disk is full" }
            let days = (daysLeft * 10).rounded(.down) / 10
            return daysLeft < 0.1
                ? "the disk is full, or will be within hours"
                : "the disk lasts \(days) more days at the present rate"
        }
    }
}
