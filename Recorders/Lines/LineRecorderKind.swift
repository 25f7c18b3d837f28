// Declares the `lines` recorder to the rest of the project.

public import RecorderKinds
public import Research
public import SampleFile
public import SessionFolder

/// Records the lines of text that a device sends.
public typealias LineRecorder = KindRecorder<LineRecorderKind>

/// The kind of recorder that a task file calls `lines`.
public struct LineRecorderKind: RecorderKind {
    public init() {}

    public var declaration: RSDDeclaration<any RSDAsyncActionConfiguration> { .lines }
    public var schema: RecordSchema { ValueFormat.schema }
    /// Empty, because each device has its own values.
    public var sensorTypes: [String] { [] }

    public func format(for configuration: LineRecorderConfiguration) -> ValueFormat {
        ValueFormat(configuration.kinds, rateInHertz: configuration.frequency)
    }

    public func readingsPerSecond(for configuration: LineRecorderConfiguration) -> Double {
        (configuration.frequency ?? 1000) * Double(configuration.kinds.count)
    }

    /// True only if the user gave a rate: without one, a device may send lines irregularly.
    public func isSteady(for configuration: LineRecorderConfiguration) -> Bool {
        configuration.frequency != nil
    }

    // MARK: Replay

    /// What the files contain.
    private static let subject = "lines of text"

    public func form(for configuration: LineRecorderConfiguration) -> ValueForm {
        ValueForm(configuration.kinds, of: Self.subject)
    }

    public func form(
        for configuration: LineRecorderConfiguration,
        of file: SessionManifest.File,
        writtenBy kind: any RecorderKind
    ) -> (any RecordedForm<ValueSample>)? {
        guard kind is LineRecorderKind else { return nil }
        return ValueForm(
            configuration.kinds,
            besides: file.sensors.map(\.sensorType),
            of: Self.subject
        )
    }

    /// The file of the device worn at the same place; if there is none, the only file.
    public func likeliest(
        of files: [SessionManifest.File],
        for configuration: LineRecorderConfiguration,
        in recorded: RecordedSession
    ) throws -> SessionManifest.File? {
        files.likeliest(at: configuration.placement)
    }

    public func configuration(
        repeating file: SessionManifest.File,
        of session: Session,
        only names: [String]?,
        _ settings: RSDRecorderSettings
    ) throws -> LineRecorderConfiguration? {
        let recorded = file.sensors.filter { names?.contains($0.sensorType) ?? true }
        guard !recorded.isEmpty else { return nil }
        // The file's readings are in the file's units already; the units of a device's own values must be named
        // again.
        let words = recorded.flatMap { sensor in
            LineAxes(rawValue: sensor.sensorType)?.words ?? [sensor.sensorType]
        }
        let units = recorded.map { sensor in
            LineAxes(rawValue: sensor.sensorType) == nil ? sensor.meaning ?? "_" : "_"
        }
        let device = file.device.flatMap { place in
            session.manifest.devices.indices.contains(place) ? session.manifest.devices[place] : nil
        }
        let port = device.flatMap { try? LinePort($0.name) }
        var configuration = LineRecorderConfiguration(
            identifier: settings.identifier,
            // The port of the original recording; it is not opened.
            port: port?.text ?? "-",
            map: words.joined(separator: ","),
            units: units.joined(separator: ",")
        )
        configuration.frequency = recorded.compactMap(\.nominalRateInHertz).first
        configuration.settings = settings
        return configuration
    }
}
