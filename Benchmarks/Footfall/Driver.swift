// `run`: holds every contest, prints the table, and ends with 1 when a threshold is not held. It
// builds nothing; `make bench` does.

import Foundation

struct Driver {
    private let arena: Arena
    private let trials: Int
    private let only: String?
    private let thresholds: Thresholds
    private let mustBeComplete: Bool

    init(_ arguments: Arguments) throws {
        guard let program = Bundle.main.executablePath else {
            throw BenchmarkError("the path of this program is unknown")
        }
        let processors = ProcessInfo.processInfo.activeProcessorCount
        arena = Arena(
            program: program,
            peers: arguments.text("peers", ".build/peers"),
            sources: arguments.text("sources", "Benchmarks/peers"),
            scratch: try Self.makeScratch(arguments.text("scratch")),
            producerProcessor: 0,
            consumerProcessor: processors > 1 ? 1 : 0
        )
        trials = try arguments.integer("trials", 7)
        only = arguments.text("only")
        thresholds = try Thresholds.load(
            arguments.text("thresholds", "Benchmarks/thresholds.json")
        )
        mustBeComplete = ProcessInfo.processInfo.environment["CI"] == "true"
    }

    func run() throws {
        defer { try? FileManager.default.removeItem(atPath: arena.scratch) }
        try prepare()
        var standings = try contests.map { try hold($0) }
        let exact = try exactCounts()
        let ratios = thresholds.ratios.filter { isWanted($0.contest) }
        let first = ratios.map { Verdict.of($0, in: standings) }
        let again = Verdict.contestsToHoldAgain(of: ratios, first)
        for place in standings.indices where again.contains(standings[place].contest.name) {
            standings[place] = try hold(standings[place].contest)
        }

        Table.lines(of: standings).forEach(Report.line)
        var shortfalls = 0
        let verdicts =
            zip(ratios, first).map { ratio, verdict in
                again.contains(ratio.contest)
                    ? verdict.held(again: Verdict.of(ratio, in: standings)) : verdict
            } + exact
        Report.line("\nprocessor    \(Thresholds.processor ?? "not named")")
        for verdict in verdicts {
            switch verdict {
            case .held(let text):
                Report.line("held         \(text)")
            case .fellShort(let text):
                Report.line("FELL SHORT   \(text)")
                shortfalls += 1
            case .notMeasured(let text):
                Report.line("not measured \(text)")
                if mustBeComplete { shortfalls += 1 }
            }
        }
        guard shortfalls == 0 else {
            throw BenchmarkError("\(shortfalls) of \(verdicts.count) thresholds not held")
        }
    }

    private func hold(_ contest: Contest) throws -> Standing {
        Report.explain("\(contest.name) …")
        return try Trials.hold(contest, count: trials * contest.trialsFactor | 1)
    }

    private var contests: [Contest] {
        arena.contests.filter { isWanted($0.name) }
    }

    private func isWanted(_ contest: String) -> Bool {
        only.map { contest.hasPrefix($0) } ?? true
    }

    /// Writes the file that the contest `read` reads.
    private func prepare() throws {
        guard isWanted("read"),
            let writing = arena.contests.first(where: { $0.name == "json-file" })
        else { return }
        _ = try Trials.measure(writing.ours)
    }

    private func exactCounts() throws -> [Verdict] {
        try thresholds.exact.filter { isWanted($0.contest) }.map { exact in
            Report.explain("\(exact.contest) …")
            let measured = try Trials.measure(
                Contender(
                    name: exact.contest,
                    command: [arena.program, exact.contest],
                    needs: arena.program
                )
            )
            guard let each = measured.allocationsPerSample else {
                return .notMeasured("\(exact.contest): not counted")
            }
            let text = "\(exact.contest): \(each) a sample (\(measured.allocations ?? 0) in all)"
            return each == exact.value ? .held(text) : .fellShort(text)
        }
    }

    /// A folder in memory if the machine has room there, else beside the build.
    private static func makeScratch(_ asked: String?) throws -> String {
        let memory = "/dev/shm"
        let room = try? FileManager.default.attributesOfFileSystem(forPath: memory)
        let free = (room?[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
        let isRoomy = free > 1 << 29 && FileManager.default.isWritableFile(atPath: memory)
        let parent = asked ?? (isRoomy ? memory : ".build")
        let name = "footfall-benchmarks.\(ProcessInfo.processInfo.processIdentifier)"
        let path = "\(parent)/\(name)"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        return path
    }
}
