// The mending of one sample file: what recovery found, put into words and into the manifest's
// entry.

internal import SampleFile
internal import SystemCalls

/// What became of one file.
struct MendedFile {
    var report: MendingReport.File
    var condition: SampleFileCondition
    /// Whether it has the very bytes that it was sealed with.
    var isAsSealed = false
    /// Whether it was not whole, or ends before the end that it was sealed with.
    var isChanged: Bool
    /// What it says and what its bytes are, where the same reading has found that.
    var survey: SampleSurvey?
    var digest: (size: Int64, checksum: String)?

    /// Mends a file that needs it; the original stays beside it.
    ///
    /// The manifest, which a file of no session has not, tells which mendings are known.
    static func mend(
        _ file: SessionManifest.File,
        in folder: OpenFolder,
        _ manifest: SessionManifest? = nil
    ) throws(SessionError) -> MendedFile {
        try FolderFile.requireReadable(file.path, in: folder)
        if let whole = SurveyedFile.whole(file, in: folder) {
            var mended = mended(file, in: folder, manifest, whole.condition, nil, whole.digest)
            mended.survey = whole.survey
            mended.digest = whole.digest
            return mended
        }
        let (condition, original) = try repaired(file, in: folder)
        let digest = file.seal == nil ? nil : try FolderFile.digest(file.path, in: folder)
        return mended(file, in: folder, manifest, condition, original, digest)
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

    /// What became of a file that was found so, and has these bytes now.
    private static func mended(
        _ file: SessionManifest.File,
        in folder: OpenFolder,
        _ manifest: SessionManifest?,
        _ found: SampleFileCondition,
        _ original: String?,
        _ digest: (size: Int64, checksum: String)?
    ) -> MendedFile {
        var (condition, original) = (found, original)
        guard let seal = file.seal, let digest else {
            var mended = MendedFile(file, condition, original: original)
            // Its recorder had made it, and was killed before it had told what fills it: there was nothing yet.
            if condition.fileBytes == 0, file.device == nil { mended.report.recordsLost = 0 }
            return mended
        }
        let isAsSealed = digest.size == seal.size && digest.checksum == seal.checksum
        // A mending has left out what was torn: one of the same size is another's work.
        if original == nil, digest.size != seal.size, let manifest,
            let mending = untold(of: file, in: folder, manifest, leaving: condition.intactRecords)
        {
            (condition, original) = (mending.found, mending.original)
        }
        var mended = MendedFile(file, condition, original: original)
        mended.isAsSealed = isAsSealed
        mended.compare(with: seal, file.layout, digest.size)
        mended.report.message = mended.message(seal)
        return mended
    }

    /// The mending of a sealed file by a repair that was killed before it could tell.
    static func untold(
        of file: SessionManifest.File,
        in folder: OpenFolder,
        _ manifest: SessionManifest,
        leaving records: Int
    ) -> Mending? {
        Mending.untold(of: file.path, in: folder, manifest, where: { $0 == records }) {
            (name) throws(SampleFileError) in
            var original = file
            original.path = name
            return try examine(original, in: folder)
        }
    }

    /// What there is to be mended in a file, of which nothing is changed.
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
        report = MendingReport.File(
            path: file.path,
            original: original,
            recordsKept: condition.intactRecords,
            bytesLost: condition.lostBytes,
            message: ""
        )
        report.message = message(nil)
    }

    /// Counts what is missing of a file that was sealed.
    private mutating func compare(
        with seal: SessionManifest.Seal,
        _ layout: SessionManifest.Layout,
        _ size: Int64
    ) {
        let lost = max(0, seal.records - condition.intactRecords)
        // Rows have no frame that would miss its end: a file that lost its last ones looks whole.
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
    /// Whether it is rows of values, which nothing encloses.
    var isRows: Bool { self == .csv || self == .csvWithoutHeader }
}
