// A month without a network, then ten minutes of it a day, on a clock made by hand: the rules and the pauses are those
// of the sender, the disk and the line are numbers.
//
// The figures are a study's: eight hours a day of one sensor with nine axes at 100 Hz, which `footfall record` writes at
// 51.5 kB a second, and with `--compress` at 10.1; 2 MB a second of network. It goes oldest first: the order changes
// nothing of the day on which all is there, and the oldest are those that a disk that is short gets rid of first.

import Testing
import Timebase

@testable import Outbox

/// A board, day by day.
private struct Board {
    struct Session {
        var name: String
        var start: WallInstant
        var end: WallInstant
        var bytes: Int64
        var sent: Int64 = 0
        var isVerified = false
    }

    /// How many bytes of the disk are for sessions.
    var disk: Int64
    /// What is recorded in an hour of a session.
    var bytesPerHour: Int64
    var rules = SendRules()
    var bytesPerSecond: Int64 = 2_000_000
    /// How much more crosses the network than is sent: 2 where the other end has no hashes.
    var cost: Int64 = 1

    private(set) var sessions: [Session] = []
    private(set) var gone: [Session] = []
    /// Hours that found no room.
    private(set) var lost = 0
    /// When a warning was first told, and when the first hour found no room.
    private(set) var warned: WallInstant?
    private(set) var full: WallInstant?
    private(set) var attempts = 0
    private var pauses = SendPauses(usual: .seconds(300))
    private var nextTry: Int64 = 0
    private var nextLook: Int64 = 0

    init(disk: Int64, bytesPerHour: Int64) {
        (self.disk, self.bytesPerHour) = (disk, bytesPerHour)
    }

    var free: Int64 { disk - sessions.reduce(0) { $0 + $1.bytes } }
    var waiting: Int64 { sessions.reduce(0) { $0 + ($1.isVerified ? 0 : $1.bytes - $1.sent) } }

    /// Lives through a minute of a day; the network is there in some.
    mutating func live(minute: Int64, hasNetwork: Bool) {
        let now = instant(minute)
        let ofDay = minute % 1440
        if (9 * 60..<17 * 60).contains(ofDay), ofDay.isMultiple(of: 60) { record(at: minute) }
        guard minute >= nextTry else { return }
        attempts += 1
        let isOpen = rules.hours.areOpen(at: now, in: { _ in 0 })
        if hasNetwork, isOpen { send(for: 60) }
        // What takes time is looked at when something may have changed.
        if hasNetwork || now.nanosecondsSince1970 >= nextLook { look(at: now) }
        // The newest goes last: once it is there, all are.
        let wentWell = hasNetwork || sessions.last?.isVerified != false
        // While there is a network, it goes on; else it tries less and less often.
        let pause = pauses.next(afterGood: wentWell, by: UInt64(bitPattern: minute) &* 0x9E37_79B9)
        nextTry = hasNetwork && isOpen ? minute + 1 : minute + max(1, pause.components.seconds / 60)
    }

    private mutating func look(at now: WallInstant) {
        nextLook = now.nanosecondsSince1970 + 3_600_000_000_000
        let decision = rules.keep.decision(
            on: sessions.map {
                KeptSession(
                    name: $0.name,
                    end: $0.end,
                    bytes: $0.bytes,
                    bars: $0.isVerified ? [] : [.unverified]
                )
            },
            at: now,
            freeBytes: free
        )
        gone += sessions.filter { decision.deletions.contains($0.name) }
        sessions.removeAll { decision.deletions.contains($0.name) }
        let forecast = DiskForecast(
            from: (sessions + gone).map { DiskForecast.Written(start: $0.start, bytes: $0.bytes) },
            at: now,
            freeBytes: free
        )
        if forecast.urgency != .fine, warned == nil { warned = now }
    }

    private mutating func record(at minute: Int64) {
        guard free >= bytesPerHour else {
            lost += 1
            full = full ?? instant(minute)
            return
        }
        sessions.append(
            Session(
                name: "s\(minute + 1_000_000)",
                start: instant(minute),
                end: instant(minute + 60),
                bytes: bytesPerHour
            )
        )
    }

