// Writes the output file of a command completely or not at all: it writes and syncs a temporary file in the same folder
// and then gives it its final name. A command that stops before that calls `discard`; one that is killed leaves the
// hidden temporary file. The temporary name is unique, because two commands may write the same file at once. A file
// that another process puts there meanwhile stays, unless the user has asked to replace it, or the file system has no
// hard links.

internal import Arguments
internal import SessionFolder
internal import SystemCalls

/// The output file of a command.
struct MadeFile: Sendable {
    private let folder: OpenFolder
    private let name: String
    /// The name of the temporary file.
    private let draft: String
    private let replaces: Bool

    /// The longest name of a file on Linux, in bytes.
    private static let longestName = 255

    static let forceFlag = Flag("force", "replace the file if it is there already")

    /// Checks that the file can be written.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - replaces: Whether to replace an existing file.
    /// - Throws: `SessionError` if no file can be written there, or it would be in a session.
    init(_ path: String, replaces: Bool) throws(SessionError) {
        let parent = FileSystem.parent(of: path) ?? "."
        name = FileSystem.name(of: path)
        draft = Self.draft(of: name)
        self.replaces = replaces
        do throws(SystemError) {
            folder = try OpenFolder.open(parent)
        } catch {
            throw SessionError(
                "there is no folder for the file: \(error.errno)",
                where: parent,
                remedy: "make it, or name a file in another with --output"
            )
        }
        try Session.requireNone(around: folder.path, for: path)
        try requireFree()
    }

    /// Makes a temporary name, with as much of the file's name as fits.
    private static func draft(of name: String) -> String {
        let unique = String(UInt64.random(in: .min ... .max), radix: 36)
        func draft(_ part: Substring) -> String {
            DurableDocument.temporaryName(for: "\(part).\(unique)")
        }
        var part = name[...]
        while !part.isEmpty, draft(part).utf8.count > longestName { part.removeLast() }
        return draft(part)
    }

    private func requireFree() throws(SessionError) {
        switch folder.kind(of: name) {
        case .missing: return
        case .file where replaces:
            guard folder.kind(of: SessionManifest.fileName) == .missing else {
                throw SessionError(
                    "it is a file of a session",
                    where: folder.path(ofFile: name),
                    remedy: "name another"
                )
            }
        case let kind:
            throw SessionError(
                kind == .file ? "it is there already" : "what is there is no file",
                where: folder.path(ofFile: name),
                remedy: kind == .file ? "name another, or add --force" : "name another"
            )
        }
    }

    /// Writes and syncs the temporary file.
    func write(_ bytes: [UInt8]) throws(SessionError) {
        do throws(SystemError) {
            let file = try folder.create(draft, permissions: 0o644)
            try file.writeAll(bytes, at: 0)
            try file.synchronize()
        } catch {
            discard()
            throw failure(error)
        }
    }

    /// Deletes the temporary file.
    func discard() { try? folder.remove(draft) }

    /// Gives the temporary file its final name.
    func publish() throws(SessionError) {
        do throws(SystemError) {
            defer { discard() }
            if replaces {
                try folder.rename(draft, to: name)
            } else {
                try takeFreeName()
            }
            try folder.synchronize()
        } catch {
            if error.errno == .exists { try requireFree() }
            throw failure(error)
        }
    }

    private func takeFreeName() throws(SystemError) {
        do throws(SystemError) {
            try folder.link(draft, as: name)
        } catch {
            // Without hard links, rename the file, if its name is still free.
            guard error.meansNoHardLinks, folder.kind(of: name) == .missing else { throw error }
            try folder.rename(draft, to: name)
        }
    }

    private func failure(_ error: SystemError) -> SessionError {
        SessionError(
            "cannot write the file: \(error.errno)",
            where: error.path ?? folder.path(ofFile: name),
            remedy: error.remedy ?? "name a folder of yours with room in it, with --output"
        )
    }
}
