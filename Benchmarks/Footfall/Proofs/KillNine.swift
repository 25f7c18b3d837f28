// Kills a recording of numbered samples, 1,000 a second, at 200 random instants: what is lost is no
// more than one flush interval, almost every file parses as it lies, and the few that a kill tore
// inside a write are read up to there and mended.

import Foundation
import MotionRecorder
import SampleFile
import Synchronization
import SystemCalls

struct KillNine {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() async throws {
        let kills = try arguments.integer("kills", 200)
        let parallel = try arguments.integer("parallel", 10)
        let folder = arguments.text("output", ".build/proofs/kill9")
        // 250 ms between flushes, and the writer's naps of 20 ms at most between looks at the time.
        let allowed = try arguments.integer("allowed-milliseconds", 270)
        guard let program = Bundle.main.executablePath else {
            throw BenchmarkError("cannot tell where this program lies")
        }
        let board = Board()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<parallel {
                group.addTask {
                    while let number = board.take(of: kills) {
                        let victim = Victim(program: program, folder: "\(folder)/\(number)")
                        board.note(try await victim.live(for: .random(in: 0.3...1.3)))
                    }
                }
            }
            try await group.waitForAll()
        }
        try judge(board.all, allowed)
    }

    private func judge(_ outcomes: [Outcome], _ allowed: Int) throws {
        let torn = outcomes.filter(\.wasTorn)
        let lost = outcomes.map(\.lostMilliseconds).sorted()
        Report.line(
            "\(outcomes.count) kills: \(outcomes.count - torn.count) files parse as they lie, "
                + "\(torn.count) torn and mended; lost at most \(Table.decimals(lost.last ?? 0, 1)) "
                + "ms, median \(Table.decimals(lost[lost.count / 2], 1)) ms; "
                + "\(outcomes.map(\.samples).reduce(0, +)) samples read"
        )
        guard torn.count <= max(1, outcomes.count / 200) else {
            throw BenchmarkError("\(torn.count) files do not parse as they lie")
        }
        guard let worst = lost.last, worst <= Double(allowed) else {
            throw BenchmarkError(
                "\(lost.filter { $0 > Double(allowed) }.count) recordings lost more than "
                    + "\(allowed) ms"
            )
        }
    }
}

/// Who is next, and what was found so far.
private final class Board: Sendable {
    private let next = Atomic<Int>(0)
    private let outcomes = Mutex<[Outcome]>([])

    var all: [Outcome] { outcomes.withLock { $0 } }

    func take(of count: Int) -> Int? {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        return number < count ? number : nil
    }

    func note(_ outcome: Outcome) {
        outcomes.withLock { $0.append(outcome) }
    }
}

/// What a kill left.
private struct Outcome: Sendable {
    var wasTorn: Bool
    var samples: Int
    var lostMilliseconds: Double
}

/// One recording that will not end well.
private struct Victim {
    let program: String
    let folder: String
    private var file: String { folder + "/numbered.json" }

    init(program: String, folder: String) {
        self.program = program
        self.folder = folder
    }

    func live(for seconds: Double) async throws -> Outcome {
        try? FileManager.default.removeItem(atPath: folder)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["numbered", "--output", folder]
        try process.run()
        // A kill before there is a file proves nothing: the time runs from the first flush on.
        var born = false
        while !born {
            try await Task.sleep(for: .milliseconds(10))
            born = ((try? FileSystem.size(of: file)) ?? 0) > 4
            guard process.isRunning else { throw BenchmarkError("the recording did not start") }
        }
        try await Task.sleep(for: .seconds(seconds))
        let killed = SystemClock.boottime.nanoseconds
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return try examine(killedAt: killed)
    }

    private func examine(killedAt killed: Int64) throws -> Outcome {
        // Another reader than ours says whether it is a document.
        let parses = (try? recordCount()) != nil
        let found = try SampleFileRecovery.examine(path: file, schema: MotionFormat.schema)
        guard found.isComplete == parses else {
            throw BenchmarkError(
                "\(file): we say '\(found)', another reader \(parses ? "reads it" : "does not")"
            )
        }
        if !parses {
            _ = try SampleFileRecovery.repair(path: file, schema: MotionFormat.schema)
        }
        let records = try recordCount()
        let walk = try NumberedWalk(through: file)
        // The start mark is a record too.
        guard records == walk.samples + walk.gaps + 1 else {
            throw BenchmarkError("\(file): \(records) records, \(walk.samples) samples")
        }
        try FileManager.default.removeItem(atPath: folder)
        return Outcome(
            wasTorn: !parses,
            samples: walk.samples,
            lostMilliseconds: Double(killed) / 1e6 - walk.lastUptime * 1e3
        )
    }

    private func recordCount() throws -> Int {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        guard let records = try JSONSerialization.jsonObject(with: bytes) as? [Any] else {
            throw BenchmarkError("\(file) is no array")
        }
        return records.count
    }
}
