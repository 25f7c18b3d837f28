// Which of the files in a session's folder are the session's, and which of the session's are not there: for whoever
// takes a session elsewhere, and may neither take what is somebody's nor say that all is there where it is not.

extension Session {
    /// The names of what lies in the folder and is not the session's, temporaries left out.
    package func strays(among names: [String]) -> [String] {
        foreign(among: names).filter { !SessionTemporaries.contains($0, among: names) }
    }

    /// The names of what lies in the folder and is the session's.
    package func own(among names: [String]) -> [String] {
        let foreign = Set(foreign(among: names))
        return names.filter { !foreign.contains($0) }
    }

    /// Answers are the session's also where a run that was killed could not tell so.
    private func foreign(among names: [String]) -> [String] {
        CheckRules.unknown(among: names, manifest).filter { $0 != SessionManifest.answersName }
    }

    /// Those files which the manifest tells of as ended and which are not there, or not as long as it tells.
    ///
    /// - Parameter sizes: The files that are there, with their sizes.
    /// - Returns: Their names.
    package func lacking(in sizes: [String: Int64]) -> [String] {
        let files = manifest.files.filter { file in
            guard let size = file.size else { return false }
            return sizes[file.path] != size
        }
        let documents = [manifest.answers?.path, manifest.journal?.path].compactMap { $0 }
        return files.map(\.path) + documents.filter { sizes[$0] == nil }
    }
}
