// Reads events that are only in the journal and not in the manifest: how well the machine's clock was
// synchronised each minute, and the marks that came over the network. The memory used does not grow with the
// journal.

internal import SampleFile
internal import SystemCalls

extension Session {
    /// Passes on the events of the journal that have these names, in order.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - take: Receives the name, and the event's details as JSON.
    /// - Throws: `SessionError` if the journal cannot be read.
    package func eachEvent(
        named names: Set<String>,
        _ take: (_ name: String, _ about: String) -> Void
    ) throws(SessionError) {
        guard let name = manifest.journal?.path else { return }
        do throws(SampleFileError) {
            var reader = try SampleFileReader(
                opening: name,
                in: folder,
                schema: JournalFile.schema
            )
            while let batch = try reader.nextBatch() {
                for row in 0..<batch.count {
                    guard let event = batch.text(row, 1)?.description, names.contains(event),
                        let about = batch.text(row, 2)?.description
                    else { continue }
                    take(event, about)
                }
            }
        } catch {
            throw SessionError(
                error.what,
                where: folder.path(ofFile: name),
                remedy: error.remedy
            )
        }
    }
}
