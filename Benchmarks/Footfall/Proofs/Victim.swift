// The processes that are killed, and how their files are examined: a recording of numbered samples by itself, and the
// command with its session folder.

import Foundation
import Glibc
import MotionRecorder
import SampleFile
import SystemCalls

/// What a kill left.
struct KillOutcome: Sendable {
    var wasTorn: Bool
    var samples: Int
    var lostMilliseconds: Double
    /// How long the kernel kept its threads waiting since the last sample in the file.
    var heldMilliseconds = 0.0
}

/// When a process had its first samples and when it was killed, and what kept it waiting.
private struct KilledLife: Sendable {
    var born, killed: Int64
    var waits: [KernelWaits.Span]
    /// How far its samples lie behind the machine's clock.
    var lag: Int64
}

/// Reads the newest record of a growing file, to find how far its clock lags behind the machine's.
///
/// The lag is exact to the 20 ms that a record waits for its flush, and to one look.
private struct NewestRecord {
    private(set) var lag: Int64?
    private var size: Int64 = 0

    mutating func look(at path: String, _ now: Int64) {
        guard let file = try? OpenFile.open(path), let found = try? file.size(), found != size,
            let end = try? file.read(1024, at: max(0, found - 1024))
        else { return }
        size = found
        let text = String(decoding: end, as: UTF8.self)
        guard let key = text.range(of: "\"uptime\":", options: .backwards),
            let seconds = Double(text[key.upperBound...].prefix { $0.isNumber || $0 == "." })
        else { return }
        lag = min(lag ?? .max, now - Int64(seconds * 1e9))
    }
}

/// A process that is killed while it records.
protocol Victim: Sendable {
    /// The program and its arguments.
    var command: [String] { get }
    var folder: String { get }
    /// The sample file, once there is one.
    var file: String? { get }
    /// Whether its samples lie behind the machine's clock by the time that its start took.
    var hasClockOfItsOwn: Bool { get }
    /// Examines what is left, and repairs it.
    func examine(killedAt instant: Int64) throws -> KillOutcome
}

extension Victim {
    /// The size of a file without a record: the brackets alone, or two compressed frames of them.
    private var bytesOfEmptyFile: Int64 { file?.hasSuffix(".zst") == true ? 40 : 4 }

    /// Lets it run for some time and kills it; `nil` if the machine stood still for so long meanwhile that it may have
    /// ended by itself.
    func live(for seconds: Double) async throws -> KillOutcome? {
        try? FileManager.default.removeItem(atPath: folder)
        try FileSystem.makeDirectories(folder)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let end = try await kill(process.processIdentifier, after: seconds)
        process.waitUntilExit()
        guard end.killed - end.born < 30_000_000_000 else { return nil }
        var outcome = try examine(killedAt: end.killed - end.lag)
        let lastWritten = end.killed - Int64(outcome.lostMilliseconds * 1e6)
        outcome.heldMilliseconds = end.waits.milliseconds(since: lastWritten)
        try FileManager.default.removeItem(atPath: folder)
        return outcome
    }

