// Makes exports atomic, for all formats: an export is created under a hidden name in the folder of its destination, and
// renamed when all of it is on the disk.

internal import SampleFile
internal import SessionFolder
internal import SystemCalls

/// The folder for exports.
package struct ExportPlace: Sendable {
    private let directory: String
    private let name: String?
    private let gate: ExportGate

    /// A folder, which is created with the first export.
    ///
    /// - Parameters:
    ///   - directory: The folder.
    ///   - name: The name of the only export in it. If `nil`, the folder is for exports alone, and all leftovers of
    ///     killed processes in it are deleted.
    ///   - tell: Receives the number of bytes of each block written, on the writing thread.
    package init(
        _ directory: String,
        only name: String? = nil,
        telling tell: @escaping @Sendable (_ written: Int) -> Void = { _ in }
    ) {
        (self.directory, self.name) = (directory, name)
        gate = ExportGate(telling: tell)
    }

    /// Creates an export that is a folder.
    ///
    /// - Parameters:
    ///   - name: Its name, which must not exist yet.
    ///   - write: Fills the folder; receives its final path.
    /// - Returns: What `write` returns.
    /// - Throws: `SessionError` if the export fails; nothing is left then.
    func make<Made>(
        _ name: String,
        _ write: (ExportFolder, _ path: String) throws -> Made
    ) throws(SessionError) -> Made {
        try makePart(of: name) { part, path throws in try write(part.makeFolder(name), path) }
    }

    /// Creates an export that is a file.
    ///
    /// - Parameters:
    ///   - name: Its name, which must not exist yet.
    ///   - write: Fills the file; receives its final path.
    /// - Returns: What `write` returns.
    /// - Throws: `SessionError` if the export fails; nothing is left then.
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

    /// Creates an export in a temporary folder, in which `write` uses its final name, and then moves it out.
    private func makePart<Made>(
        of name: String,
        _ write: (_ part: ExportFolder, _ path: String) throws -> Made
    ) throws(SessionError) -> Made {
        try Session.requireNone(around: directory, for: "\(directory)/\(name)")
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
            let part = try ExportPart.begin(name, in: parent, gate)
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

    /// Converts an export's error to one with a single line and a remedy.
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

    /// True if its exports were stopped.
    package var isStopped: Bool { gate.isStopped }

    /// Stops its exports for good, from any thread: keeps finished ones and deletes all others.
    package func stop() { gate.stop() }
}
