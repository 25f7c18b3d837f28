// A session for programs that know nothing of sessions: a wide CSV file for each file of samples, and the manifest beside
// them, which says what the columns mean. It is there whole or not at all.

package import RecorderKinds
internal import SampleFile
package import SessionFolder
internal import SystemCalls

/// Exports a session.
package struct SessionExport: Sendable {
    /// The session folder.
    package var session: String
    /// The folder that the export goes into, as a folder of the session's name.
    package var directory: String
    /// The kinds of recorders that may have written its files.
    package var kinds: [any RecorderKind]

    /// What an export has come to.
    package struct Report: Sendable, Hashable, Encodable {
        /// The folder that was made.
        package var path: String
        package var files: [File]
        /// What of the session is not in it.
        package var left: [Left] = []

        /// A file of it.
        package struct File: Sendable, Hashable, Encodable {
            package var name: String
            package var rows: Int
            /// Samples that are missing, each told in a row.
            package var lost: Int
        }

        /// A file of the session that is not in the export, or something of one.
        package struct Left: Sendable, Hashable, Encodable {
            package var name: String
            package var why: String
        }
    }

    /// Exports a session into a folder.
    package init(of session: String, to directory: String, kinds: [any RecorderKind]) {
        (self.session, self.directory, self.kinds) = (session, directory, kinds)
    }

    /// Does it.
    ///
    /// - Returns: What was made.
    /// - Throws: `SessionError` where the session cannot be read, is still being written, or its export cannot be made;
    ///   nothing is there then.
    package func run() throws(SessionError) -> Report {
        let opened = try Session(toExport: session)
        return try ExportPlace(directory)
            .make(FileSystem.name(of: opened.path)) { folder, path throws in
                try make(opened, in: folder, at: path)
            }
    }

    private func make(
        _ session: Session,
        in folder: OpenFolder,
        at path: String
    ) throws -> Report {
        var report = Report(path: path, files: [], left: session.notExported)
        for file in session.sampleFiles {
            try session.requirePlain(file)
            let columns = try session.columns(of: file, by: kinds)
            let wide = Self.wideName(of: file.path, among: report.files.map(\.name))
            let made = try ExportFile(folder.create(wide))
            let account = try WideFile(file, of: session, columns).make { try made.write($0) }
            try made.synchronize()
            report.files.append(
                Report.File(name: wide, rows: account.rows, lost: account.lost)
            )
            report.leave(of: file, beside: columns, withoutTime: account.withoutTime)
        }
        try folder.create(SessionManifest.fileName).writeAll(session.manifest.encoded(), at: 0)
        return report
    }

    private static func wideName(of name: String, among others: [String]) -> String {
        let wide = "\(name[..<(name.lastIndex(of: ".") ?? name.endIndex)]).csv"
        return others.contains(wide) ? "\(name).csv" : wide
    }
}