    private mutating func send(for seconds: Int64) {
        let rate = min(bytesPerSecond, rules.rate?.bytesPerSecond ?? .max)
        var left = rate * seconds / cost
        for index in sessions.indices where !sessions[index].isVerified && left > 0 {
            let part = min(left, sessions[index].bytes - sessions[index].sent)
            sessions[index].sent += part
            left -= part
            sessions[index].isVerified = sessions[index].sent == sessions[index].bytes
        }
    }

    private func instant(_ minute: Int64) -> WallInstant {
        WallInstant(nanosecondsSince1970: 1_796_083_200_000_000_000 + minute * 60_000_000_000)
    }
}

@Suite("A month offline, then ten minutes of network a day")
struct DrainSimulationTests {
    private static let compressed: Int64 = 36_400_000
    private static let plain: Int64 = 185_400_000

    /// Lives on until all that was recorded is there.
    ///
    /// - Returns: How many days with a network that took; `nil` where it took more than `most`.
    private func days(
        _ board: inout Board,
        atMost most: Int64,
        minutes: Int64 = 10
    ) -> Int64? {
        for day in 0..<30 + most {
            for minute in 0..<Int64(1440) {
                let evening = Int64(20 * 60)
                let hasNetwork = day >= 30 && (evening..<evening + minutes).contains(minute)
                board.live(minute: day * 1440 + minute, hasNetwork: hasNetwork)
            }
            if day >= 30, board.waiting == 0 { return day - 29 }
        }
        return nil
    }

    @Test("is sent in 11 days if files are compressed: 291 MB a day are recorded, 1,200 MB fit")
    func compressed() throws {
        var board = Board(disk: 32_000_000_000, bytesPerHour: Self.compressed)
        board.rules.keep = KeepRule(free: 2_000_000_000)
        #expect(days(&board, atMost: 60) == 11)
        #expect(board.lost == 0)
        #expect(board.warned == nil)
    }

    @Test("takes 35 days if the other end has no hashes, so that all is read back")
    func readBack() {
        var board = Board(disk: 32_000_000_000, bytesPerHour: Self.compressed)
        board.cost = 2
        #expect(days(&board, atMost: 60) == 35)
        #expect(board.lost == 0)
    }

    @Test("is never sent if files are plain, and a warning comes six days before the disk fills")
    func plain() throws {
        var board = Board(disk: 48_000_000_000, bytesPerHour: Self.plain)
        board.rules.keep = KeepRule(free: 2_000_000_000)
        #expect(days(&board, atMost: 20) == nil)
        let (warned, full) = (try #require(board.warned), try #require(board.full))
        let ahead = Double(full.nanosecondsSince1970 - warned.nanosecondsSince1970) / 86_400e9
        #expect(ahead >= 6)
    }

    @Test("never ends with a full disk before a warning")
    func full() throws {
        for size in [2, 8] as [Int64] {
            var board = Board(disk: size * 1_000_000_000, bytesPerHour: Self.compressed)
            board.rules.keep = KeepRule(age: .zero)
            _ = days(&board, atMost: 40)
            guard let full = board.full else { continue }
            let warned = try #require(board.warned)
            #expect(warned < full)
            // What was recorded and could not be sent is there; nothing was deleted to make room.
            let isSafe = board.gone.allSatisfy { $0.isVerified }
            #expect(isSafe)
        }
    }

    @Test("keeps to the hours and the rate of the rules")
    func rules() throws {
        var board = Board(disk: 32_000_000_000, bytesPerHour: Self.compressed)
        board.rules.hours = try SendHours("02:00-04:00")
        #expect(days(&board, atMost: 3) == nil)
        #expect(board.sessions.allSatisfy { $0.sent == 0 })
        var slow = Board(disk: 32_000_000_000, bytesPerHour: Self.compressed)
        slow.rules.rate = try TransferRate("1MB/s")
        #expect(days(&slow, atMost: 60) == 35)
    }
}
