// Runs the programs of a contest in turn, round after round, each time in the other direction, and
// compares them within each round: a machine shared with others has slow minutes and fast ones,
// and a round is short enough to lie in one of them.

import Foundation

/// The measurements of a contest.
struct Standing {
    let contest: Contest
    /// Each round's measurements by the contender's name.
    var rounds: [[String: Measurement]]
    /// The contenders that could not run.
    var missing: [Contender]

    var ours: Measurement? { median(of: contest.ours.name) }

    /// A contender's measurement in the middle of all of its own.
    func median(of name: String) -> Measurement? {
        Self.middle(rounds.compactMap { $0[name] }) { $0.nanoseconds < $1.nanoseconds }
    }

    /// How many times as long a peer takes as we do: the median of the rounds' ratios.
    func ratio(to peer: String) -> Double? {
        let ratios = rounds.compactMap { round -> Double? in
            guard let ours = round[contest.ours.name], let peer = round[peer] else { return nil }
            return peer.nanoseconds / ours.nanoseconds
        }
        return Self.middle(ratios, by: <)
    }

    private static func middle<Value>(
        _ values: [Value],
        by areInOrder: (Value, Value) -> Bool
    ) -> Value? {
        values.sorted(by: areInOrder).dropFirst(values.count / 2).first
    }

    /// The smallest ratio among peers whose names begin so.
    func ratio(toFastestOf prefix: String) -> Double? {
        contest.peers.map(\.name).filter { $0.hasPrefix(prefix) }
            .compactMap { ratio(to: $0) }.min()
    }
}

enum Trials {
    static func hold(_ contest: Contest, count: Int) throws -> Standing {
        let isThere = { (contender: Contender) in
            FileManager.default.fileExists(atPath: contender.needs)
        }
        let present = contest.contenders.filter(isThere)
        let rounds = try (0..<count).map { number in
            var round: [String: Measurement] = [:]
            for contender in number.isMultiple(of: 2) ? present : present.reversed() {
                round[contender.name] = try measure(contender)
            }
            return round
        }
        let standing = Standing(
            contest: contest,
            rounds: rounds,
            missing: contest.contenders.filter { !isThere($0) }
        )
        try checkAgreement(standing)
        return standing
    }

    static func measure(_ contender: Contender) throws -> Measurement {
        let output = try launch(contender.command)
        guard let measurement = try? JSONDecoder().decode(Measurement.self, from: output) else {
            throw BenchmarkError(
                "\(contender.name) printed no measurement: \(String(decoding: output, as: UTF8.self))"
            )
        }
        return measurement
    }

    private static func launch(_ command: [String]) throws -> Data {
        guard let program = command.first else { throw BenchmarkError("nothing to run") }
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = Array(command.dropFirst())
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkError(
                "`\(command.joined(separator: " "))` ended with \(process.terminationStatus)"
            )
        }
        return output
    }

    /// Throws if the programs did not do the same work.
    private static func checkAgreement(_ standing: Standing) throws {
        guard let ours = standing.ours else { return }
        for name in standing.contest.peers.map(\.name) {
            guard let theirs = standing.median(of: name) else { continue }
            switch standing.contest.agreement {
            case .none:
                break
            case .bytes:
                guard let mine = ours.bytesPerRecord, let other = theirs.bytesPerRecord,
                    abs(mine - other) < 0.005 * mine
                else { throw unlike(standing, name, "bytes a record", ours, theirs) }
            case .sum:
                guard let mine = ours.sum, let other = theirs.sum,
                    ours.records == theirs.records, abs(mine - other) < 1e-9 * abs(mine)
                else { throw unlike(standing, name, "what they read", ours, theirs) }
            }
        }
    }

    private static func unlike(
        _ standing: Standing,
        _ name: String,
        _ what: String,
        _ ours: Measurement,
        _ theirs: Measurement
    ) -> BenchmarkError {
        BenchmarkError(
            "\(standing.contest.name): footfall and \(name) differ in \(what): "
                + "\(ours) against \(theirs)"
        )
    }
}

extension Measurement {
    var bytesPerRecord: Double? {
        guard let bytes, let records, records > 0 else { return nil }
        return Double(bytes) / Double(records)
    }

    var megabytesPerSecond: Double? {
        bytesPerRecord.map { $0 / nanoseconds * 1000 }
    }
}
