// Repairs one sample file, and reports what `SampleFileRecovery` found, and what the file has lost since it was closed.
// A file's seal in the manifest describes its bytes and records when it was closed.

internal import SampleFile
internal import SystemCalls

/// The outcome of repairing one file.
struct RepairedFile {
    var report: RecoveryReport.File
    var condition: SampleFileCondition
    /// True if the file now has exactly the bytes that it had when it was closed.
    var matchesSeal = false
    /// True if the file was torn, damaged or cut short.
    ///
    /// Bytes that have changed within whole records do not count: only `matchesSeal` shows them.
    var wasDefective: Bool
    /// The survey and the digest of the file, if they are already known from examining it.
    var survey: SampleSurvey?
    var digest: (size: Int64, checksum: String)?

    /// Repairs a file unless it is whole, and keeps the original in the same folder under a new name.
    ///
    /// The manifest lists the recoveries that were already reported; a file outside a session has no manifest.
    static func repair(
        _ file: SessionManifest.File,
        in folder: OpenFolder,
        _ manifest: SessionManifest? = nil
    ) throws(SessionError) -> RepairedFile {
        try FolderFile.requireReadable(file.path, in: folder)
        if let whole = SurveyedFile.readIfWhole(file, in: folder) {
            var repaired = outcome(file, in: folder, manifest, whole.condition, nil, whole.digest)
            repaired.survey = whole.survey
            repaired.digest = whole.digest
            return repaired
        }
        let (condition, original) = try repairOnDisk(file, in: folder)
        let digest = file.seal == nil ? nil : try FolderFile.digest(file.path, in: folder)
        return outcome(file, in: folder, manifest, condition, original, digest)
    }

    private static func repairOnDisk(
        _ file: SessionManifest.File,
        in folder: OpenFolder
    ) throws(SessionError) -> (found: SampleFileCondition, original: String?) {
        do throws(SampleFileError) {
            return try SampleFileRecovery.repair(
                file.path,
                in: folder,
                schema: SurveySchema.fitting(file, in: folder).schema,
                assuming: layout(of: file)
            )
        } catch {
            guard error.kind == .system else { throw SessionError(error) }
            throw SessionError(
                error.what,
                where: folder.path(ofFile: file.path),
                remedy: "see that the folder can be written and has space, and run the repair again"
            )
        }
    }

    /// Makes the outcome from the condition in which the file was found and the bytes that it has now.
    private static func outcome(
        _ file: SessionManifest.File,
        in folder: OpenFolder,
        _ manifest: SessionManifest?,
        _ found: SampleFileCondition,
        _ original: String?,
        _ digest: (size: Int64, checksum: String)?
    ) -> RepairedFile {
        var (condition, original) = (found, original)
        guard let seal = file.seal, let digest else {
            var repaired = RepairedFile(file, condition, original: original)
            // The recorder was killed before it entered this file's device in the manifest. So the file never had
            // samples, and has lost 0 of them; `nil` would mean that their number is unknown.
            if condition.fileBytes == 0, file.device == nil { repaired.report.recordsLost = 0 }
            return repaired
        }
        let matchesSeal = digest.size == seal.size && digest.checksum == seal.checksum
        // A repair that was killed before it reported its work may have shortened the file. A changed checksum at the
        // same size has another cause.
        if original == nil, digest.size != seal.size, let manifest,
            let recovery = unreported(
                of: file,
                in: folder,
                manifest,
                leaving: condition.intactRecords
            )
        {
            (condition, original) = (recovery.found, recovery.original)
        }
        var repaired = RepairedFile(file, condition, original: original)
        repaired.matchesSeal = matchesSeal
        repaired.compare(with: seal, file.layout, digest.size)
        repaired.report.message = repaired.message(seal)
        return repaired
    }

    /// Finds the unreported work of a repair of this closed file that was killed before it updated the manifest.
    static func unreported(
        of file: SessionManifest.File,
        in folder: OpenFolder,
        _ manifest: SessionManifest,
        leaving records: Int
    ) -> Recovery? {
        Recovery.unreported(of: file.path, in: folder, manifest, where: { $0 == records }) {
            (name) throws(SampleFileError) in
            var original = file
            original.path = name
            return try examine(original, in: folder)
        }
    }

    /// Examines what a repair would do to a file, without changing anything.
    static func examine(
        _ file: SessionManifest.File,
        in folder: OpenFolder
    ) throws(SampleFileError) -> SampleFileCondition {
        try SampleFileRecovery.examine(
            file.path,
            in: folder,
            schema: SurveySchema.fitting(file, in: folder).schema,
            assuming: layout(of: file)
        )
    }

    private init(
        _ file: SessionManifest.File,
        _ condition: SampleFileCondition,
        original: String?
    ) {
        self.condition = condition
        wasDefective = !condition.isComplete
        report = RecoveryReport.File(
            path: file.path,
            original: original,
            recordsKept: condition.intactRecords,
            bytesLost: condition.lostBytes,
            message: ""
        )
        report.message = message(nil)
    }

    /// Counts the records that a closed file has lost.
    private mutating func compare(
        with seal: SessionManifest.Seal,
        _ layout: SessionManifest.Layout,
        _ size: Int64
    ) {
        let lost = max(0, seal.records - condition.intactRecords)
        // CSV has no closing bracket, so a file that lost its last rows looks whole.
        let isCut = layout.isRows && size < seal.size && lost > 0
        wasDefective = !condition.isComplete || isCut
        if wasDefective { report.recordsLost = matchesSeal ? 0 : lost }
    }

    static func layout(of file: SessionManifest.File) -> SampleFileLayout? {
        if file.layout == .dictionary { return .jsonDictionary(startDate: file.startDate.text) }
        return file.layout.sampleFileLayout
    }

    private func message(_ seal: SessionManifest.Seal?) -> String {
        let lost = report.recordsLost ?? 0
        let records = Self.records(condition.intactRecords)
        guard wasDefective else {
            let isWhole = seal == nil || matchesSeal
            return (isWhole ? "whole" : "changed since it was closed")
                + ", \(condition.intactRecords) \(records)"
        }
        var message = "kept \(condition.intactRecords) whole \(records)"
        if condition.damagedLines > 0 {
            let lines = condition.damagedLines == 1 ? "line" : "lines"
            message += ", left out \(condition.damagedLines) damaged \(lines)"
        }
        if condition.tornBytes > 0 {
            message +=
                condition.tornBytes == 1
                ? ", lost the last byte, which belongs to no whole record"
                : ", lost the last \(condition.tornBytes) bytes, which belong to no whole record"
        } else if condition.fileBytes == 0 {
            message += ", as the file was empty"
        } else if condition.damagedLines == 0, lost == 0 {
            message += ", lost nothing but the closing bracket"
        }
        if let seal, lost > 0 {
            message +=
                ", lost \(lost) of the \(seal.records) \(Self.records(seal.records)) that it had"
                + " when it was closed"
        }
        if matchesSeal {
            message += "; the file again has the bytes that it had when it was closed"
        }
        return message + (report.original.map { "; the original is \($0)" } ?? "")
    }

    private static func records(_ count: Int) -> String { count == 1 ? "record" : "records" }
}

extension SessionManifest.Layout {
    /// True for rows of values (CSV), which no bracket encloses.
    var isRows: Bool { self == .csv || self == .csvWithoutHeader }
}
