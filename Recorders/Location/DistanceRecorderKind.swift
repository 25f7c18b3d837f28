// The `distance` recorder: what the rest must know of it.

internal import FoundationEssentials
public import RecorderKinds
public import Recording
public import Research
public import SampleFile
internal import SampleStream
public import SessionFolder

/// The recorder of the distance that is walked.
public typealias DistanceRecorder = KindRecorder<DistanceRecorderKind>

/// The kind of recorder that a task file calls `distance`.
public struct DistanceRecorderKind: RecorderKind {
    /// Whether places are kept, also where a task file does not ask for them.
    private let keepsCoordinates: Bool

    /// The kind.
    ///
    /// - Parameter keepsCoordinates: Whether latitude and longitude are kept of all recorders, and not only of those
    ///   whose task file asks for them.
    public init(keepsCoordinates: Bool = false) { self.keepsCoordinates = keepsCoordinates }

    public var declaration: RSDDeclaration<any RSDAsyncActionConfiguration> { .distance }
    public var schema: RecordSchema { DistanceFormat.schema }
    public var sensorTypes: [String] { [DistanceFormat.sensorType] }

    public func format(for configuration: DistanceRecorderConfiguration) -> DistanceFormat {
        DistanceFormat(
            motionStep: configuration.motionStepIdentifier,
            repeatsTotals: configuration.repeatsTotals
        )
    }

    public func readingsPerSecond(for configuration: DistanceRecorderConfiguration) -> Double { 10 }

    /// Whether a recorder keeps places.
    public func keepsCoordinates(of configuration: DistanceRecorderConfiguration) -> Bool {
        keepsCoordinates || configuration.coordinates
    }

    public func results(
        beside file: RecordedFile,
        writtenBy format: DistanceFormat,
        for configuration: DistanceRecorderConfiguration
    ) -> [any RSDResult] {
        guard let walked = format.walked else { return [] }
        let whole = file.result()
        return [
            RSDAnswerResultObject(
                identifier: Self.walkedName,
                answerType: RSDAnswerResultType(baseType: .decimal, unit: "m"),
                value: .decimal(walked),
                startDate: whole.startDate,
                endDate: whole.endDate
            )
        ]
    }

    /// What the field calls the answer that says how far somebody walked.
    private static let walkedName = "gpsDistance"

    // MARK: Replay

    public func form(for configuration: DistanceRecorderConfiguration) -> DistanceForm {
        DistanceForm(
            readsCoordinates: keepsCoordinates(of: configuration),
            readsTotals: configuration.repeatsTotals
        )
    }

    public func configuration(
        repeating file: SessionManifest.File,
        of session: Session,
        only names: [String]?,
        _ settings: RSDRecorderSettings
    ) throws -> DistanceRecorderConfiguration? {
        guard names?.contains(DistanceFormat.sensorType) ?? true else { return nil }
        var configuration = DistanceRecorderConfiguration(
            identifier: settings.identifier,
            motionStepIdentifier: nil
        )
        configuration.settings = settings
        // As it stands: what it has of places and sums, and what it has not.
        configuration.coordinates = true
        configuration.repeatsTotals = true
        return configuration
    }
}
