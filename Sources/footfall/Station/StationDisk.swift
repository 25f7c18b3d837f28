// How long the disk lasts, asked on a thread of its own: a disk may hang, and a folder may have a year's sessions.

internal import Outbox
internal import Station
internal import Synchronization
internal import SystemCalls
internal import Timebase

/// Looks after the disk of a station.
final class StationDisk: Sendable {
    /// What is known of it.
    struct Known: Sendable {
        var freeBytes: Int64?
        var daysLeft: Double?
    }

    private struct State {
        var known = Known()
        var rate = WritingRate()
        var session: String?
        /// The days by the last week, and when that was found.
        var forecast: (days: Double?, at: BootInstant)?
        var isLooking = false
    }

    private let folder: String
    private let limit: Int64
    private let thread: WorkThread
    private let state = Mutex(State())

    /// What the sessions of the last week tell changes slowly, and to read it takes long.
    private static let forecastAge = Duration.seconds(600)

    /// The disk of a folder of sessions.
    init(of folder: String, limit: Int64) throws(SystemError) {
        (self.folder, self.limit) = (folder, limit)
        thread = try WorkThread(name: "station disk")
    }

    /// What is known of it; does not wait.
    var known: Known { state.withLock { $0.known } }

    /// Why nothing may begin there now; `nil` where something may.
    ///
    /// It waits for the disk, and for no look at it.
    func refusal() -> String? {
        DiskRoom(freeBytes: Self.free(at: folder), limit: limit).refusal(of: folder)
    }

    /// Looks once more, soon; does not wait.
    ///
    /// - Parameters:
    ///   - session: The session that grows; `nil` while there is none.
    ///   - isAtWork: Whether something is recorded, or about to be: its own rate counts then, once it is known.
    func look(at session: String?, isAtWork: Bool) {
        let isFree = state.withLock { state in
            defer { state.isLooking = true }
            return !state.isLooking
        }
        guard isFree else { return }
        thread.post { [self] in
            let now = ClockReading.now()
            let free = Self.free(at: folder)
            let bytes = session.flatMap { DiskForecast.bytes(ofSessionAt: $0) }
            let old = state.withLock { $0.forecast }
            let isOld = old.map { $0.at.duration(to: now.boottime) >= Self.forecastAge } ?? true
            let forecast =
                isOld
                ? (
                    days: DiskForecast(sessionsIn: folder, at: now.realtime).daysLeft,
                    at: now.boottime
                ) : old
            state.withLock { state in
                if state.session != session {
                    (state.session, state.rate) = (session, WritingRate())
                }
                if let bytes { state.rate.note(bytes: bytes, at: now.boottime) }
                state.forecast = forecast
                let room = DiskRoom(freeBytes: free, limit: limit)
                state.known = Known(
                    freeBytes: free,
                    daysLeft: room.daysLeft(
                        atBytesPerSecond: state.rate.bytesPerSecond,
                        else: isAtWork ? nil : forecast?.days
                    )
                )
                state.isLooking = false
            }
        }
    }

    /// The bytes that are free at a folder, or where it will be made.
    private static func free(at folder: String) -> Int64? {
        var path = folder
        while true {
            if let room = FileSystem.room(at: path) { return room.free }
            guard let parent = FileSystem.parent(of: path), parent != path else { return nil }
            path = parent
        }
    }
}
