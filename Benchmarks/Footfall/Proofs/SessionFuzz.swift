// Sessions may come from cards that fail and from people who edit files. Whatever was changed in one, `check` and
// `repair` do not crash, and they never contradict each other.

import Foundation
import SessionFolder
import Timebase

struct SessionFuzz {
    private let rounds: Int
    private let seed: UInt64
    private let only: Int?
    private let originals: String
    private let scratch: String
    private let memory = ResidentMemory()

    init(_ arguments: Arguments) throws {
        rounds = try arguments.integer("rounds", 10_000)
        let random = Int(truncatingIfNeeded: UInt64.random(in: 0...(1 << 48)))
        seed = UInt64(try arguments.integer("seed", random))
        only = try arguments.text("round").map { _ in try arguments.integer("round", 0) }
        originals = arguments.text("originals", ".build/proofs/session-fuzz/originals")
        scratch = arguments.text("output", ".build/proofs/session-fuzz/run")
    }

    func run() throws {
        Report.line("session-fuzz --seed \(seed): \(rounds) sessions")
        let names = try FileManager.default.contentsOfDirectory(atPath: originals).sorted()
        guard !names.isEmpty else { throw BenchmarkError("there are no sessions in \(originals)") }
        let watch = RoundWatch("session-fuzz: --seed \(seed)")
        var tally: [String: Int] = [:]
        for round in only.map({ $0..<($0 + 1) }) ?? 0..<rounds {
            watch.begin(round)
            var random = SeededRandom(seed: seed &+ UInt64(round))
            let name = names[Int.random(in: names.indices, using: &random)]
            let session = "\(scratch)/\(name)"
            try? FileManager.default.removeItem(atPath: scratch)
            try FileManager.default.createDirectory(
                atPath: scratch,
                withIntermediateDirectories: true
            )
            try FileManager.default.copyItem(atPath: "\(originals)/\(name)", toPath: session)
            var mutation = SessionMutation(of: session, random)
            let changes = try mutation.apply()
            do throws(BenchmarkError) {
                tally[try judge(session), default: 0] += 1
            } catch {
                throw BenchmarkError(
                    "--seed \(seed) --round \(round): \(session), \(changes): \(error.what)"
                )
            }
            memory.sample()
        }
        watch.finish()
        let endings = tally.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        Report.line(
            "\(rounds) changed sessions: \(endings.joined(separator: ", ")); resident memory at most "
                + "\(Table.decimals(Double(memory.peak) / 1_048_576, 1)) MiB"
        )
        guard memory.peak <= 64 << 20 else { throw BenchmarkError("that is over 64 MiB") }
        guard only != nil || tally.count > 3 else {
            throw BenchmarkError("the changes try nothing: all sessions went the same way")
        }
    }

    /// Checks, repairs, checks and repairs again; returns the outcome in words.
    private func judge(_ session: String) throws(BenchmarkError) -> String {
        let before = try? SessionCheck(of: session)
        let report: RecoveryReport
        do throws(SessionError) {
            report = try SessionRepair.repair(session, at: Self.now)
        } catch {
            // The check reads a session of a later Footfall as far as it can, and says so; no repair rewrites it.
            if let before, before.verdict != .damaged, !isOfLaterVersion(session) {
                throw BenchmarkError(
                    "check says \(before.verdict), and repair refuses it: \(error)"
                )
            }
            return "refused"
        }
        guard let after = try? SessionCheck(of: session) else {
            throw BenchmarkError("no check is possible after the repair, \(report.lines)")
        }
        let damage = after.findings.filter { $0.severity == .damage }
        if (report.outcome == .cannotRepair) == damage.isEmpty {
            throw BenchmarkError(
                "repair ends with \(report.outcome.exitCode), \(report.lines), and check says \(damage)"
            )
        }
        try compare(before, report)
        guard let again = try? SessionRepair.repair(session, at: Self.now) else {
            throw BenchmarkError("a second repair refuses it")
        }
        if again.changed || (again.outcome == .cannotRepair) != (report.outcome == .cannotRepair) {
            throw BenchmarkError("a second repair says \(again.lines) after \(report.lines)")
        }
        return "\(before?.verdict.rawValue ?? "unreadable") and \(report.outcome)"
    }

    private func isOfLaterVersion(_ session: String) -> Bool {
        let version = try? Session(opening: session).manifest.version
        return version.map { $0 > SessionManifest.currentVersion } ?? false
    }

    /// Throws if the check did not predict what the repair has done.
    private func compare(_ check: SessionCheck?, _ report: RecoveryReport) throws(BenchmarkError) {
        guard let check else { return }
        if check.verdict != .damaged, report.outcome == .cannotRepair {
            throw BenchmarkError("check says \(check.verdict), and repair \(report.lines)")
        }
        if check.verdict == .damaged, !check.isRecoverable, report.outcome != .cannotRepair {
            throw BenchmarkError(
                "check says that no repair helps, \(check.findings), and repair ends well: \(report.lines)"
            )
        }
        if check.isRecoverable, !report.changed {
            throw BenchmarkError("check says a repair helps, and repair changes nothing")
        }
        let damage = check.findings.filter { $0.severity == .damage }
        for file in report.files where file.original != nil {
            let said = damage.filter { $0.file == file.path }
            if !said.isEmpty, !said.contains(where: { $0.remedy?.contains("repair`") == true }) {
                throw BenchmarkError("repair repairs \(file.path), of which check says \(said)")
            }
        }
    }

    /// An instant after all of the originals.
    private static let now = WallInstant(nanosecondsSince1970: 1_900_000_000_000_000_000)
}
