// What becomes of a receiver's reports, by reports and instants that the tests make up.

import SampleStream
import SystemCalls
import Testing
import Timebase

@testable import LocationRecorder

@Suite("What is taken of a receiver's reports")
struct FixTakerTests {
    private static let second: Int64 = 1_000_000_000
    private static let start: Int64 = 1_000 * second
    /// The receiver's time at the start.
    private static let epoch: Int64 = 1_795_780_800 * second

    /// A report of a receiver that goes north by 0.00001° a second, which is 1.1128 m.
    private static func report(
        _ seconds: Int64,
        metres offset: Double = 0,
        accuracy: Double = 3,
        _ change: (inout ReceiverReport) -> Void = { _ in }
    ) -> ReceiverReport {
        var report = ReceiverReport(mode: 3)
        report.nanoseconds = epoch + seconds * second
        report.position = Position(
            latitude: 52.5 + Double(seconds) * 1e-5 + offset / 111_265,
            longitude: 13.4
        )
        report.horizontalAccuracy = accuracy
        change(&report)
        return report
    }

    private static func taker(keepsCoordinates: Bool = false) -> FixTaker {
        FixTaker(keepsCoordinates: keepsCoordinates, openedAt: start)
    }

    /// Takes a report a fifth of a second behind its time.
    private func take(_ seconds: Int64, _ report: ReceiverReport, by taker: inout FixTaker) {
        taker.take(report, seen: Self.start + seconds * Self.second + Self.second / 5)
    }

    private func take(_ range: ClosedRange<Int64>, by taker: inout FixTaker) {
        for seconds in range { take(seconds, Self.report(seconds), by: &taker) }
    }

    /// Fixes, and gaps by how many are missing.
    private func words(_ taker: FixTaker) -> [String] {
        taker.ready.map { sample in
            switch sample.role {
            case .reading: "fix"
            case .gap(let lost, let reason, let isEstimated):
                "\(lost) \(reason)\(isEstimated ? ", estimated" : "")"
            case .mark: "mark"
            }
        }
    }

    @Test("is each fix, with what the receiver says of it, and how far it is from the one before")
    func fixes() throws {
        var taker = Self.taker()
        take(
            0,
            Self.report(0) {
                $0.altitude = 34
                $0.verticalAccuracy = 5
                $0.course = 12
                $0.speed = 1.25
            },
            by: &taker
        )
        take(1, Self.report(1), by: &taker)
        #expect(words(taker) == ["fix", "fix"])
        let first = try #require(taker.ready.first)
        #expect(first.time.nanoseconds == Self.start + Self.second / 5)
        #expect(first.unixTime == 1_795_780_800)
        #expect(first.horizontalAccuracy == 3 && first.verticalAccuracy == 5)
        #expect(first.altitude == 34 && first.course == 12 && first.speed == 1.25)
        #expect(first.relativeDistance.isNaN && first.bearing.isNaN)
        let second = try #require(taker.ready.last)
        #expect(abs(second.relativeDistance - 1.112768331) < 1e-6)
        #expect(second.bearing == 0)
        #expect(second.altitude.isNaN && second.speed.isNaN)
    }

    @Test("says where it was only where that is asked for")
    func coordinates() throws {
        for keeps in [false, true] {
            var taker = Self.taker(keepsCoordinates: keeps)
            take(0...3, by: &taker)
            #expect(taker.ready.allSatisfy { $0.latitude.isNaN == !keeps })
            #expect(taker.ready.allSatisfy { $0.longitude.isNaN == !keeps })
        }
    }

    @Test(
        "is nothing of a report that has no fix, or tells only a part of it",
        arguments: [
            { $0.mode = 1 }, { $0.mode = 0 }, { $0.nanoseconds = nil }, { $0.position = nil },
            { $0.position?.latitude = .nan }, { $0.position?.latitude = 91 },
            { $0.position?.longitude = 181 },
        ] as [@Sendable (inout ReceiverReport) -> Void]
    )
    func parts(change: @Sendable (inout ReceiverReport) -> Void) {
        var taker = Self.taker()
        take(0, Self.report(0, change), by: &taker)
        #expect(taker.ready.isEmpty)
        take(1, Self.report(1), by: &taker)
        #expect(words(taker) == ["fix"])
    }

    @Test("is one fix where gpsd tells the same again")
    func twice() {
        var taker = Self.taker()
        take(0...2, by: &taker)
        take(2, Self.report(2) { $0.altitude = 3 }, by: &taker)
        #expect(words(taker) == ["fix", "fix", "fix"])
    }

