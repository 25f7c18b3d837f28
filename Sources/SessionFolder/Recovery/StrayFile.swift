// A run may be killed after it created a file and before it listed it in the manifest. Such a file still belongs
// to the session, if its content shows that it holds samples. Other lists of records look similar: the ground
// truth of a synthetic walk, for example, has the same keys.

internal import SampleFile
internal import SystemCalls

/// Makes manifest entries for files that the manifest does not list.
enum StrayFile {
    /// Returns the entry of a file of samples; `nil` for any other file.
    static func entry(
        _ name: String,
        in folder: OpenFolder,
        _ manifest: SessionManifest
    ) -> SessionManifest.File? {
        guard !name.hasPrefix("."), name != SessionManifest.fileName,
            name != SessionManifest.taskResultName, name != SessionManifest.answersName,
            name != manifest.journal?.path,
            case let plain = SampleFileCompression.plainName(of: name),
            let dot = plain.lastIndex(of: "."),
            let layout = layouts[String(plain[dot...])],
            folder.kind(of: name) == .file
        else { return nil }
        var file = SessionManifest.File(
            path: name,
            identifier: String(plain[..<dot]),
            contentType: layout == .csv ? "text/csv" : "application/json",
            layout: layout,
            startDate: manifest.startDate,
            startUptime: manifest.startUptime
        )
        file.compression = SampleFileCompression(ofFile: name)
        let found = try? SampleFileRecovery.examine(
            name,
            in: folder,
            schema: SurveySchema(for: file).schema
        )
        // Without an opening line, any list of objects would look like records.
        guard let found, let says = found.layout, found.intactRecords > 0, !found.lacksOpening
        else { return nil }
        file.layout = says.manifestLayout
        return holdsSamples(file, in: folder) ? file : nil
    }

    /// True if the records in the file were written by a recorder.
    private static func holdsSamples(
        _ file: SessionManifest.File,
        in folder: OpenFolder
    ) -> Bool {
        let found = SurveyedFile.read(file, in: folder)
        // If the beginning of the file is damaged, the survey reads no record. Such a file counts as a recorder's.
        if found.survey.records == 0 { return true }
        return found.survey.hasStartMarker || found.survey.sensors.keys.contains { $0 != computed }
    }

    /// The sensor type of a computed quantity.
    ///
    /// A file with nothing else, and without a start marker, was not written by a recorder.
    private static let computed = "attitude"

    private static let layouts: [String: SessionManifest.Layout] = [
        ".json": .array, ".csv": .csv,
    ]
}
