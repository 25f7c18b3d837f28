// The protocol of archives that a lab sends, with SageResearch's names: an archive receives files one by one, and a
// list of them at its end. The host decides what an archive is: a ZIP file, or a service.

public import FoundationEssentials
public import Research

/// The files that every archive may have, named without `.json`.
public enum RSDReservedFilename: String, Sendable, CaseIterable {
    /// The answers by name.
    case answers
    /// The result.
    case taskResult
    /// Where the files come from.
    case metadata
}

/// Receives the files of a run.
///
/// All archives of a run are filled before the first of them is completed.
public protocol RSDDataArchive: AnyObject, Sendable {
    /// The archive's name.
    var identifier: String { get }
    /// The identifier of the run in the host's schedule.
    var scheduleIdentifier: String? { get }
    /// Returns whether the archive should contain the answers, or the result.
    ///
    /// This is not called for `metadata`: every archive gets that in `completeArchive`.
    func shouldInsertData(for filename: RSDReservedFilename) -> Bool
    /// Returns what to archive for a result; `nil` if the result makes no file, but results within it may.
    func archivableData(
        for result: any RSDResult,
        sectionIdentifier: String?,
        stepPath: String?
    ) -> (any RSDArchivable)?
    /// Adds a file.
    func insertDataIntoArchive(_ data: Data, manifest: RSDFileManifest) throws
    /// Adds a recorded file, which may be large.
    ///
    /// The default implementation reads it into memory.
    func insertFileIntoArchive(at path: String, manifest: RSDFileManifest) throws
    /// Adds the list of all files, after the last file.
    func completeArchive(with metadata: RSDTaskMetadata) throws
    /// Deletes what was added, because this or another archive of the run has failed.
    ///
    /// The default implementation does nothing.
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
    /// Returns the file; `nil` if there is none.
    func buildArchiveData(at stepPath: String?) throws -> (manifest: RSDFileManifest, data: Data)?
}