    @Test("has no altitude by a fix in two dimensions")
    func flat() throws {
        var taker = Self.taker()
        take(
            0,
            Self.report(0) {
                $0.mode = 2
                $0.altitude = 34
                $0.verticalAccuracy = 5
            },
            by: &taker
        )
        let fix = try #require(taker.ready.first)
        #expect(fix.altitude.isNaN && fix.verticalAccuracy.isNaN)
    }

    // MARK: Gaps

    @Test("is one gap where a receiver is silent for thirty seconds, told after three")
    func silence() throws {
        var taker = Self.taker()
        take(0...9, by: &taker)
        taker.clear()
        let last = Self.start + 9 * Self.second + Self.second / 5
        #expect(taker.deadline == last + 3 * Self.second)
        let told4 = taker.takeNote(at: last + 3 * Self.second - 1)
        #expect(told4 == nil)
        let told1 = taker.takeNote(at: last + 3 * Self.second)
        let note = try #require(told1)
        #expect(note.hasPrefix("no fix for 3 s: the receiver says nothing"))
        let told5 = taker.takeNote(at: last + 20 * Self.second)
        #expect(told5 == nil)
        #expect(taker.deadline == nil)
        take(40, Self.report(40), by: &taker)
        #expect(words(taker) == ["30 source, estimated", "fix"])
        #expect(taker.ready.first?.time.nanoseconds == last + Self.second)
        // The distance is that of the way, as far as anybody knows it.
        #expect(abs((taker.ready.last?.relativeDistance ?? 0) - 34.495819652) < 1e-6)
    }

    @Test("is a gap for an hour in which the machine slept, of which nobody tells as of no fix")
    func sleep() throws {
        let hour = 3600 * Self.second
        var taker = FixTaker(keepsCoordinates: false, openedAt: Self.start, slept: 2 * hour)
        #expect(taker.deadline == Self.start + 3 * Self.second)
        take(0...4, by: &taker)
        taker.clear()
        let last = Self.start + 4 * Self.second + Self.second / 5
        // A second later, the machine sleeps.
        taker.takeSleep(3 * hour)
        #expect(taker.deadline == last + hour + 3 * Self.second)
        let told = taker.takeNote(at: last + hour + 2 * Self.second)
        #expect(told == nil)
        let toldLater = taker.takeNote(at: last + hour + 3 * Self.second)
        let note = try #require(toldLater)
        #expect(note.hasPrefix("no fix for 3 s: "), "\(note)")
        take(3610, Self.report(3610), by: &taker)
        #expect(words(taker) == ["3605 source, estimated", "fix"])
        // The next fix is awaited from this one on.
        #expect(taker.deadline == Self.start + 3613 * Self.second + Self.second / 5)
    }

    @Test("is one gap where there is no fix, then no gpsd, then a gpsd without one")
    func mixed() throws {
        var taker = Self.taker()
        take(0...4, by: &taker)
        taker.clear()
        for seconds in 5...9 as ClosedRange<Int64> {
            take(seconds, Self.report(seconds) { $0.mode = 1 }, by: &taker)
        }
        let told2 = taker.takeNote(at: Self.start + 9 * Self.second)
        let note = try #require(told2)
        #expect(note.contains("the receiver has none"))
        taker.takeLoss(LocationError(.gone, at: "localhost:2947"))
        taker.takeReturn()
        take(14, Self.report(14) { $0.mode = 1 }, by: &taker)
        let told6 = taker.takeNote(at: Self.start + 15 * Self.second)
        #expect(told6 == nil)
        take(15, Self.report(15), by: &taker)
        #expect(words(taker) == ["10 source, estimated", "fix"])
    }

    @Test("tells by name that gpsd has gone")
    func gone() throws {
        var taker = Self.taker()
        take(0...4, by: &taker)
        taker.takeLoss(LocationError(.gone, at: "localhost:2947"))
        let told3 = taker.takeNote(at: Self.start + 8 * Self.second)
        let note = try #require(told3)
        #expect(note.contains("gpsd has gone") && note.contains("systemctl start gpsd"))
    }

    @Test(
        "tells the reason why there is no gpsd: one that was there has gone where nobody answers",
        arguments: [
            ([.gone, .refused], "gpsd has gone"), ([.refused], "gpsd has gone"),
            ([.gone, .noGPSD, .refused], "gpsd has gone"), ([.gone, .noGPSD], "is no gpsd"),
            ([.gone, .unknownHost], "the name of this machine is not known"),
            ([.gone, .unreachable(.timedOut)], "the machine does not answer"),
            ([.crashed(signal: 11)], "made libgps fail (signal 11)"),
        ] as [([LocationError.Kind], String)]
    )
    func reasons(kinds: [LocationError.Kind], says: String) throws {
        var taker = Self.taker()
        take(0...4, by: &taker)
        for kind in kinds { taker.takeLoss(LocationError(kind, at: "wearable:2947")) }
        let told = taker.takeNote(at: Self.start + 8 * Self.second)
        let note = try #require(told)
        #expect(note.contains(says), "\(note)")
        #expect(note.contains("looked for every second"))
    }

