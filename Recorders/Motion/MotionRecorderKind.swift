// The `motion` recorder: what it writes, computes and reads back.

public import RecorderKinds
public import Recording
public import Research
public import SampleFile
public import SessionFolder

/// The recorder of motion, over any source of motion samples.
public typealias MotionRecorder = KindRecorder<MotionRecorderKind>

/// The kind of recorder that a task file calls `motion`.
public struct MotionRecorderKind: RecorderKind {
    public init() {}

    public var declaration: RSDDeclaration<any RSDAsyncActionConfiguration> { .motion }

    public var schema: RecordSchema { MotionFormat.schema }
    public var sensorTypes: [String] { MotionSensorType.allCases.map(\.rawValue) }

    public func format(for configuration: MotionRecorderConfiguration) -> MotionFormat {
        MotionFormat(plotting: configuration.request)
    }

    /// A device has the nearest rate that is not below the one asked, which may be nearly twice as high.
    public func readingsPerSecond(for configuration: MotionRecorderConfiguration) -> Double {
        let request = configuration.request
        return 2 * request.rateInHertz * Double(request.types.count)
    }

    public func deriver(
        for configuration: MotionRecorderConfiguration
    ) -> DeriverMaker<MotionSample> {
        let request = configuration.request
        return { MotionDeriver(for: request, of: $0) }
    }

    public func sensorTypes(for configuration: MotionRecorderConfiguration) -> [String] {
        configuration.request.wantedTypes.map(\.rawValue)
    }

    // MARK: Replay

    public func form(for configuration: MotionRecorderConfiguration) -> MotionForm { MotionForm() }

    /// The one that was worn where this one is; else the only one.
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
        // A run may have died ahead of its first sample: what it meant to record is not known.
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
        return configuration
    }

    public func repeatedChannels(for configuration: MotionRecorderConfiguration) -> Set<Int> {
        let request = configuration.request
        return Set((request.types + request.derivedTypes).map(\.channel))
    }
}

extension SourceOrder where Kind == MotionRecorderKind {
    /// What is asked of the source.
    public var request: MotionRequest { configuration.request }
}
