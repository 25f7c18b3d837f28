// Which kind of recorder wrote a file. The manifest says it; where it is older than that, the columns tell. No record
// has to be read for it.

internal import Research
internal import SampleFile
public import SessionFolder

extension [any RecorderKind] {
    /// The kind that wrote a file of a session; `nil` where it is none of these.
    ///
    /// A file has all the columns of its kind, also where somebody else's recorder has the same word. Of several kinds
    /// that would do, the one with the most columns is taken.
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

    /// The kind where no columns are told: of a recording of the first manifests, or of a file that was found without
    /// a manifest.
    private func kind(ofSensors types: Set<String>) -> (any RecorderKind)? {
        // One whose devices have names of their own could have written any.
        let whole = filter { !$0.sensorNames.isEmpty && types.isSubset(of: $0.sensorNames) }
        guard let first = whole.first else {
            return self.first { !types.isDisjoint(with: $0.sensorNames) }
        }
        // One that records nothing but a part of what that one records is the likelier.
        return whole.first { $0.sensorNames.isStrictSubset(of: first.sensorNames) } ?? first
    }
}

extension RecorderKind {
    fileprivate var word: String { type.rawValue }
    fileprivate var columnNames: Set<String> { Set(schema.columns.map(\.name)) }
    fileprivate var sensorNames: Set<String> { Set(sensorTypes) }
}
