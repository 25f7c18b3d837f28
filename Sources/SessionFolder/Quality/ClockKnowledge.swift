// How well the machine's clock was known while a session was recorded, by all that the journal tells of it: whoever puts
// sessions of several boards beside each other needs it before anything else.

internal import SampleFile
internal import Timebase

/// How well the clock of the time of day was known.
public struct ClockKnowledge: Hashable, Sendable, Codable {
    /// How often somebody was asked.
    public var looks = 0
    /// How many times the clock was held to a reference.
    public var synchronizedLooks = 0
    /// Who told it, in the order of their first words.
    public var sources: [String] = []
    /// What it was held to, likewise; the first few.
    public var references: [String] = []
    /// The least bound of its error, where it was held, in milliseconds.
    public var bestErrorMilliseconds: Double?
    /// The greatest one.
    public var worstErrorMilliseconds: Double?

    private static let mostNames = 4

    init() {}

    /// What a session's journal tells; `nil` where it tells nothing of it.
    public init?(of session: Session) {
        self.init()
        // What is wrong with the journal is found elsewhere: what it tells until then is true.
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

    /// In a line.
    public var summary: String {
        let source = sources.joined(separator: ", ")
        guard synchronizedLooks > 0 else {
            return
                "held to nothing, as \(source) told; other boards' sessions cannot be put beside it by clocks"
        }
        let reference =
            references.isEmpty ? "" : " to \(references.joined(separator: ", "))"
        var words = "held\(reference), as \(source) told"
        if let best = bestErrorMilliseconds, let worst = worstErrorMilliseconds {
            let (least, most) = (
                QualityRules.seconds(best / 1e3), QualityRules.seconds(worst / 1e3)
            )
            words +=
                least == most
                ? "; known to \(most)" : "; known to \(least) at best, \(most) at worst"
        }
        let missing = looks - synchronizedLooks
        if missing > 0 { words += "; held to nothing at \(missing) of \(looks) looks" }
        return words
    }
}
