// The mending of one sample file: what recovery found, put into words and into the manifest's
// entry.

internal import SampleFile
internal import SystemCalls

/// What became of one file.
struct MendedFile {
    var report: MendingReport.File
    var condition: SampleFileCondition

    /// Mends a file that needs it; the original stays beside it.
    static func mend(
        _ file: SessionManifest.File,
        in folder: String
    ) throws(SessionError) -> MendedFile {
        let path = "\(folder)/\(file.path)"
        try FolderFile.requirePlain(path)
        let before = Set((try? FileSystem.list(folder)) ?? [])
        let condition: SampleFileCondition
        do throws(SampleFileError) {
            condition = try SampleFileRecovery.repair(
                path: path,
                followingLinks: false,
                schema: SurveySchema(for: file).schema,
                assuming: layout(of: file)
            )
        } catch {
            throw SessionError(error)
        }
        let after = (try? FileSystem.list(folder)) ?? []
        let original = after.first { $0.hasPrefix("\(file.path).torn") && !before.contains($0) }
        let lost = condition.damaged.reduce(condition.tornBytes) { $0 + $1.byteCount }
        return MendedFile(
            report: MendingReport.File(
                path: file.path,
                original: original,
                recordsKept: condition.intactRecords,
                bytesLost: condition.isComplete ? 0 : lost,
                message: message(condition, lost: lost, original: original)
            ),
            condition: condition
        )
    }

    private static func layout(of file: SessionManifest.File) -> SampleFileLayout? {
        if file.layout == .dictionary { return .jsonDictionary(startDate: file.startDate.text) }
        return file.layout.sampleFileLayout
    }

    private static func message(
        _ condition: SampleFileCondition,
        lost: Int64,
        original: String?
    ) -> String {
        let records = condition.intactRecords == 1 ? "record" : "records"
        if condition.isComplete { return "whole, \(condition.intactRecords) \(records)" }
        var message = "kept \(condition.intactRecords) whole \(records)"
        if condition.damagedLines > 0 {
            let lines = condition.damagedLines == 1 ? "line" : "lines"
            message += ", left out \(condition.damagedLines) damaged \(lines)"
        }
        if condition.tornBytes > 0 {
            message += ", lost \(condition.tornBytes) bytes of a torn end"
        } else if condition.damagedLines == 0 {
            message += ", lost nothing but the closing bracket"
        }
        return message + (original.map { "; the original is \($0)" } ?? "")
    }
}
