// What is killed, and how what it leaves is looked at: a recording of numbered samples by itself, and
// the command with its session folder.

import Foundation
import MotionRecorder
import SampleFile
import SystemCalls

/// What a kill left.
struct KillOutcome: Sendable {
    var wasTorn: Bool
    var samples: Int
    var lostMilliseconds: Double
    /// How long the kernel kept its threads waiting just before the kill: that is no time of its own.
    var heldMilliseconds = 0.0
}

/// A process that will not end well.
protocol Victim: Sendable {
    /// Its words, the program first.
    var command: [String] { get }
    var folder: String { get }
    /// The sample file, once there is one.
    var file: String? { get }
    /// Looks at what is left, and mends it.
    func examine(killedAt instant: Int64) throws -> KillOutcome
}

extension Victim {
    /// Lets it run for some time and kills it; nothing where the machine stood still for so long meanwhile that
    /// it may have come to its own end.
    func live(for seconds: Double) async throws -> KillOutcome? {
        try? FileManager.default.removeItem(atPath: folder)
        try FileSystem.makeDirectories(folder)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        // A kill before there is a file proves nothing: the time runs from the first flush on.
        var born = false
        while !born {
            try await Task.sleep(for: .milliseconds(10))
            born = file.map { ((try? OpenFile.open($0).size()) ?? 0) > 4 } ?? false
            guard process.isRunning else { throw BenchmarkError("the recording did not start") }
        }
        let birth = ContinuousClock.now
        let window = min(.seconds(seconds), KernelWaits.window)
        try await Task.sleep(for: .seconds(seconds) - window)
        var waits = KernelWaits(of: process.processIdentifier)
        let end = ContinuousClock.now + window
        while ContinuousClock.now < end {
            try await Task.sleep(for: KernelWaits.pause)
            waits.look()
        }
        var looked, killed: Int64
        repeat {
            looked = SystemClock.boottime.nanoseconds
            waits.look()
            killed = SystemClock.boottime.nanoseconds
            // Who looks may be kept from a processor too: the counts are to be those of the kill.
        } while killed - looked > 10_000_000
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        guard ContinuousClock.now - birth < .seconds(30) else { return nil }
        var outcome = try examine(killedAt: killed)
        outcome.heldMilliseconds = waits.milliseconds
        try FileManager.default.removeItem(atPath: folder)
        return outcome
    }

    /// How many records another reader than ours finds in a document.
    func recordCount(of file: String) throws -> Int {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        guard let records = try JSONSerialization.jsonObject(with: bytes) as? [Any] else {
            throw BenchmarkError("\(file) is no array")
        }
        return records.count
    }

    /// How many complete records that reader finds in a file that may be torn: each has a line.
    func completeRecords(of file: String) throws -> Int {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
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

    var command: [String] { [program, "numbered", "--output", folder] }
    var file: String? { folder + "/numbered.json" }

    func examine(killedAt instant: Int64) throws -> KillOutcome {
        let file = folder + "/numbered.json"
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
        let mended = try command.check(session)
        guard mended.status == "interrupted", mended.damage.isEmpty else {
            throw BenchmarkError(
                "\(session): repair leaves it \(mended.status), with damage \(mended.damage)"
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
