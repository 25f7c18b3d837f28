// Between the creation of a file and its line in the manifest a run may be killed. Such a file is
// the session's all the same, if its own bytes say that it holds samples. Other lists of records may
// look much like it: the truth about a synthetic walk has the same keys.

internal import SampleFile
internal import SystemCalls

/// Makes entries for files that the manifest does not list.
enum StrayFile {
    /// The entry of a file of samples; `nil` for any other file.
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
        // Where no line opens a document, other lists of objects have records too, as far as one can tell.
        guard let found, let says = found.layout, found.intactRecords > 0, !found.lacksOpening
        else { return nil }
        file.layout = says.manifestLayout
        return holdsSamples(file, in: folder) ? file : nil
    }

    /// Whether a recorder wrote the records of a file that has some.
    private static func holdsSamples(
        _ file: SessionManifest.File,
        in folder: OpenFolder
    ) -> Bool {
        let found = SurveyedFile.read(file, in: folder)
        // Of a file whose very beginning is damaged nothing is read, and nothing speaks against it.
        if found.survey.records == 0 { return true }
        return found.survey.hasStartMarker || found.survey.sensors.keys.contains { $0 != computed }
    }

    /// What no sensor measures: a file with nothing else, and without a start, was computed.
    private static let computed = "attitude"

    private static let layouts: [String: SessionManifest.Layout] = [
        ".json": .array, ".csv": .csv,
    ]
}
