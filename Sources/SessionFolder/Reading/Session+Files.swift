// Finds which files in a session's folder belong to the session, and which of its files are missing. Code that copies a
// session needs both: it must not copy a user's own files, nor report an incomplete copy as complete.

extension Session {
    /// Returns the names of files that do not belong to the session, without temporary files.
    package func strays(among names: [String]) -> [String] {
        foreign(among: names).filter { !SessionTemporaries.contains($0, among: names) }
    }

    /// Returns the names of files that belong to the session.
    package func own(among names: [String]) -> [String] {
        let foreign = Set(foreign(among: names))
        return names.filter { !foreign.contains($0) }
    }

    /// Returns the names of files that do not belong to the session, and of temporary files.
    ///
    /// The answers belong to the session even if a killed run could not list them.
    private func foreign(among names: [String]) -> [String] {
        CheckRules.unknown(among: names, manifest).filter { $0 != SessionManifest.answersName }
    }

    /// Returns the closed files of the manifest that are missing, or have another size.
    ///
    /// - Parameter sizes: The existing files with their sizes.
    /// - Returns: The names.
    package func lacking(in sizes: [String: Int64]) -> [String] {
        let files = manifest.files.filter { file in
            guard let size = file.size else { return false }
            return sizes[file.path] != size
        }
        let documents = [manifest.answers?.path, manifest.journal?.path].compactMap { $0 }
        return files.map(\.path) + documents.filter { sizes[$0] == nil }
    }
}
