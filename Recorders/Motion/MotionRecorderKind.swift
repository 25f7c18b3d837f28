// Defines the `motion` recorder: what it writes, computes and reads back.

public import RecorderKinds
public import Recording
public import Research
public import SampleFile
public import SessionFolder

/// The recorder of motion, over any source of motion samples.
public typealias MotionRecorder = KindRecorder<MotionRecorderKind>

/// The kind of recorder that a task file calls `motion`.
public struct MotionRecorderKind: RecorderKind {
    /// The attitudes computed from the whole file that is recorded again; `nil` in an ordinary recording.
    private let offline: OfflineMotion?

    public init() { offline = nil }

    /// The kind for re-recording one file; its recorder writes only what was computed from the whole file.
    public init(of offline: OfflineMotion) { self.offline = offline }

    public var declaration: RSDDeclaration<any RSDAsyncActionConfiguration> { .motion }

    public var schema: RecordSchema { MotionFormat.schema }
    public var sensorTypes: [String] { MotionSensorType.allCases.map(\.rawValue) }

    public func format(for configuration: MotionRecorderConfiguration) -> MotionFormat {
        MotionFormat(plotting: configuration.request)
    }

    public func format(
        for configuration: MotionRecorderConfiguration,
        in environment: RecorderEnvironment
    ) -> MotionFormat {
        let counter = StepRequest(configuration)?.counter
        if let counter { environment.pedometers.join(counter) }
        return MotionFormat(plotting: configuration.request, counting: counter)
    }

    /// Twice the requested rate: a device uses the nearest rate that is not lower, which may be nearly twice as
    /// high.
    public func readingsPerSecond(for configuration: MotionRecorderConfiguration) -> Double {
        let request = configuration.request
        return 2 * request.rateInHertz * Double(request.types.count)
    }

    public func processor(
        for configuration: MotionRecorderConfiguration
    ) -> ProcessorMaker<MotionSample> {
        let request = configuration.request
        if let offline { return { OfflineProcessor(offline, for: request, of: $0) } }
        return { source in
            let processor = MotionProcessor(for: request, of: source)
            return StepRequest(configuration).map { StepMention($0, besides: processor) }
                ?? processor
        }
    }

    public func sensorTypes(for configuration: MotionRecorderConfiguration) -> [String] {
        configuration.request.wantedTypes.map(\.rawValue)
    }

    // MARK: Steps

    public func findings(
        beside file: RecordedFile,
        writtenBy format: MotionFormat,
        for configuration: MotionRecorderConfiguration
    ) -> RecorderFindings {
        var findings = format.counter?.findings(in: file) ?? RecorderFindings()
        if let note = StepRequest(configuration)?.note { findings.notes.insert(note, at: 0) }
        return findings
    }

    public func figures(
        of format: MotionFormat,
        for configuration: MotionRecorderConfiguration
    ) -> [LiveChannel] {
        guard let counter = format.counter else { return [] }
        return [
            LiveChannel(name: "steps", axes: [], counts: ("step", "steps")) {
                counter.now.map { now in
                    LiveChannel.LatestValue(
                        count: now.steps,
                        words: now.cadence.map { "\(Int($0.rounded())) a minute" }
                    )
                }
            }
        ]
    }

    public func plots(
        of format: MotionFormat,
        for configuration: MotionRecorderConfiguration
    ) -> [FigurePlot] {
        guard let counter = format.counter else { return [] }
        return [.cadence, .stepCount].map { (figure: StepFigure) in
            FigurePlot(
                RSDReadingsPlot(
                    stream: figure.rawValue,
                    lines: [figure.rawValue],
                    unit: figure.unit
                )
            ) { counter.course(of: figure, over: $0) }
        }
    }

    // MARK: Replay

    public func form(for configuration: MotionRecorderConfiguration) -> MotionForm { MotionForm() }

    public func form(
        for configuration: MotionRecorderConfiguration,
        of file: SessionManifest.File,
        writtenBy kind: any RecorderKind
    ) -> (any RecordedForm<MotionSample>)? {
        guard kind is Self else { return nil }
        return MotionForm.fits(file) ? MotionForm() : ValueMotionForm(of: file)
    }

    /// The last file recorded at the same placement; otherwise the only file.
    public func likeliest(
        of files: [SessionManifest.File],
        for configuration: MotionRecorderConfiguration,
        in recorded: RecordedSession
    ) throws -> SessionManifest.File? {
        let placed = configuration.placement.flatMap { place in
            files.last { $0.placement == place }
        }
        return placed ?? (files.count == 1 ? files.first : nil)
    }

    public func channels(
        for configuration: MotionRecorderConfiguration,
        in file: SessionManifest.File,
        of session: Session
    ) throws -> Set<Int> {
        let wanted = Set(configuration.request.wantedTypes)
        let present = try RecordedSessionSource.types(of: file, in: session)
        let ready = wanted.filter { $0.isDerived && present.contains($0) }
        let needed = Set(wanted.subtracting(ready).flatMap(\.sources))
        guard needed.isSubset(of: present) else {
            let missing = needed.subtracting(present).map(\.rawValue).sorted()
            throw SessionError(
                "\(file.path) has no \(missing.joined(separator: ", ")), and the recorder "
                    + "'\(configuration.identifier)' wants it",
                where: session.path,
                remedy: "replay a session that has, or ask for other types in the task"
            )
        }
        return Set(needed.union(ready).map(\.channel))
    }

    public func configuration(
        repeating file: SessionManifest.File,
        of session: Session,
        only names: [String]?,
        _ settings: RSDRecorderSettings
    ) throws -> MotionRecorderConfiguration? {
        let recorded = try RecordedSessionSource.types(of: file, in: session)
        // If a recording was killed before its first sample, the manifest does not name the types: assume the raw
        // ones.
        let present =
            recorded.isEmpty && file.sensors.isEmpty
            ? MotionSensorType.raw : MotionSensorType.allCases.filter(recorded.contains)
        let asked = names?.compactMap(MotionSensorType.init(rawValue:))
        let wanted = (asked ?? present).filter { type in
            present.contains(type) || type.isDerived && type.sources.allSatisfy(present.contains)
        }
        guard !wanted.isEmpty else { return nil }
        var configuration = MotionRecorderConfiguration(
            identifier: settings.identifier,
            recorderTypes: wanted
        )
        configuration.settings = settings
        StepRequest.repeatWish(of: file, in: session, by: &configuration)
        return configuration
    }

    public func repeatedChannels(for configuration: MotionRecorderConfiguration) -> Set<Int> {
        let request = configuration.request
        // With `offline`, types that were derived during recording are computed again, so they are not read from
        // the file.
        let ready = offline == nil ? request.derivedTypes : []
        return Set((request.types + ready).map(\.channel))
    }
}

extension SourceOrder where Kind == MotionRecorderKind {
    /// The request to the source.
    public var request: MotionRequest { configuration.request }
}
