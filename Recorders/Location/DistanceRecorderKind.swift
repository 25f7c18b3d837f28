// Declares the `distance` recorder to the rest of the project.

internal import FoundationEssentials
public import RecorderKinds
public import Recording
public import Research
public import SampleFile
internal import SampleStream
public import SessionFolder

/// Records the distance that a participant walks.
public typealias DistanceRecorder = KindRecorder<DistanceRecorderKind>

/// The kind of recorder that a task file calls `distance`.
public struct DistanceRecorderKind: RecorderKind {
    /// Whether to keep coordinates even if the task file does not ask for them.
    private let keepsCoordinates: Bool

    /// The kind.
    ///
    /// - Parameter keepsCoordinates: Whether all recorders keep latitude and longitude, and not only those whose
    ///   task file asks for them.
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

    public func format(
        for configuration: DistanceRecorderConfiguration,
        in environment: RecorderEnvironment
    ) -> DistanceFormat {
        DistanceFormat(
            motionStep: configuration.motionStepIdentifier,
            repeatsTotals: configuration.repeatsTotals,
            beside: environment.pedometers
        )
    }

    public func readingsPerSecond(for configuration: DistanceRecorderConfiguration) -> Double { 10 }

    /// False: a receiver gives nothing while it has no fix, as in a house.
    public func isSteady(for configuration: DistanceRecorderConfiguration) -> Bool { false }

    /// Whether a recorder keeps coordinates.
    public func keepsCoordinates(of configuration: DistanceRecorderConfiguration) -> Bool {
        keepsCoordinates || configuration.coordinates
    }

    public func findings(
        beside file: RecordedFile,
        writtenBy format: DistanceFormat,
        for configuration: DistanceRecorderConfiguration
    ) -> RecorderFindings {
        let (whole, steps) = (file.result(), format.walkedSteps)
        func answer(
            _ name: String,
            _ type: RSDAnswerResultType,
            _ value: AnswerValue?
        ) -> (any RSDResult)? {
            value.map {
                RSDAnswerResultObject(
                    identifier: name,
                    answerType: type,
                    value: $0,
                    startDate: whole.startDate,
                    endDate: whole.endDate
                )
            }
        }
        let metres = RSDAnswerResultType(baseType: .decimal, unit: "m")
        let answers = [
            answer(
                Answer.steps,
                RSDAnswerResultType(baseType: .integer),
                steps.count.map { .integer($0) }
            ),
            answer(Answer.walkedBySteps, metres, steps.metres.map { .decimal($0) }),
            answer(Answer.walked, metres, format.walked.map { .decimal($0) }),
        ]
        return RecorderFindings(
            results: answers.compactMap(\.self),
            notes: steps.notes.map { "\(configuration.identifier): \($0)" }
        )
    }

    public func settle(
        _ file: RecordedFile,
        writtenBy format: DistanceFormat,
        for configuration: DistanceRecorderConfiguration
    ) async { await format.settleSteps(from: file.start, until: file.end) }

    /// The identifiers of the results, as in SageResearch.
    private enum Answer {
        static let steps = "stepCount"
        static let walkedBySteps = "pedometerDistance"
        static let walked = "gpsDistance"
    }

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
        // The file is repeated unchanged, with the coordinates and totals that it has.
        configuration.coordinates = true
        configuration.repeatsTotals = true
        return configuration
    }
}