    @Test("is a gap from the beginning where the first fix comes late")
    func late() {
        var taker = Self.taker()
        take(20, Self.report(20), by: &taker)
        #expect(words(taker) == ["19 source, estimated", "fix"])
    }

    @Test("is a gap to the end where none comes any more, and none at the end of a whole recording")
    func end() {
        var taker = Self.taker()
        take(0...4, by: &taker)
        taker.clear()
        var whole = taker
        whole.finish(at: Self.start + 5 * Self.second)
        #expect(whole.ready.isEmpty)
        taker.finish(at: Self.start + 15 * Self.second)
        #expect(words(taker) == ["10 source, estimated"])
    }

    @Test("is all of the time where there never is a fix, and a note says so")
    func never() throws {
        var taker = Self.taker()
        let told7 = taker.takeNote(at: Self.start + 3 * Self.second)
        #expect(told7 != nil)
        taker.finish(at: Self.start + 10 * Self.second)
        #expect(words(taker) == ["9 source, estimated"])
        #expect(taker.notes.contains { $0.contains("never had a fix") })
    }

    @Test("goes by the receiver's own rate where it is another than one a second")
    func rate() {
        for (spacing, patience) in [
            (200_000_000, 3 * Self.second), (5 * Self.second, 15 * Self.second),
        ]
            as [(Int64, Int64)]
        {
            var taker = Self.taker()
            for index in 0...9 as ClosedRange<Int64> {
                let report = Self.report(0) {
                    $0.cycle = spacing
                    $0.nanoseconds = Self.epoch + index * spacing
                }
                taker.take(report, seen: Self.start + index * spacing)
            }
            #expect(!words(taker).contains { $0 != "fix" })
            #expect(taker.deadline == Self.start + 9 * spacing + patience)
            taker.clear()
            let report = Self.report(0) { $0.nanoseconds = Self.epoch + 20 * spacing }
            taker.take(report, seen: Self.start + 20 * spacing)
            #expect(words(taker) == ["10 source, estimated", "fix"])
        }
    }

    @Test("goes on by when fixes come where the receiver sets its clock")
    func clockSet() {
        var taker = Self.taker()
        take(0...4, by: &taker)
        taker.clear()
        for seconds in 5...9 as ClosedRange<Int64> {
            let report = Self.report(seconds) {
                $0.nanoseconds = Self.epoch + (seconds - 3600) * Self.second
            }
            take(seconds, report, by: &taker)
        }
        #expect(words(taker) == ["fix", "fix", "fix", "fix", "fix"])
    }

    @Test(
        "has no gap where the receiver sets its clock forward, with a fix or without one",
        arguments: [10, 18, 3600, 100_000] as [Int64],
        [(0, true), (2, true), (2, false)] as [(Int64, Bool)]
    )
    func clockSetForward(by step: Int64, _ silence: (without: Int64, hasTime: Bool)) {
        let (without, hasTime) = silence
        var taker = Self.taker()
        take(0...4, by: &taker)
        taker.clear()
        for seconds in 5...20 as ClosedRange<Int64> {
            let report = Self.report(seconds, metres: seconds == 5 + without ? 1000 : 0) {
                $0.nanoseconds = Self.epoch + (seconds + step) * Self.second
                if seconds < 5 + without {
                    $0.mode = 1
                    if !hasTime { $0.nanoseconds = nil }
                }
            }
            take(seconds, report, by: &taker)
        }
        let fixes = Array(repeating: "fix", count: 16 - Int(without))
        #expect(words(taker) == (without > 0 ? ["\(without) source, estimated"] : []) + fixes)
        // No runner has come a kilometre since the fix before, whatever the clock says.
        #expect(taker.notes.contains { $0.hasPrefix("2 fixes lie farther") }, "\(taker.notes)")
        // A gap behind it is counted by the receiver's time again.
        taker.clear()
        let late = Self.report(30) { $0.nanoseconds = Self.epoch + (30 + step) * Self.second }
        take(32, late, by: &taker)
        #expect(words(taker) == ["9 source, estimated", "fix"])
    }

