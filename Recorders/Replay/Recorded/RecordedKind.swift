// Which kind of recorder wrote a file. Its columns tell, which the manifest has: no record has to be
// read for it.

internal import InputRecorder
internal import MotionRecorder
internal import SampleFile
public import SessionFolder

/// What the records of a file are of.
public enum RecordedKind: Sendable, Hashable, CaseIterable {
    case motion, input, touch
    /// The file is another recorder's.
    case unknown

    /// The kind of a file of a session.
    public init(of file: SessionManifest.File) {
        guard let columns = file.columns else {
            self = Self.kind(ofSensors: Set(file.sensors.map(\.sensorType)))
            return
        }
        func has(_ schema: RecordSchema) -> Bool {
            schema.columns.allSatisfy { columns.contains($0.name) }
        }
        // An input file has all that a touch file has.
        self =
            if has(MotionForm.schema) {
                .motion
            } else if has(InputForm.schema) {
                .input
            } else if has(TouchForm.schema) {
                .touch
            } else {
                .unknown
            }
    }

    /// The kind where no columns are told: of a recording of the first manifests, which were all of
    /// motion, or of a file that was found without a manifest.
    private static func kind(ofSensors types: Set<String>) -> RecordedKind {
        let ofInputOnly = Set(InputForm.channelNames).subtracting(MotionForm.channelNames)
        if types == [InputChannel.touch.name] { return .touch }
        if !types.isDisjoint(with: ofInputOnly) { return .input }
        return types.isEmpty || !types.isDisjoint(with: MotionForm.channelNames)
            ? .motion : .unknown
    }
}
