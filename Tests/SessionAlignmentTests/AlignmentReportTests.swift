// Aligns whole sessions, whose journals the tests write by hand.

import AlignmentCases
import Foundation
import RandomWords
import Research
import SampleFile
import Testing
import Timebase
import WrittenMotion

@testable import SessionAlignment
@testable import SessionFolder

@Suite("The alignment of sessions")
struct AlignmentReportTests {
    /// A session of a board whose time of day is `ahead` nanoseconds ahead of its boot time.
    private func session(
        ahead: Int64,
        boot: String?,
        marks: [(id: String, received: Int64)] = [],
        isSynchronized: Bool = true,
        kind: String = "iio",
        records: String? = nil
    ) throws -> WrittenMotion {
        let minutes = (0...10).map { Int64($0) * 60_000_000_000 }
        let told = minutes.map { instant in
            #"{"uptime":\#(instant / 1_000_000_000),"event":"synchronization","about":{"boottimeNanoseconds":\#(instant),"#
                + #""errorNanoseconds":500000,"isSynchronized":\#(isSynchronized),"offsetNanoseconds":0,"#
                + #""rootMeanSquareNanoseconds":100000,"skewPPM":0.1,"source":"chrony"}}"#
        }
        let heard = marks.map { mark in
            #"{"uptime":1,"event":"networkMark","about":{"errorNanoseconds":20000,"id":"\#(mark.id)","#
                + #""name":"start","receivedNanoseconds":\#(mark.received)}}"#
        }
        let head = Array(("[\n" + (told + heard).joined(separator: ",\n")).utf8)
        let written = try WrittenMotion(
            records
                ?? #"{"uptime":0,"timestamp":0,"stepPath":"motion","timestampDate":"2001-09-09T01:46:40.000Z"}"#
        ) { manifest in
            manifest.host.boot = boot
            manifest.devices = [SessionManifest.Device(name: "a", kind: kind, clock: "boottime")]
            manifest.clocks = minutes.map { instant in
                ClockReading(
                    realtime: WallInstant(nanosecondsSince1970: instant + ahead),
                    monotonicNanoseconds: instant,
                    boottime: BootInstant(nanoseconds: instant)
                )
            }
            manifest.journal = SessionManifest.Journal(
                path: "journal.json",
                size: Int64(head.count),
                records: told.count + heard.count,
                checksum: Checksum.text(of: head)
            )
        }
        try Data(head + Array("\n]".utf8)).write(to: URL(filePath: "\(written.path)/journal.json"))
        return written
    }

    private let epoch: Int64 = 1_790_000_000_000_000_000

    @Test("uses the clocks if they were synchronized")
    func clocks() throws {
        let first = try session(ahead: epoch - 5_000_000_000, boot: "a")
        let second = try session(ahead: epoch, boot: "b")
        let report = try AlignmentReport(of: [first.path, second.path], .init())
        let pair = try #require(report.pairs.first)
        #expect(pair.methods == [.clocks])
        #expect(pair.points.count == 33)
        #expect(pair.points.allSatisfy { $0.offset == 5_000_000_000 && $0.error < 2e-3 })
    }

    @Test("is exact within one boot of a machine")
    func sameBoot() throws {
        let first = try session(ahead: epoch, boot: "a", isSynchronized: false)
        let second = try session(ahead: epoch, boot: "a", isSynchronized: false)
        let report = try AlignmentReport(of: [first.path, second.path], .init())
        let pair = try #require(report.pairs.first)
        #expect(pair.methods == [.sameBoot])
        #expect(pair.points.allSatisfy { $0.offset == 0 && $0.error == 0 })
    }

    @Test("uses a mark if a clock is not synchronized, and is absent with the reason without one")
    func marks() throws {
        let marks: [(id: String, received: Int64)] = [("one", 300_000_000_000)]
        let first = try session(ahead: epoch, boot: "a", marks: marks)
        let second = try session(
            ahead: epoch,
            boot: "b",
            marks: [("one", 307_000_000_000)],
            isSynchronized: false
        )
        let third = try session(ahead: epoch, boot: "c", isSynchronized: false)
        let report = try AlignmentReport(of: [first, second, third].map(\.path), .init())
        #expect(report.pairs.map(\.methods) == [[.marks], [], []])
        let middle = try #require(report.pairs[0].points.min { $0.error < $1.error })
        #expect((middle.offset + 7_000_000_000).magnitude < 2_000_000)
        #expect(report.pairs[1].reasons.count == 1)
        let text = AlignmentText.lines(of: report)
        #expect(text.contains { $0.hasPrefix("1-3    not aligned") })
    }

