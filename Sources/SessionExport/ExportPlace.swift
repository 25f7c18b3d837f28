// An export is there whole or not at all: it is made under a hidden name beside its place, and takes its name when all
// of it is on the disk. Here is that, once for every format.

internal import SampleFile
internal import SessionFolder
internal import SystemCalls

/// The folder that exports go into.
package struct ExportPlace: Sendable {
    private let directory: String
    private let name: String?
    private let gate: ExportGate

    /// A folder, which is made when the first export goes into it.
    ///
    /// - Parameters:
    ///   - directory: The folder.
    ///   - name: The one export that goes into it; without it, the folder is for exports alone, and what a kill has left
    ///     of any is deleted.
    ///   - tell: Is told how many bytes more have been written, on the thread that writes them.
    package init(
        _ directory: String,
        only name: String? = nil,
        telling tell: @escaping @Sendable (_ written: Int) -> Void = { _ in }
    ) {
        (self.directory, self.name) = (directory, name)
        gate = ExportGate(telling: tell)
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
        _ write: (ExportFolder, _ path: String) throws -> Made
    ) throws(SessionError) -> Made {
        try makePart(of: name) { part, path throws in try write(part.makeFolder(name), path) }
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
        try makePart(of: name) { part, path throws in
            let file = try part.create(name)
            let made = try write(file, path)
            try file.finish()
            return made
        }
    }

    /// Makes an export within a part, where `write` gives it its name, and moves it to its place then.
    private func makePart<Made>(
        of name: String,
        _ write: (_ part: ExportFolder, _ path: String) throws -> Made
    ) throws(SessionError) -> Made {
        let parent: OpenFolder
        do throws(SystemError) {
            try FileSystem.makeDirectories(directory)
            parent = try OpenFolder.open(directory)
        } catch {
            throw Self.unwritten(error, in: directory)
        }
        let path = parent.path(ofFile: name)
        guard parent.kind(of: name) == .missing else { throw Self.taken(path) }
        ExportPart.deleteLeft(in: parent, of: self.name)
        do {
            let part = try ExportPart(of: name, in: parent, gate)
            defer { gate.end(part) }
            let made = try write(ExportFolder(part.folder, gate), path)
            try part.synchronize()
            try gate.pass(in: parent) { () throws(SystemError) in
                try part.folder.move(name, to: parent, as: name)
            }
            try parent.synchronize()
            return made
        } catch let error as SystemError where error.call == "rename" && error.errno == .exists {
            throw Self.taken(path)
        } catch {
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

    private static func taken(_ path: String) -> SessionError {
        SessionError(
            "it is there already",
            where: path,
            remedy: "delete it, or name another folder with --output"
        )
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

    /// Whether its exports were stopped.
    package var isStopped: Bool { gate.isStopped }

    /// Stops its exports for good, from any thread: what is finished stays, and of all else nothing.
    package func stop() { gate.stop() }
}