    @Test(
        "has no longer a gap where the receiver sets its clock forward after an hour without a time"
    )
    func clockSetAfterOutage() {
        var taker = Self.taker()
        take(0...4, by: &taker)
        taker.clear()
        for seconds in 5...3604 as ClosedRange<Int64> {
            let report = Self.report(seconds) {
                $0.mode = 1
                $0.nanoseconds = nil
            }
            take(seconds, report, by: &taker)
        }
        let fix = Self.report(3605) { $0.nanoseconds = Self.epoch + 7205 * Self.second }
        take(3605, fix, by: &taker)
        #expect(words(taker) == ["3600 source, estimated", "fix"])
    }

    @Test("has no gap where a network kept reports back, and those that it lost all the same")
    func keptBack() {
        var taker = Self.taker()
        take(0...4, by: &taker)
        taker.clear()
        for seconds in [5, 6, 7, 8, 12, 13, 14] as [Int64] {
            taker.take(Self.report(seconds), seen: Self.start + 15 * Self.second)
        }
        #expect(
            words(taker) == [
                "fix", "fix", "fix", "fix", "3 source, estimated", "fix", "fix", "fix",
            ]
        )
    }

    @Test("is of one receiver, where gpsd has two, until that one is silent")
    func twoReceivers() {
        var taker = Self.taker()
        for seconds in 0...4 as ClosedRange<Int64> {
            take(seconds, Self.report(seconds) { $0.device = "a" }, by: &taker)
            take(seconds, Self.report(seconds, metres: 500) { $0.device = "b" }, by: &taker)
        }
        #expect(words(taker).count == 5)
        #expect(taker.ready.dropFirst().allSatisfy { $0.relativeDistance < 2 })
        #expect(taker.notes.contains { $0.contains("5 reports of another receiver") })
        take(10, Self.report(10) { $0.device = "b" }, by: &taker)
        #expect(words(taker).suffix(2) == ["5 source, estimated", "fix"])
    }

    // MARK: Jumps and clocks

    @Test("keeps a jump as it came, and a note counts those that nothing explains")
    func jumps() throws {
        var taker = Self.taker()
        take(0...4, by: &taker)
        take(5, Self.report(5, metres: 100), by: &taker)
        #expect(abs((taker.ready.last?.relativeDistance ?? 0) - 101.1) < 0.1)
        #expect(taker.notes.contains { $0.hasPrefix("1 fix lies farther") })
        // As wrong as the receiver says that it may be: no jump.
        var unsure = Self.taker()
        take(0, Self.report(0, accuracy: 50), by: &unsure)
        take(1, Self.report(1, metres: 100, accuracy: 50), by: &unsure)
        #expect(unsure.notes.isEmpty)
        // So far somebody comes in a minute without a fix.
        var slow = Self.taker()
        take(0, Self.report(0), by: &slow)
        take(60, Self.report(60, metres: 100), by: &slow)
        #expect(!slow.notes.contains { $0.contains("farther") })
    }

    @Test("takes the noise of a receiver that tells no accuracy for no jump")
    func noise() {
        for (metres, count) in [(6.0, 0), (19.0, 0), (40.0, 1)] {
            var taker = Self.taker()
            for index in 0...1 as ClosedRange<Int64> {
                let report = Self.report(0, metres: Double(index) * metres) {
                    $0.horizontalAccuracy = .nan
                    $0.nanoseconds = Self.epoch + index * 100_000_000
                }
                taker.take(report, seen: Self.start + index * 100_000_000)
            }
            #expect(taker.notes.count { $0.contains("farther") } == count, "\(metres) m")
        }
    }

    @Test("has pairs of the receiver's time and ours, and few of a clock that jumps about")
    func pairs() throws {
        var taker = Self.taker()
        take(0...120, by: &taker)
        taker.finish(at: Self.start + 121 * Self.second)
        let pairs = taker.takePairs()
        // Of two minutes at one fix a second: while the clock is learned, one each time that twice as much time has
        // passed, and one whenever its error has become much smaller.
        #expect((2...12).contains(pairs.count))
        for pair in pairs {
            let delay =
                (pair.boottimeNanoseconds - Self.start) - (pair.deviceNanoseconds - Self.epoch)
            #expect(abs(delay - Self.second / 5) < Self.second / 100)
        }
        var mad = Self.taker()
        for seconds in 0...200 as ClosedRange<Int64> {
            take(seconds, Self.report(seconds * (seconds.isMultiple(of: 2) ? 1 : 977)), by: &mad)
        }
        let told8 = mad.takePairs().count
        #expect(told8 <= 16 + 20)
        #expect(mad.notes.contains { $0.hasPrefix("the receiver's clock jumps about") })
        #expect(!taker.notes.contains { $0.contains("jumps about") })
    }
}
