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

        /// A file of it.
        package struct File: Sendable, Hashable, Encodable {
            package var name: String
            package var rows: Int
            /// Samples that are missing, each told in a row.
            package var lost: Int
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
        let opened = try Session(opening: session)
        guard !opened.isLive else {
            throw SessionError(
                "a run is still writing it",
                where: session,
                remedy: "let that end, and export it then"
            )
        }
        let name = FileSystem.name(of: opened.path)
        let parent: OpenFolder
        do throws(SystemError) {
            try FileSystem.makeDirectories(directory)
            parent = try OpenFolder.open(directory)
        } catch {
            throw Self.unwritten(error, directory)
        }
        guard parent.kind(of: name) == .missing else {
            throw SessionError(
                "it is there already",
                where: parent.path(ofFile: name),
                remedy: "delete it, or name another folder with --output"
            )
        }
        Self.removeParts(in: parent)
        do {
            let report = try make(opened, as: name, in: parent)
            return report
        } catch {
            Self.removeParts(in: parent)
            switch error {
            case let error as SessionError: throw error
            case let error as SampleFileError:
                throw SessionError(error.what, where: error.path, remedy: error.remedy)
            case let error as SystemError: throw Self.unwritten(error, parent.path)
            default: throw SessionError("\(error)", where: session, remedy: "try again")
            }
        }
    }

    /// Deletes what a kill has left of exports into a folder.
    package static func removeParts(in directory: String) {
        if let parent = try? OpenFolder.open(directory) { removeParts(in: parent) }
    }

    private static let partPrefix = ".part-of-"

    private static func removeParts(in parent: OpenFolder) {
        for name in (try? parent.list()) ?? [] where name.hasPrefix(partPrefix) {
            guard let part = try? parent.folder(name) else { continue }
            for file in (try? part.list()) ?? [] { try? part.remove(file) }
            try? parent.removeFolder(name)
        }
    }

    private static func unwritten(_ error: SystemError, _ place: String) -> SessionError {
        SessionError(
            "cannot write the export: \(error.errno)",
            where: error.path ?? place,
            remedy: error.remedy ?? "name a folder of yours with room in it, with --output"
        )
    }

    private func make(
        _ session: Session,
        as name: String,
        in parent: OpenFolder
    ) throws -> Report {
        let part = try parent.makeFolder(Self.partPrefix + name)
        var report = Report(path: parent.path(ofFile: name), files: [])
        for file in session.sampleFiles {
            try session.requirePlain(file)
            guard let schema = session.schema(of: file) ?? kinds.kind(of: file)?.schema else {
                throw SessionError(
                    "nobody here knows the columns of its records",
                    where: session.path(of: file),
                    remedy: "export it with a program that has the kind of recorder"
                )
            }
            let wide = Self.wideName(of: file.path, among: report.files.map(\.name))
            let made = try part.create(wide)
            var place: Int64 = 0
            let account = try WideFile(file, of: session, schema: schema).make { text in
                let bytes = Array(text.utf8)
                try made.writeAll(bytes, at: place)
                place += Int64(bytes.count)
            }
            report.files.append(
                Report.File(name: wide, rows: account.rows, lost: account.lost)
            )
        }
        try part.create(SessionManifest.fileName).writeAll(session.manifest.encoded(), at: 0)
        try parent.rename(Self.partPrefix + name, to: name)
        try parent.synchronize()
        return report
    }

    private static func wideName(of name: String, among others: [String]) -> String {
        let wide = "\(name[..<(name.lastIndex(of: ".") ?? name.endIndex)]).csv"
        return others.contains(wide) ? "\(name).csv" : wide
    }
}
