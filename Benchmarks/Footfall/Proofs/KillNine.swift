// Kills a recording of numbered samples, 1,000 a second, at 200 random instants: it loses no more than one flush
// interval, almost every file parses as it is, and the few that a kill has cut inside a write are read up to there
// and repaired.

import Foundation
import Synchronization

struct KillNine {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() async throws {
        let kills = try arguments.integer("kills", 200)
        let parallel = try arguments.integer("parallel", 6)
        let folder = arguments.text("output", ".build/proofs/kill9")
        // The flush interval is 250 ms. At least half of the kills must lose no more than that, whatever else runs.
        // Each kill may also lose the time for which the kernel has kept the recording's threads waiting since the
        // last sample in the file.
        let allowed = try arguments.integer("allowed-milliseconds", 250)
        guard let program = Bundle.main.executablePath else {
            throw BenchmarkError("the path of this program is unknown")
        }
        let isCompressed = arguments.flag("compress")
        let recordings = try await kill(kills, parallel) { number in
            KilledRecording(
                program: program,
                folder: "\(folder)/\(number)",
                isCompressed: isCompressed
            )
        }
        try judge(isCompressed ? "compressed recordings" : "recordings", recordings, allowed)

        guard let footfall = arguments.text("footfall") else { return }
        let sessions = try await kill(max(10, kills / 5), parallel) { number in
            KilledSession(footfall: footfall, folder: "\(folder)/session-\(number)")
        }
        try judge("runs of the command", sessions, allowed)
    }

    private func kill(
        _ count: Int,
        _ parallel: Int,
        _ victim: @escaping @Sendable (Int) -> some Victim
    ) async throws -> [KillOutcome] {
        let board = Board()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<parallel {
                group.addTask {
                    while let number = board.take(of: count) {
                        board.note(try await killed(victim(number)))
                    }
                }
            }
            try await group.waitForAll()
        }
        return board.all
    }

    private func killed(_ victim: some Victim) async throws -> KillOutcome {
        for _ in 0..<3 {
            if let outcome = try await victim.live(for: .random(in: 0.3...1.3)) { return outcome }
            Report.line("\(victim.folder): the machine stood still; it is tried again")
        }
        throw BenchmarkError("\(victim.folder): the machine stood still three times")
    }

    private func judge(_ what: String, _ outcomes: [KillOutcome], _ allowed: Int) throws {
        let torn = outcomes.filter(\.wasTorn)
        let lost = outcomes.map(\.lostMilliseconds).sorted()
        guard !lost.isEmpty else { throw BenchmarkError("no \(what) were killed") }
        let median = lost[lost.count / 2]
        Report.line(
            "\(outcomes.count) killed \(what): \(outcomes.count - torn.count) files parse as they lie, "
                + "\(torn.count) torn and repaired; lost at most \(Table.decimals(lost.last ?? 0, 1)) "
                + "ms, median \(Table.decimals(median, 1)) ms; kept "
                + "waiting by the kernel at most \(Table.decimals(outcomes.map(\.heldMilliseconds).max() ?? 0, 1)) ms; "
                + "\(outcomes.map(\.samples).reduce(0, +)) samples read"
        )
        guard torn.count <= max(1, outcomes.count / 200) else {
            throw BenchmarkError("\(torn.count) files do not parse as they lie")
        }
        guard median <= Double(allowed) else {
            throw BenchmarkError(
                "of every other one of the \(what) more than \(allowed) ms is lost: "
                    + "\(Table.decimals(median, 1)) ms"
            )
        }
        let late = outcomes.filter { $0.lostMilliseconds > Double(allowed) + $0.heldMilliseconds }
        guard late.isEmpty else {
            throw BenchmarkError(
                "of \(late.count) recordings more than \(allowed) ms is lost beside the time that the "
                    + "kernel kept them waiting: "
                    + late.map {
                        "\(Table.decimals($0.lostMilliseconds, 1)) ms beside "
                            + "\(Table.decimals($0.heldMilliseconds, 1)) ms"
                    }.joined(separator: ", ")
            )
        }
    }
}

/// Hands out the numbers of the kills, and collects their outcomes.
private final class Board: Sendable {
    private let next = Atomic<Int>(0)
    private let outcomes = Mutex<[KillOutcome]>([])

    var all: [KillOutcome] { outcomes.withLock { $0 } }

    func take(of count: Int) -> Int? {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        return number < count ? number : nil
    }

    func note(_ outcome: KillOutcome) {
        outcomes.withLock { $0.append(outcome) }
    }
}