    @Test("goes on without a session that cannot be read, unless it is the reference")
    func unread() throws {
        let first = try session(ahead: epoch - 5_000_000_000, boot: "a")
        let second = try session(ahead: epoch, boot: "b")
        let none = "\(first.path)/none"
        var request = AlignmentReport.Request()
        request.reference = 2
        let report = try AlignmentReport(of: [none, first.path, second.path], request)
        #expect(report.sessions.map(\.session.path) == [first.path, second.path])
        let pair = try #require(report.pairs.first)
        #expect((pair.first, pair.second) == (1, 0))
        #expect(report.unread.count == 1)
        #expect(AlignmentText.lines(of: report).contains { $0.hasPrefix("not read: \(none)") })
        request.reference = 0
        #expect(throws: SessionError.self) {
            try AlignmentReport(of: [none, first.path, second.path], request)
        }
        #expect(throws: SessionError.self) {
            try AlignmentReport(of: [none, first.path], .init())
        }
    }

    @Test("is refused for a session that is given twice, also by another path or as a copy")
    func twice() throws {
        let first = try session(ahead: epoch, boot: "a")
        let second = try session(ahead: epoch, boot: "b")
        let copy = "\(first.path)/../copy"
        try FileManager.default.copyItem(atPath: first.path, toPath: copy)
        let name = URL(filePath: first.path).lastPathComponent
        for again in [first.path, "\(first.path)/../\(name)", copy] {
            let error = #expect(throws: SessionError.self) {
                try AlignmentReport(of: [first.path, second.path, again], .init())
            }
            #expect(error?.what.hasPrefix("it is given twice") == true, "\(again)")
            #expect(error?.remedy == "name each session once")
        }
    }

    @Test(
        "does not assume one clock for computed times or an unknown boot",
        arguments: [("synthetic", "a"), ("iio", "")]
    )
    func notOfOneClock(kind: String, boot: String) throws {
        let marks = [Int64(0), 8_500_000].map { [(id: "one", received: 300_000_000_000 + $0)] }
        let sessions = try marks.map { marks in
            try session(
                ahead: epoch,
                boot: boot,
                marks: marks,
                isSynchronized: false,
                kind: kind
            )
        }
        let report = try AlignmentReport(of: sessions.map(\.path), .init())
        let pair = try #require(report.pairs.first)
        #expect(pair.methods == [.marks])
        #expect(pair.points.allSatisfy { $0.error > 1e-4 })
        let middle = try #require(pair.points.min { $0.error < $1.error })
        #expect((middle.offset + 8_500_000).magnitude < 1_000)
    }

    @Test("reports that two sessions of one boot received one mark at different instants")
    func contradictedBoot() throws {
        let sessions = try [Int64(0), 8_500_000].map { late in
            try session(ahead: epoch, boot: "a", marks: [("one", 300_000_000_000 + late)])
        }
        let report = try AlignmentReport(of: sessions.map(\.path), .init())
        #expect(report.pairs.first?.methods == [.sameBoot])
        #expect(report.contradictions.count == 1)
        #expect(report.contradictions.first?.contains("8.5 ms apart") == true)
    }

    @Test("says how many of many marks it used, and aligns each of three boards by them")
    func manyMarks() throws {
        let sessions = try (0..<3).map { place in
            try session(
                ahead: epoch,
                boot: "\(place)",
                marks: (0..<200).map { number in
                    ("\(number)", Int64(number) * 3_000_000_000 + Int64(place) * 7_000_000_000)
                },
                isSynchronized: false
            )
        }
        let report = try AlignmentReport(of: sessions.map(\.path), .init())
        #expect(report.pairs.allSatisfy { !$0.points.isEmpty })
        let text = AlignmentText.lines(of: report)
        #expect(text.contains { $0.hasPrefix("Of 400 marks and shakes 256 are used") })
    }

    /// The records of a shaken sensor, by a clock that is `ahead` seconds ahead.
    private func shaken(ahead: Double, seed: UInt64) -> String {
        var hand = RandomWords(seed: 77)
        var motion = MadeMotion(start: 0, seconds: 20)
        motion.shake(at: 6, &hand)
        var random = RandomWords(seed: seed)
        let readings = MadeSensor(rate: 100, range: 8).readings(
            of: motion,
            from: 0,
            seconds: 20,
            &random
        ) { Int64(($0 + ahead + 1) * 1e9) }
        return readings.map { instant, value in
            #"{"uptime":\#(Double(instant) / 1e9),"sensorType":"accelerometer","x":\#(value.x),"y":\#(value.y),"#
                + #""z":\#(value.z)}"#
        }.joined(separator: ",\n")
    }

    @Test("uses a shake of both sensors, also in JSON, and pairs each session with the reference")
    func shakes() throws {
        let ahead = [0, 3.0123, 0]
        let sessions = try ahead.indices.map { place in
            try session(
                ahead: epoch,
                boot: "\(place)",
                isSynchronized: false,
                // The third session has no readings.
                records: place == 2 ? nil : shaken(ahead: ahead[place], seed: UInt64(place + 1))
            )
        }
        var request = AlignmentReport.Request()
        request.readsShakes = true
        request.reference = 1
        let report = try AlignmentReport(of: sessions.map(\.path), request)
        #expect(report.pairs.map { [$0.first, $0.second] } == [[1, 0], [1, 2]])
        let pair = try #require(report.pairs.first)
        #expect(pair.methods == [.shakes])
        let best = try #require(pair.points.min { $0.error < $1.error })
        #expect(Double((best.offset - 3_012_300_000).magnitude) / 1e9 <= best.error)
        #expect(best.error < 3e-3)
        #expect(report.pairs[1].points.isEmpty)
        #expect(report.shakeProblems.count == 1)
        let document = AlignmentDocument(of: report, by: ("footfall", "1"))
        guard case .object(let members) = document.json,
            case .array(let pairs)? = members["pairs"],
            case .object(let first)? = pairs.first,
            case .object(let last)? = pairs.last
        else {
            Issue.record("\(document.json)")
            return
        }
        #expect(first["first"] == .string(sessions[1].path))
        #expect(first["isAligned"] == .boolean(true))
        #expect(first["shakes"] == .integer(1))
        #expect(last["isAligned"] == .boolean(false))
        #expect(members["measurementsUsed"] == .integer(1))
    }
}
