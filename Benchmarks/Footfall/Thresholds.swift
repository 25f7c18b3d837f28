// The limits of `Benchmarks/thresholds.json`, which every run must hold. Each has a name, so that a run that falls
// short can say in what.

import Foundation

/// What the benchmarks must show.
struct Thresholds: Decodable {
    /// A peer must take at least so many times as long as we do.
    struct Ratio: Decodable {
        let contest: String
        /// A contender's name, or the beginning of several: then the fastest of them counts.
        let peer: String
        var minimum: Double
        /// What holds in its place on some processors, by vendor and family: a ratio of two programs is a
        /// property of the processor, too.
        let onProcessors: [String: Double]?
    }

    /// Something counted must be exactly so much.
    struct Exact: Decodable {
        let contest: String
        let value: Double
    }

    private(set) var ratios: [Ratio]
    let exact: [Exact]

    static func load(_ path: String) throws -> Thresholds {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        var thresholds = try JSONDecoder().decode(Thresholds.self, from: bytes)
        let processor = processor
        for (index, ratio) in thresholds.ratios.enumerated() {
            guard let processor, let minimum = ratio.onProcessors?[processor] else { continue }
            thresholds.ratios[index].minimum = minimum
        }
        return thresholds
    }

    /// This machine's processor by vendor and family, such as "AuthenticAMD 26".
    static var processor: String? {
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?
            .split(separator: "\n")
        func value(_ key: String) -> Substring? {
            lines?.first { $0.hasPrefix(key) }?.split(separator: " ").last
        }
        guard let vendor = value("vendor_id"), let family = value("cpu family") else { return nil }
        return "\(vendor) \(family)"
    }
}

/// How one threshold was met.
enum Verdict {
    case held(String)
    case fellShort(String)
    /// A peer is missing; whether that is a failure depends on who asks.
    case notMeasured(String)

    /// How many contests may be held once more: a machine that spoils more shows nothing.
    private static let repeats = 2

    /// The contests in which something fell short, if they are few.
    ///
    /// A time may be spoiled by the machine alone, so what fell short is held once more; a count is final.
    static func contestsToHoldAgain(
        of ratios: [Thresholds.Ratio],
        _ verdicts: [Verdict]
    ) -> Set<String> {
        let short = zip(ratios, verdicts).compactMap { ratio, verdict in
            if case .fellShort = verdict { ratio.contest } else { nil }
        }
        let contests = Set(short)
        return contests.count <= repeats ? contests : []
    }

    /// Combines two verdicts on one threshold: the second decides, and the text has both.
    func held(again second: Verdict) -> Verdict {
        let both = "\(text); held once more, \(second.text)"
        return switch second {
        case .held: .held(both)
        case .fellShort: .fellShort(both)
        case .notMeasured: .notMeasured(both)
        }
    }

    private var text: String {
        switch self {
        case .held(let text), .fellShort(let text), .notMeasured(let text): text
        }
    }

    static func of(_ ratio: Thresholds.Ratio, in standings: [Standing]) -> Verdict {
        let name = "\(ratio.contest) against \(ratio.peer)"
        guard let standing = standings.first(where: { $0.contest.name == ratio.contest }) else {
            return .notMeasured("\(name): not part of this run")
        }
        let gone = standing.missing.filter { $0.name.hasPrefix(ratio.peer) }
        if let first = gone.first {
            return .notMeasured("\(name): \(first.needs) is missing; run `make bench`")
        }
        guard let measured = standing.ratio(toFastestOf: ratio.peer) else {
            return .notMeasured("\(name): no such contender")
        }
        let text = "\(name): \(Table.decimals(measured, 2)) of \(Table.decimals(ratio.minimum, 2))"
        return measured >= ratio.minimum ? .held(text) : .fellShort(text)
    }
}
