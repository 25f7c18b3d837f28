// Which keys a recording names. The names are not in its manifest, and a recorder must be told them
// before it starts.

internal import Recording
internal import SampleFile
public import SessionFolder

extension InputForm {
    /// The keys that a file names, in the order in which they first appear.
    ///
    /// - Parameters:
    ///   - file: The file, from the session's manifest.
    ///   - session: The session.
    /// - Returns: The names, for the recorder's configuration and for the form. Where the file cannot
    ///   be read to its end they are those up to there: its replay ends at the same place.
    /// - Throws: Where the file cannot be opened, or names more keys than any kernel has.
    public static func names(
        of file: SessionManifest.File,
        in session: Session
    ) throws -> [String] {
        let columns = InputColumns(in: InputFormat.schema)
        let keyType = Array(InputChannel.key.name.utf8)
        var names = KnownNames()
        var reader = try session.reader(of: file, schema: InputFormat.schema)
        while let batch = try? reader.nextBatch() {
            for row in 0..<batch.count {
                guard let name = batch.text(row, columns.key), names.place(of: name) == nil,
                    let type = batch.text(row, columns.common.sensorType), type == keyType
                else { continue }
                guard names.count < mostNames else {
                    throw SampleFileError(
                        .foreign,
                        path: session.path(of: file),
                        byteOffset: batch.byteOffset(row),
                        record: batch.firstRecord + row,
                        what: "it is the first to name a key beyond \(mostNames) others",
                        remedy: "replay files that `footfall record` wrote"
                    )
                }
                names.append(name)
            }
        }
        return names.texts
    }

    /// The kernel knows 768 keys.
    private static let mostNames = 1024
}
