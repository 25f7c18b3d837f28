// Finds the kind of recorder that wrote a file. The manifest names the kind or, if older, the columns or only the
// sensors, from which the kind is derived. No record is read for this.

internal import Research
internal import SampleFile
public import SessionFolder

extension [any RecorderKind] {
    /// The kind that wrote a file of a session; `nil` if none of these kinds fits.
    ///
    /// The file must have all columns of the kind, because a foreign recorder may use the same type name. Of
    /// several kinds that fit, the one with the most columns is chosen.
    public func kind(of file: SessionManifest.File) -> (any RecorderKind)? {
        guard let columns = file.columns.map(Set.init) else {
            return kind(ofSensors: Set(file.sensors.map(\.sensorType)))
        }
        let fitting = filter { $0.columnNames.isSubset(of: columns) }
        if let word = file.recorder, contains(where: { $0.word == word }) {
            return fitting.first { $0.word == word }
        }
        let most = fitting.map(\.columnNames.count).max()
        return fitting.first { $0.columnNames.count == most }
    }

    /// The kind of a file whose columns are not listed: its manifest is of the first version, or it was found
    /// without a manifest.
    private func kind(ofSensors types: Set<String>) -> (any RecorderKind)? {
        // A kind without fixed sensor names could have written any file, so it is left out.
        let whole = filter { !$0.sensorNames.isEmpty && types.isSubset(of: $0.sensorNames) }
        guard let first = whole.first else {
            return self.first { !types.isDisjoint(with: $0.sensorNames) }
        }
        // If another kind records only a part of these sensors, it is the likelier one.
        return whole.first { $0.sensorNames.isStrictSubset(of: first.sensorNames) } ?? first
    }
}

extension RecorderKind {
    fileprivate var word: String { type.rawValue }
    fileprivate var columnNames: Set<String> { Set(schema.columns.map(\.name)) }
    fileprivate var sensorNames: Set<String> { Set(sensorTypes) }
}
