// Finds and reads the file of a result, in the session folder or at the result's URL. A result may come from anywhere.
// So only plain files are read, no link is followed, and a file of a session is found by its name in the folder, never
// by a path. Servers expect documents, so a compressed file goes into an archive uncompressed.

public import FoundationEssentials
public import Research
internal import SampleFile
internal import SystemCalls

/// A recorded file that goes into an archive.
struct ArchivedFile {
    let result: any RSDFileResult
    /// The session folder; `nil` if the result's URL says where the file is.
    let folder: String?

    /// Returns its entry in an archive's list of files.
    func manifest(at stepPath: String?) throws(SessionError) -> RSDFileManifest {
        guard let name = result.relativePath, !name.isEmpty else {
            throw SessionError(
                "the result names no file",
                where: result.identifier,
                remedy: "give it a 'relativePath'"
            )
        }
        return RSDFileManifest(
            filename: SampleFileCompression.plainName(of: name),
            timestamp: result.startDate,
            contentType: result.contentType,
            identifier: result.identifier,
            stepPath: stepPath.map { "\($0)/\(result.identifier)" } ?? result.identifier
        )
    }

    /// Returns its path: in the session folder, unless there is no such file and the result has a URL.
    func path() throws(SessionError) -> String {
        if let folder, let name = result.relativePath {
            let isName = !name.utf8.contains(UInt8(ascii: "/"))
            let path = "\(folder)/\(name)"
            if isName, result.url == nil || FileSystem.kind(of: path) != .missing { return path }
            guard result.url != nil else {
                throw SessionError(
                    "the name leads to another folder",
                    where: path,
                    remedy: "name a file that lies in the session folder itself"
                )
            }
        }
        guard let url = result.url else {
            throw SessionError(
                "nothing says where this file is",
                where: result.relativePath ?? result.identifier,
                remedy:
                    "say in which folder the session is: archiveResults(with: manager, from: folder)"
            )
        }
        guard url.isFileURL else {
            throw SessionError(
                "the address is that of no file",
                where: url.absoluteString,
                remedy: "give the result the `url` of a file on this machine"
            )
        }
        return url.path
    }

    /// Opens the document in a file.
    ///
    /// The folder may be reached through links; the file itself must not be a link.
    static func open(_ path: String) throws(SessionError) -> DocumentText {
        do throws(SystemError) {
            let folder = try OpenFolder.reach(FileSystem.parent(of: path) ?? "/")
            let name = FileSystem.name(of: path)
            return try DocumentText(of: folder.open(name), named: name)
        } catch {
            throw .unreadable(error, where: path)
        }
    }

    /// Returns the length of a document.
    ///
    /// - Throws: If it cannot be read, or a part of a compressed one is damaged.
    static func size(_ document: borrowing DocumentText, at path: String) throws(SessionError)
        -> Int64
    {
        let size: Int64
        do throws(SystemError) {
            size = try document.size()
        } catch {
            throw .unreadable(error, where: path)
        }
        if let damage = document.damage {
            throw SessionError(
                damage,
                where: path,
                remedy: "`footfall repair` makes it whole again and keeps every whole record"
            )
        }
        return size
    }

    /// Reads a whole document.
    static func data(at path: String) throws(SessionError) -> Data {
        let document = try open(path)
        let size = try size(document, at: path)
        do throws(SystemError) {
            return Data(try document.read(Int(size), at: 0))
        } catch {
            throw .unreadable(error, where: path)
        }
    }
}

extension RSDFileResultObject: RSDArchivable {
    public func buildArchiveData(
        at stepPath: String?
    ) throws -> (manifest: RSDFileManifest, data: Data)? {
        let file = ArchivedFile(result: self, folder: nil)
        return (try file.manifest(at: stepPath), try ArchivedFile.data(at: file.path()))
    }
}
