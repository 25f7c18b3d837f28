// Repairs one sample file, and puts what `SampleFileRecovery` found into words and into the manifest's entry.

internal import SampleFile
internal import SystemCalls

/// The outcome of repairing one file.
struct RepairedFile {
    var report: RecoveryReport.File
    var condition: SampleFileCondition
    /// True if it has exactly the bytes that it had when it was closed.
    var isAsSealed = false
    /// True if it was damaged, or is shorter than it was when it was closed.
    var isChanged: Bool
    /// The survey and the digest of the file, if examining it already produced them.
    var survey: SampleSurvey?
    var digest: (size: Int64, checksum: String)?

    /// Repairs a file if it needs it, and keeps the original beside it.
    ///
    /// The manifest lists the recoveries that were already reported; a file outside a session has none.
    static func repair(
        _ file: SessionManifest.File,
        in folder: OpenFolder,
        _ manifest: SessionManifest? = nil
    ) throws(SessionError) -> RepairedFile {
        try FolderFile.requireReadable(file.path, in: folder)
        if let whole = SurveyedFile.whole(file, in: folder) {
            var repaired = repaired(file, in: folder, manifest, whole.condition, nil, whole.digest)
            repaired.survey = whole.survey
            repaired.digest = whole.digest
            return repaired
        }
        let (condition, original) = try repaired(file, in: folder)
        let digest = file.seal == nil ? nil : try FolderFile.digest(file.path, in: folder)
        return repaired(file, in: folder, manifest, condition, original, digest)
    }

    private static func repaired(
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
                remedy: "see that the folder can be written and has space, and repair it again"
            )
        }
    }

    /// Makes the outcome from the condition in which the file was found and the bytes that it has now.
    private static func repaired(
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
            // The recorder was killed before it named the device that fills this file, so the file never had
            // samples.
            if condition.fileBytes == 0, file.device == nil { repaired.report.recordsLost = 0 }
            return repaired
        }
        let isAsSealed = digest.size == seal.size && digest.checksum == seal.checksum
        // An unreported repair shortened the file; a changed file of the same size has another cause.
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
        repaired.isAsSealed = isAsSealed
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
        isChanged = !condition.isComplete
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
        isChanged = !condition.isComplete || isCut
        if isChanged { report.recordsLost = isAsSealed ? 0 : lost }
    }

    static func layout(of file: SessionManifest.File) -> SampleFileLayout? {
        if file.layout == .dictionary { return .jsonDictionary(startDate: file.startDate.text) }
        return file.layout.sampleFileLayout
    }

    private func message(_ seal: SessionManifest.Seal?) -> String {
        let lost = report.recordsLost ?? 0
        let records = Self.records(condition.intactRecords)
        guard isChanged else {
            let isAsSaid = seal == nil || isAsSealed
            return (isAsSaid ? "whole" : "not as it was closed")
                + ", \(condition.intactRecords) \(records)"
        }
        var message = "kept \(condition.intactRecords) whole \(records)"
        if condition.damagedLines > 0 {
            let lines = condition.damagedLines == 1 ? "line" : "lines"
            message += ", left out \(condition.damagedLines) damaged \(lines)"
        }
        if condition.tornBytes > 0 {
            let bytes = condition.tornBytes == 1 ? "byte" : "bytes"
            message += ", lost \(condition.tornBytes) \(bytes) of a torn end"
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
        if isAsSealed { message += "; it is again what it was when it was closed" }
        return message + (report.original.map { "; the original is \($0)" } ?? "")
    }

    private static func records(_ count: Int) -> String { count == 1 ? "record" : "records" }
}

extension SessionManifest.Layout {
    /// True for rows of values (CSV), which no bracket encloses.
    var isRows: Bool { self == .csv || self == .csvWithoutHeader }
}
