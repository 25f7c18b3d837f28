// How well the machine's clock was synchronised during a session, from the journal. A comparison of sessions of
// several machines needs this first.

internal import SampleFile
internal import Timebase

/// How well the clock of the time of day was synchronised.
public struct ClockKnowledge: Hashable, Sendable, Codable {
    /// How many times the state of the synchronisation was read.
    public var looks = 0
    /// How many times the clock was synchronised to a reference.
    public var synchronizedLooks = 0
    /// The programs that answered, in the order of their first answers.
    public var sources: [String] = []
    /// The references of the clock, in the order of first mention; only the first few.
    public var references: [String] = []
    /// The smallest error bound while the clock was synchronised, in milliseconds.
    public var bestErrorMilliseconds: Double?
    /// The largest error bound while the clock was synchronised, in milliseconds.
    public var worstErrorMilliseconds: Double?

    private static let mostNames = 4

    init() {}

    /// Reads a session's journal; `nil` if it has no such record.
    public init?(of session: Session) {
        self.init()
        // A damaged journal is reported elsewhere; what comes before the damage is valid.
        guard let name = session.manifest.journal?.path,
            var reader = try? SampleFileReader(
                opening: name,
                in: session.folder,
                schema: JournalFile.schema
            )
        else { return nil }
        while let batch = try? reader.nextBatch() {
            for row in 0..<batch.count {
                if let told = JournalReading.synchronization(row, of: batch) { add(told) }
            }
        }
        if looks == 0 { return nil }
    }

    mutating func add(_ told: ClockSynchronization) {
        looks += 1
        Self.add(told.source, to: &sources)
        guard told.isSynchronized else { return }
        synchronizedLooks += 1
        if let reference = told.reference { Self.add(reference, to: &references) }
        guard let error = told.errorNanoseconds, error >= 0 else { return }
        let milliseconds = Double(error) / 1e6
        bestErrorMilliseconds = min(bestErrorMilliseconds ?? milliseconds, milliseconds)
        worstErrorMilliseconds = max(worstErrorMilliseconds ?? milliseconds, milliseconds)
    }

    private static func add(_ name: String, to names: inout [String]) {
        guard !names.contains(name), names.count < mostNames else { return }
        names.append(name)
    }

    /// All of it in one line.
    public var summary: String {
        let source = sources.joined(separator: ", ")
        guard synchronizedLooks > 0 else {
            return
                "never synchronized, as \(source) reported; clocks cannot align it with other boards' sessions"
        }
        let reference =
            references.isEmpty ? "" : " to \(references.joined(separator: ", "))"
        var words = "synchronized\(reference), as \(source) reported"
        if let best = bestErrorMilliseconds, let worst = worstErrorMilliseconds {
            let (least, most) = (
                QualityRules.seconds(best / 1e3), QualityRules.seconds(worst / 1e3)
            )
            words +=
                least == most
                ? "; known to \(most)" : "; known to \(least) at best, \(most) at worst"
        }
        let missing = looks - synchronizedLooks
        if missing > 0 { words += "; not synchronized at \(missing) of \(looks) readings" }
        return words
    }
}
