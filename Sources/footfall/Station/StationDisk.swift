// Measures how long the disk lasts. It does so on its own thread, because a disk may hang, and reading a folder with a
// year's sessions takes long.

internal import Outbox
internal import Station
internal import Synchronization
internal import SystemCalls
internal import Timebase

/// Watches the free space of a station's disk.
final class StationDisk: Sendable {
    /// The latest results.
    struct Known: Sendable {
        var freeBytes: Int64?
        var daysLeft: Double?
    }

    private struct State {
        var known = Known()
        var rate = WritingRate()
        var session: String?
        /// The days computed from the last week's sessions, and when they were computed.
        var forecast: (days: Double?, at: BootInstant)?
        var isLooking = false
    }

    private let folder: String
    private let limit: Int64
    private let thread: WorkThread
    private let state = Mutex(State())

    /// How long a forecast is used: it changes slowly, and computing it takes long.
    private static let forecastAge = Duration.seconds(600)

    /// The disk of a folder of sessions.
    init(of folder: String, limit: Int64) throws(SystemError) {
        (self.folder, self.limit) = (folder, limit)
        thread = try WorkThread(name: "station disk")
    }

    /// The latest results; does not wait for the disk.
    var known: Known { state.withLock { $0.known } }

    /// Returns why no recording may begin now; `nil` if one may.
    ///
    /// It waits for the disk, but not for a measurement in progress.
    func refusal() -> String? {
        DiskRoom(freeBytes: Self.free(at: folder), limit: limit).refusal(of: folder)
    }

    /// Starts a measurement, unless one is in progress; does not wait.
    ///
    /// - Parameters:
    ///   - session: The session that is being recorded; `nil` while there is none.
    ///   - isAtWork: Whether a recording runs or is starting. If so, the days left are computed from that recording's
    ///     rate, and are unknown until the rate is measured.
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

    /// Returns the free bytes at a folder, which need not exist yet.
    private static func free(at folder: String) -> Int64? {
        FileSystem.nearestRoom(at: folder)?.free
    }
}
