// Some of what a journal tells, no manifest keeps: what the machine's clock was worth each minute, and the marks that
// came over the network. Whoever needs it reads the journal once, in memory that does not grow with it.

internal import SampleFile
internal import SystemCalls

extension Session {
    /// Hands on the events of the journal that have these names, in their order.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - take: Gets the name, and what there is to say about the event, as JSON.
    /// - Throws: `SessionError` where the journal cannot be read.
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
