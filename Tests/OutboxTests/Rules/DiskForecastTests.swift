// How long a disk lasts, from what was written lately.

import Outbox
import Testing
import Timebase

@Suite("How many days a disk lasts")
struct DiskForecastTests {
    @Test("is what is free by what the last seven days wrote")
    func week() throws {
        let month = (1...30).map {
            self.written(daysAgo: Double($0), $0 <= 7 ? 100_000_000 : 9_000_000_000)
        }
        let forecast = DiskForecast(from: month, at: now, freeBytes: 1_000_000_000)
        #expect(forecast.bytesPerDay == 100_000_000)
        #expect(forecast.daysLeft == 10)
        #expect(forecast.urgency == .fine)
    }

    @Test("counts a study that has just begun by its own days, at least one")
    func young() {
        let two = [written(daysAgo: 1.5, 100), written(daysAgo: 0.5, 300)]
        #expect(DiskForecast(from: two, at: now, freeBytes: nil).bytesPerDay == 200)
        let first = DiskForecast(
            from: [written(daysAgo: 0.01, 500)],
            at: now,
            freeBytes: 250_000_000
        )
        #expect(first.bytesPerDay == 500)
        #expect(first.daysLeft == 500_000)
    }

    @Test("is urgent below a week, more so below a day, and where the disk is full")
    func urgency() {
        let today = [written(daysAgo: 0.5, 100_000_000)]
        let urgency = { DiskForecast(from: today, at: now, freeBytes: $0).urgency }
        #expect(urgency(700_000_000) == .fine)
        #expect(urgency(699_000_000) == .soon)
        #expect(urgency(100_000_000) == .soon)
        #expect(urgency(99_000_000) == .now)
        #expect(DiskForecast(from: [], at: now, freeBytes: 1000).urgency == .now)
        #expect(DiskForecast(from: [], at: now, freeBytes: nil).urgency == .fine)
    }

    @Test("is not told where nobody knows, and costs no crash")
    func unknown() {
        #expect(DiskForecast(from: [], at: now, freeBytes: 5).daysLeft == nil)
        let odd = [
            written(daysAgo: -3, 100), DiskForecast.Written(start: now, bytes: -4),
            DiskForecast.Written(start: WallInstant(nanosecondsSince1970: .min), bytes: .max),
            DiskForecast.Written(start: WallInstant(nanosecondsSince1970: .max), bytes: .max),
        ]
        #expect(DiskForecast(from: odd, at: now, freeBytes: .min).daysLeft == nil)
        let full = DiskForecast(from: [written(daysAgo: 1, 10)], at: now, freeBytes: -5)
        #expect(full.daysLeft == 0)
    }

    private let now = WallInstant(nanosecondsSince1970: 1_796_000_000_000_000_000)

    private func written(daysAgo days: Double, _ bytes: Int64) -> DiskForecast.Written {
        let start = now.nanosecondsSince1970 - Int64(days * 86_400e9)
        return DiskForecast.Written(start: WallInstant(nanosecondsSince1970: start), bytes: bytes)
    }
}
