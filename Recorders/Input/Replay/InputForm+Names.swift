// Finds the keys that a recording names. The manifest does not list them, and a recorder needs them before it
// starts.

internal import Recording
internal import SampleFile
public import SessionFolder

extension InputForm {
    /// The keys that a file names, in the order of their first appearance.
    ///
    /// - Parameters:
    ///   - file: The file, from the session's manifest.
    ///   - session: The session.
    /// - Returns: The names, for the recorder's configuration and the form. If the file cannot be read to its end,
    ///   these are the names up to there, where its replay ends as well.
    /// - Throws: If the file cannot be opened, or names more keys than any kernel has.
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

    /// A limit above the 768 keys that the kernel knows.
    private static let mostNames = 1024
}
