// What a lab sends of a run, in the words of the field: an archive takes files one by one, and a list of them at its
// end. What an archive is, a ZIP file or a service, is whose it is to say.

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
public protocol RSDDataArchive: AnyObject, Sendable {
    /// What it is called.
    var identifier: String { get }
    /// When the run was to be, by the name that the host's schedule has for it.
    var scheduleIdentifier: String? { get }
    /// Whether it takes one of the files that are made for it.
    func shouldInsertData(for filename: RSDReservedFilename) -> Bool
    /// What becomes of a result; `nil` if it makes no file: then those in it are asked for.
    func archivableData(
        for result: any RSDResult,
        sectionIdentifier: String?,
        stepPath: String?
    ) -> (any RSDArchivable)?
    /// Takes a file.
    func insertDataIntoArchive(_ data: Data, manifest: RSDFileManifest) throws
    /// Takes the list of all files, after the last.
    func completeArchive(with metadata: RSDTaskMetadata) throws
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
}

/// A result that makes a file of its own.
public protocol RSDArchivable {
    /// The file; `nil` if there is none.
    func buildArchiveData(at stepPath: String?) throws -> (manifest: RSDFileManifest, data: Data)?
}