    /// Kills a process some time after it has a file, and watches all the time what keeps it waiting.
    private func kill(_ process: Int32, after seconds: Double) async throws -> KilledLife {
        try await withCheckedThrowingContinuation { continuation in
            do {
                _ = try SystemThread.spawn(name: "killer") {
                    // With a higher priority than all that keeps the process waiting, if the system allows it.
                    try? SystemThread.setPriorityOfThisThread(.realTime(1))
                    continuation.resume(with: Result { try watchAndKill(process, after: seconds) })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    private func watchAndKill(_ process: Int32, after seconds: Double) throws -> KilledLife {
        var waits = KernelWaits(of: process)
        let begin = SystemClock.boottime.nanoseconds
        var born: Int64?
        var newest = NewestRecord()
        while true {
            Thread.sleep(forTimeInterval: KernelWaits.pauseInSeconds)
            let looked = SystemClock.boottime.nanoseconds
            waits.look()
            let now = SystemClock.boottime.nanoseconds
            guard let born else {
                // A kill before there is a file proves nothing: the time runs from the first flush on.
                let size = file.flatMap { try? OpenFile.open($0).size() } ?? 0
                if size > bytesOfEmptyFile { born = now }
                guard FileSystem.kind(of: "/proc/\(process)") != .missing else {
                    throw BenchmarkError("the recording did not start")
                }
                if now - begin > 30_000_000_000 {
                    Glibc.kill(process, SIGKILL)
                    throw BenchmarkError("the recording did not start")
                }
                continue
            }
            if hasClockOfItsOwn, let file { newest.look(at: file, now) }
            // This thread may have to wait, too: the last look must come right before the kill.
            if Double(now - born) >= seconds * 1e9, now - looked < 5_000_000 {
                Glibc.kill(process, SIGKILL)
                return KilledLife(
                    born: born,
                    killed: now,
                    waits: waits.spans,
                    lag: newest.lag ?? 0
                )
            }
        }
    }

    /// The bytes of a document, if it is compressed by `zstd`'s reading of it, and whether `zstd` finds it whole.
    func document(_ file: String) throws -> (bytes: Data, isWhole: Bool) {
        guard file.hasSuffix(".zst") else {
            return (try Data(contentsOf: URL(fileURLWithPath: file)), true)
        }
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["zstd", "--decompress", "--stdout", "--quiet", file]
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (bytes, process.terminationStatus == 0)
    }

    /// How many records Foundation's reader finds in a document.
    func recordCount(of file: String) throws -> Int {
        let (bytes, isWhole) = try document(file)
        guard isWhole else { throw BenchmarkError("\(file) is torn") }
        guard let records = try JSONSerialization.jsonObject(with: bytes) as? [Any] else {
            throw BenchmarkError("\(file) is no array")
        }
        return records.count
    }

    /// How many complete records that reader finds in a file that may be torn: each has a line.
    func completeRecords(of file: String) throws -> Int {
        let bytes = try document(file).bytes
        return bytes.split(separator: UInt8(ascii: "\n")).count { line in
            let record = line.last == UInt8(ascii: ",") ? line.dropLast() : line
            return record.first == UInt8(ascii: "{")
                && (try? JSONSerialization.jsonObject(with: Data(record))) != nil
        }
    }
}

/// Numbered samples, by the recorder alone.
struct KilledRecording: Victim {
    let program: String
    let folder: String
    var isCompressed = false

    var command: [String] {
        [program, "numbered", "--output", folder] + (isCompressed ? ["--compress"] : [])
    }
    var file: String? { path }
    var hasClockOfItsOwn: Bool { false }
    private var path: String { folder + "/numbered.json" + (isCompressed ? ".zst" : "") }

    func examine(killedAt instant: Int64) throws -> KillOutcome {
        let file = path
        let parses = (try? recordCount(of: file)) != nil
        let complete = try completeRecords(of: file)
        let found = try SampleFileRecovery.examine(path: file, schema: MotionFormat.schema)
        guard found.isComplete == parses else {
            throw BenchmarkError(
                "\(file): we say '\(found)', another reader \(parses ? "reads it" : "does not")"
            )
        }
        if !parses {
            _ = try SampleFileRecovery.repair(path: file, schema: MotionFormat.schema)
        }
        let records = try recordCount(of: file)
        guard records == complete, found.intactRecords == complete else {
            throw BenchmarkError(
                "\(file): of \(complete) complete records, \(found.intactRecords) were found and "
                    + "\(records) kept"
            )
        }
        let walk = try NumberedWalk(through: file)
        // The start mark is a record too.
        guard records == walk.samples + walk.gaps + 1 else {
            throw BenchmarkError("\(file): \(records) records, \(walk.samples) samples")
        }
        return KillOutcome(
            wasTorn: !parses,
            samples: walk.samples,
            lostMilliseconds: Double(instant) / 1e6 - walk.lastUptime * 1e3
        )
    }
}

/// The command: `check` says how the session ended, `repair` closes it.
struct KilledSession: Victim {
    let footfall: String
    let folder: String

    var command: [String] {
        [
            footfall, "record", "--source", "synthetic", "--rate", "1000", "--duration", "60",
            "--placement", "lowBack", "-o", folder,
        ]
    }

    private var session: String? {
        ((try? FileSystem.list(folder)) ?? []).first.map { "\(folder)/\($0)" }
    }

    var file: String? { session.map { $0 + "/lowBack_motion.json" } }
    /// A walk begins when all of its recorders are open, but its clock begins at the session's start.
    var hasClockOfItsOwn: Bool { true }

    func examine(killedAt instant: Int64) throws -> KillOutcome {
        guard let session, let file else { throw BenchmarkError("there is no session") }
        let parses = (try? recordCount(of: file)) != nil
        let complete = try completeRecords(of: file)
        let command = FootfallCommand(path: footfall)
        let verdict = try command.check(session).verdict
        guard verdict == "interrupted" || verdict == "damaged" && !parses else {
            throw BenchmarkError("\(session): check says \(verdict)")
        }
        try command.repair(session)
        let repaired = try command.check(session)
        guard repaired.status == "interrupted", repaired.damage.isEmpty else {
            throw BenchmarkError(
                "\(session): repair leaves it \(repaired.status), with damage \(repaired.damage)"
            )
        }
        let records = try recordCount(of: file)
        guard records == complete else {
            throw BenchmarkError("\(file): of \(complete) complete records, \(records) were kept")
        }
        var reader = try SampleFileReader(opening: file, schema: MotionFormat.schema)
        var samples = 0
        var lastUptime = 0.0
        while let batch = try reader.nextBatch() {
            samples += batch.count
            lastUptime = batch.number(batch.count - 1, MotionFormat.Column.uptime) ?? lastUptime
        }
        return KillOutcome(
            wasTorn: !parses,
            samples: samples,
            lostMilliseconds: Double(instant) / 1e6 - lastUptime * 1e3
        )
    }
}
