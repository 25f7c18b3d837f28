// What a lab sends of a run, in the words of the field: an archive takes files one by one, and a list of them at its
// end. The host decides what an archive is: a ZIP file, a service.

public import FoundationEssentials
public import Research

/// The files that every archive may have, by their names without `.json`.
public enum RSDReservedFilename: String, Sendable, CaseIterable {
    /// The answers by name.
    case answers
    /// The result.
    case taskResult
    /// Where the files come from.
    case metadata
}

/// Takes the files of a run.
///
/// All archives of a run are filled before the first of them is completed.
public protocol RSDDataArchive: AnyObject, Sendable {
    /// What it is called.
    var identifier: String { get }
    /// When the run was to be, by the name that the host's schedule has for it.
    var scheduleIdentifier: String? { get }
    /// Whether it takes the answers, or the result.
    ///
    /// Nobody asks about `metadata`: every archive is given it, in `completeArchive`.
    func shouldInsertData(for filename: RSDReservedFilename) -> Bool
    /// What becomes of a result; `nil` if it makes no file: then those in it are asked for.
    func archivableData(
        for result: any RSDResult,
        sectionIdentifier: String?,
        stepPath: String?
    ) -> (any RSDArchivable)?
    /// Takes a file.
    func insertDataIntoArchive(_ data: Data, manifest: RSDFileManifest) throws
    /// Takes a recorded file, which may be large; unless written, it is read as a whole.
    func insertFileIntoArchive(at path: String, manifest: RSDFileManifest) throws
    /// Takes the list of all files, after the last.
    func completeArchive(with metadata: RSDTaskMetadata) throws
    /// Deletes what it has taken: the archive has failed, or another one of the run. Unless written, does nothing.
    func discardArchive()
}

extension RSDDataArchive {
    public func shouldInsertData(for filename: RSDReservedFilename) -> Bool { true }

    public func archivableData(
        for result: any RSDResult,
        sectionIdentifier: String?,
        stepPath: String?
    ) -> (any RSDArchivable)? {
        result as? any RSDArchivable
    }

    public func insertFileIntoArchive(at path: String, manifest: RSDFileManifest) throws {
        try insertDataIntoArchive(ArchivedFile.data(at: path), manifest: manifest)
    }

    public func discardArchive() {}
}

/// A result that makes a file of its own.
public protocol RSDArchivable {
    /// The file; `nil` if there is none.
    func buildArchiveData(at stepPath: String?) throws -> (manifest: RSDFileManifest, data: Data)?
}
