// A session that goes on for a year, with a reading of the clocks and a note each minute. The bytes written a minute
// do not grow with the session's length, the time to open it grows in proportion, and the memory does not grow.

import Foundation
import SessionFolder
import SystemCalls
import Timebase

struct JournalYear {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    /// The state of a session at some time.
    private struct Look {
        var minutes: Int
        /// All bytes that this process has written, by the kernel's count.
        var written: Int
        var seconds: Double
        var residentGrowth: Int64
    }

    func run() async throws {
        let minutes = try arguments.integer("minutes", 525_600)
        let folder = arguments.text("output", ".build/proofs/journal-year")
        try? FileManager.default.removeItem(atPath: folder)
        let start = ClockReading.now()
        let session = try await OpenSession.begin(
            in: folder,
            describedBy: SessionManifest(
                identifier: "year",
                taskRunUUID: UUID(),
                start: start,
                timeZone: .utc,
                software: .init(name: "footfall-benchmarks", version: "0"),
                host: .current
            )
        )
        let before = try written()
        var looks: [Look] = []
        for part in 1...4 {
            let end = minutes * part / 4
            for minute in minutes * (part - 1) / 4 + 1...end {
                session.noteClocks(start.advanced(by: .seconds(60 * minute)))
                session.note("mark \(minute)")
                // Notes wait in memory for the disk.
                if minute.isMultiple(of: 64) { await session.persisted() }
            }
            await session.persisted()
            looks.append(try look(at: session.path, minutes: end, since: before))
        }
        try await session.discard()
        try judge(looks)
    }

    private func judge(_ looks: [Look]) throws {
        guard let half = looks.dropFirst().first, let all = looks.last else { return }
        let bytes = Double(all.written) / Double(half.written)
        let time = all.seconds / half.seconds
        let growth = looks.map(\.residentGrowth).max() ?? 0
        Report.line(
            "a journal of \(all.minutes) minutes: \(all.written / all.minutes) bytes written a minute, in the "
                + "second half \(Table.decimals(bytes - 1, 2)) times as many as in the first; opened in "
                + "\(Table.decimals(all.seconds, 2)) s, half of it in \(Table.decimals(half.seconds, 2)) s; "
                + "\(Table.mebibytes(Int(growth))) MiB more for it at most"
        )
        guard bytes < 2.1 else {
            throw BenchmarkError("what is written grows with the session's length")
        }
        guard time < 3 else {
            throw BenchmarkError("a session takes \(time) times as long to open as its half")
        }
        guard growth < 8 << 20 else {
            throw BenchmarkError("to open a session takes \(growth) bytes")
        }
    }

    /// Opens the session while its manifest is still that of the beginning, so that the journal is read.
    private func look(at path: String, minutes: Int, since before: Int) throws -> Look {
        let written = try written() - before
        let resident = Environment.residentBytes ?? 0
        var seconds = Double.infinity
        for _ in 0..<3 {
            let start = ContinuousClock.now
            let manifest = try Session(opening: path).manifest
            seconds = min(seconds, (ContinuousClock.now - start) / .seconds(1))
            guard manifest.notes.first == "mark 1", manifest.clocks.count > 100 else {
                throw BenchmarkError("\(path): the session lacks what is in the journal")
            }
        }
        return Look(
            minutes: minutes,
            written: written,
            seconds: seconds,
            residentGrowth: (Environment.residentBytes ?? 0) - resident
        )
    }

    private func written() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/io", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("wchar: ") }
        guard let bytes = line.flatMap({ Int($0.dropFirst("wchar: ".count)) }) else {
            throw BenchmarkError("the kernel does not report what is written")
        }
        return bytes
    }
}
