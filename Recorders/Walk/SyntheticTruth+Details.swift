// Stores a walk's description with the recording. The source puts it into its details and the manifest keeps
// it, so the truth can be computed and written at once or years later.

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

    /// The largest uptime accepted from a manifest, 146 years in nanoseconds: it keeps sums from overflowing.
    private static let longestUptime: UInt64 = 4_600_000_000_000_000_000

    /// Everything needed to compute the truth again, as a source's details.
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

    /// The truth about a source's samples, from the source's description; `nil` unless it is a synthetic walk.
    public init?(of source: SourceDescription) {
        guard source.kind == "synthetic" else { return nil }
        self.init(details: source.details)
    }

    /// The truth from the details in a synthetic walk's description or in the manifest.
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

    /// Writes the truth next to a sample file that its recorder has closed.
    ///
    /// - Parameters:
    ///   - file: The file of samples.
    ///   - stepPath: The task's step to which the samples belong; by default the file's identifier.
    ///   - stop: Ends the writing early.
    /// - Returns: The place and the content of the truth file; `nil`, and no file, if writing was stopped.
    /// - Throws: An error if the file could not be written; no truth file is left then.
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
