// What a file of columns becomes, as words that a test can compare.

import RecorderKinds
import SampleStream
import Timebase

@testable import LineRecorder

/// The samples of a text, a word for each, and what has taken them.
struct TakenTable {
    var words: [String]
    var taker: TableTaker
    private let mapping: LineMapping

    /// Takes a text, whose bytes come in pieces of a size.
    init(
        _ text: String,
        _ map: String,
        units: String = "",
        layout: TableLayout = TableLayout(),
        rate: Double? = nil,
        piece: Int = 7
    ) throws {
        mapping = try LineMapping(map, units: units)
        taker = TableTaker(mapping, layout, rateInHertz: rate)
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: piece) {
            taker.take(bytes[start..<min(start + piece, bytes.count)].span)
        }
        taker.finish()
        words = taker.ready.map { sample in
            let time = "\(sample.time.nanoseconds)"
            if case .gap(let lost, _, let isEstimated) = sample.role {
                return "\(time) lost \(lost)\(isEstimated ? " estimated" : "")"
            }
            return "\(time) \(sample.x)\(sample.isEstimated ? " estimated" : "")"
        }
    }

    /// How many rows have an earlier time than one ahead of them, or one that those beside them contradict.
    var contradicted: Int64 { taker.times.behind + taker.times.setBacks.rows }

    /// Why the file could not be imported.
    var obstacle: TableError.Kind? { taker.facts.obstacle(mapping, behind: contradicted) }

    /// What is told of the file.
    var notes: [String] {
        taker.facts.notes(behind: taker.times.behind, setBacks: taker.times.setBacks.count)
    }
}
