// Records a value file again, and chooses the file that replaces a device. Values that this version of the kind
// does not know are kept, because an older or newer version may have written them.

public import Research
public import SessionFolder

extension ValueKind {
    public func form(for configuration: ValueConfiguration) -> ValueForm {
        ValueForm(configuration.channels, of: type.rawValue)
    }

    public func form(
        for configuration: ValueConfiguration,
        of file: SessionManifest.File,
        writtenBy kind: any RecorderKind
    ) -> (any RecordedForm<ValueSample>)? {
        guard kind.type == type else { return nil }
        return ValueForm(
            configuration.channels,
            besides: file.sensors.map(\.sensorType),
            of: type.rawValue
        )
    }

    public func likeliest(
        of files: [SessionManifest.File],
        for configuration: ValueConfiguration,
        in recorded: RecordedSession
    ) throws -> SessionManifest.File? { files.likeliest(at: configuration.placement) }

    public func configuration(
        repeating file: SessionManifest.File,
        of session: Session,
        only names: [String]?,
        _ settings: RSDRecorderSettings
    ) throws -> ValueConfiguration? {
        let recorded = file.sensors.filter { names?.contains($0.sensorType) ?? true }
        guard !recorded.isEmpty else { return nil }
        var configuration = ValueConfiguration(self, identifier: settings.identifier)
        configuration.channels = recorded.map { sensor in
            values.first { $0.sensorType == sensor.sensorType }
                ?? ValueChannel(sensor.sensorType, unit: sensor.meaning)
        }
        if let rate = recorded.compactMap(\.nominalRateInHertz).first {
            configuration.frequency = rate
        }
        configuration.settings = settings
        return configuration
    }
}

extension [SessionManifest.File] {
    /// The file of the device worn at `placement`; if there is none, the only file.
    package func likeliest(at placement: String?) -> SessionManifest.File? {
        placement.flatMap { place in last { $0.placement == place } } ?? (count == 1 ? first : nil)
    }
}
