// A walk can be computed again from its description, so the description travels with the recording:
// the source says it, the manifest keeps it, and the truth can be written then or years later.

internal import FoundationEssentials
public import Recording
public import SampleFile
public import SampleStream
public import Timebase

extension SyntheticTruth {
    private enum Detail {
        static let walk = "walk"
        static let placement = "placement"
        static let rate = "rateInHertz"
        static let start = "walkStartNanoseconds"
    }

    /// 146 years in nanoseconds, as long as a manifest may say: it must not make a sum overflow.
    private static let longestUptime: UInt64 = 4_600_000_000_000_000_000

    /// All that is needed to compute the truth again, as a source's details.
    func details() throws -> [String: String] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let walk = try encoder.encode(sensor.walk.description)
        return [
            Detail.walk: String(decoding: walk, as: UTF8.self),
            Detail.placement: sensor.placement.rawValue,
            Detail.rate: "\(sensor.grid.rateInHertz)",
            Detail.start: "\(walkStart.nanoseconds)",
        ]
    }

    /// The truth about what a source gave, from what it said of itself; `nil` if it was no synthetic
    /// walk.
    public init?(of source: SourceDescription) {
        guard source.kind == "synthetic" else { return nil }
        self.init(details: source.details)
    }

    /// The truth from the details that a synthetic walk's source, or the manifest, gives.
    public init?(details: [String: String]) {
        guard let text = details[Detail.walk],
            let description = try? JSONDecoder()
                .decode(SyntheticWalkDescription.self, from: Data(text.utf8)),
            let walk = try? SyntheticWalk(description),
            let placement = details[Detail.placement].flatMap(WalkPlacement.init(rawValue:)),
            let grid = details[Detail.rate].flatMap(Double.init)
                .flatMap(SamplingGrid.init(rateInHertz:)),
            let start = details[Detail.start].flatMap(Int64.init),
            start.magnitude < Self.longestUptime
        else { return nil }
        self.init(
            sensor: SyntheticSensor(walk: walk, placement: placement, grid: grid),
            walkStart: BootInstant(nanoseconds: start)
        )
    }

    /// Writes the truth beside a file that a recorder has closed.
    ///
    /// - Parameters:
    ///   - file: The file of samples.
    ///   - stepPath: Where in the task the samples belong; without it the file's identifier.
    ///   - stop: Ends the writing early.
    /// - Returns: Where the truth is, and what is in it; `nil`, and no file, when it was stopped.
    /// - Throws: What stands in the way of the file; then it has made none.
    public func write(
        beside file: RecordedFile,
        stepPath: String? = nil,
        until stop: StopSignal = StopSignal()
    ) throws -> (place: FilePlace, summary: SampleFileSummary)? {
        let place = file.place.beside(Self.fileName)
        let summary = try write(
            creating: place,
            stepPath: stepPath ?? file.identifier,
            fileStart: file.start,
            fileEnd: file.end,
            until: stop
        )
        return summary.map { (place, $0) }
    }
}
