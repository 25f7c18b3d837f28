// An export is there whole or not at all: it is made under a hidden name beside its place, and takes its name when all
// of it is written. Here is that, once for every format.

internal import SampleFile
internal import SessionFolder
internal import Synchronization
internal import SystemCalls

/// The folder that exports go into.
package struct ExportPlace: Sendable {
    private let directory: String
    private let name: String?

    /// A folder, which is made when the first export goes into it.
    ///
    /// - Parameters:
    ///   - directory: The folder.
    ///   - name: The one export that goes into it; without it, the folder is for exports alone, and what a kill has left
    ///     of any is deleted.
    package init(_ directory: String, only name: String? = nil) {
        (self.directory, self.name) = (directory, name)
    }

    /// Makes an export, which is a folder.
    ///
    /// - Parameters:
    ///   - name: How it is called; nothing may have this name yet.
    ///   - write: Fills the folder; is told the path that it will have.
    /// - Returns: What `write` returns.
    /// - Throws: `SessionError` where that cannot be done; nothing of it is there then.
    func make<Made>(
        _ name: String,
        _ write: (OpenFolder, _ path: String) throws -> Made
    ) throws(SessionError) -> Made {
        try make(
            name,
            under: { parent, part in
                try write(parent.makeFolder(part), parent.path(ofFile: name))
            }
        )
    }

    /// Makes an export, which is a file.
    ///
    /// - Parameters:
    ///   - name: How it is called; nothing may have this name yet.
    ///   - write: Fills the file; is told the path that it will have.
    /// - Returns: What `write` returns.
    /// - Throws: `SessionError` where that cannot be done; nothing of it is there then.
    func makeFile<Made>(
        _ name: String,
        _ write: (ExportFile, _ path: String) throws -> Made
    ) throws(SessionError) -> Made {
        try make(
            name,
            under: { parent, part in
                let file = try ExportFile(parent.create(part))
                let made = try write(file, parent.path(ofFile: name))
                try file.synchronize()
                return made
            }
        )
    }

    /// Makes what `write` makes under the name that it is told, and gives it its own name then.
    private func make<Made>(
        _ name: String,
        under write: (_ parent: OpenFolder, _ part: String) throws -> Made
    ) throws(SessionError) -> Made {
        let parent: OpenFolder
        do throws(SystemError) {
            try FileSystem.makeDirectories(directory)
            parent = try OpenFolder.open(directory)
        } catch {
            throw Self.unwritten(error, in: directory)
        }
        guard parent.kind(of: name) == .missing else {
            throw SessionError(
                "it is there already",
                where: parent.path(ofFile: name),
                remedy: "delete it, or name another folder with --output"
            )
        }
        removeParts(in: parent)
        do {
            let made = try write(parent, Self.partPrefix + name)
            try Self.isStopped.withLock { isStopped throws(SystemError) in
                if isStopped {
                    throw SystemError(call: "rename", path: directory, errno: .interrupted)
                }
                try parent.rename(Self.partPrefix + name, to: name)
            }
            try parent.synchronize()
            return made
        } catch {
            removeParts(in: parent)
            throw Self.asSessionError(error, in: directory)
        }
    }

    /// An error of an export, as one line with what to do.
    static func asSessionError(_ error: any Error, in directory: String) -> SessionError {
        switch error {
        case let error as SessionError: error
        case let error as SampleFileError:
            SessionError(error.what, where: error.path, remedy: error.remedy)
        case let error as SystemError: unwritten(error, in: directory)
        default: SessionError("\(error)", where: directory, remedy: "try again")
        }
    }

    private static func unwritten(
        _ error: SystemError,
        in directory: String
    ) -> SessionError {
        SessionError(
            "cannot write the export: \(error.errno)",
            where: error.path ?? directory,
            remedy: error.remedy ?? "name a folder of yours with room in it, with --output"
        )
    }

    /// Whether the program is about to end: nothing takes its name any more, whatever is still being written.
    private static let isStopped = Mutex(false)

    /// Stops every export of the program, for good, and deletes what is not finished here.
    package func stop() {
        Self.isStopped.withLock { $0 = true }
        // Whoever is still writing may put a file more into it.
        for _ in 0..<3 { removeParts() }
    }

    /// Deletes what a kill has left of exports into the folder.
    package func removeParts() {
        if let parent = try? OpenFolder.open(directory) { removeParts(in: parent) }
    }

    private static let partPrefix = ".part-of-"

    private func removeParts(in parent: OpenFolder) {
        for part in (try? parent.list()) ?? [] where part.hasPrefix(Self.partPrefix) {
            if let name, part != Self.partPrefix + name { continue }
            Self.remove(part, in: parent)
        }
    }

    /// Deletes a file, or a folder with all that it holds; a link is deleted, and not followed.
    private static func remove(_ name: String, in folder: OpenFolder) {
        guard folder.kind(of: name) == .directory else {
            try? folder.remove(name)
            return
        }
        if let inner = try? folder.folder(name) {
            for name in (try? inner.list()) ?? [] { remove(name, in: inner) }
        }
        try? folder.removeFolder(name)
    }
}
