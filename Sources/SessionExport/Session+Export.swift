// What all export formats need of a session.

internal import SampleFile
internal import SessionFolder

extension Session {
    /// The error that prevents copying a document, if any.
    func problem(ofDocument name: String) -> SessionError? {
        do throws(SessionError) {
            _ = try document(name)
            return nil
        } catch {
            return error
        }
    }

    /// The files that no format exports, and why.
    var notExported: [ExportReport.Left] {
        manifest.files.compactMap { file in
            let why: String
            if file.isLost {
                why = "it was lost while it was written\(file.error.map { ": \($0)" } ?? "")"
            } else if file.layout == .document {
                why = "it has no samples: copy it from the session"
            } else {
                return nil
            }
            return ExportReport.Left(name: file.path, why: why)
        }
            + manifest.repairsWithLosses.map {
                ExportReport.Left(name: $0.path, why: $0.lackInWords)
            }
    }
}

extension SessionManifest.File {
    /// Its path without the ending.
    var stem: String {
        let plain = SampleFileCompression.plainName(of: path)
        return String(plain[..<(plain.lastIndex(of: ".") ?? plain.endIndex)])
    }
}

extension SessionError {
    /// The error for a file that has changed since its first reading.
    static func changedMeanwhile(_ path: String) -> SessionError {
        SessionError(
            "it was changed while it was read",
            where: path,
            remedy: "try again when no program changes it any more"
        )
    }
}
