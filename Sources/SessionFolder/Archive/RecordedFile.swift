// The file that a result names lies where its address says, or else in the folder of its session. The result may come
// from anywhere: only a plain file is read, and one of a session by its name alone.

public import FoundationEssentials
public import Research
internal import SystemCalls

/// A recorded file, on its way into an archive.
struct RecordedFile {
    let result: any RSDFileResult
    /// The folder of the session; `nil` if the result's address says where the file is.
    let folder: String?

    /// What an archive's list says of it.
    func manifest(at stepPath: String?) throws(SessionError) -> RSDFileManifest {
        guard let name = result.relativePath, !name.isEmpty else {
            throw SessionError(
                "the result names no file",
                where: result.identifier,
                remedy: "give it a 'relativePath'"
            )
        }
        return RSDFileManifest(
            filename: name,
            timestamp: result.startDate,
            contentType: result.contentType,
            identifier: result.identifier,
            stepPath: stepPath.map { "\($0)/\(result.identifier)" } ?? result.identifier
        )
    }

    /// Opens it.
    func open() throws(SessionError) -> OpenFile {
        do throws(SystemError) {
            if let url = result.url { return try .openPlain(url.path) }
            if let folder, let name = result.relativePath {
                return try OpenFolder.open(folder).open(name)
            }
        } catch {
            throw .unreadable(error, where: result.relativePath ?? result.identifier)
        }
        throw SessionError(
            "nobody says where this file lies",
            where: result.relativePath ?? result.identifier,
            remedy:
                "say in which folder the session is: archiveResults(with: manager, from: folder)"
        )
    }

    /// Reads the whole of it.
    func data() throws(SessionError) -> Data {
        let file = try open()
        do throws(SystemError) {
            return Data(try file.readAll(limit: .max))
        } catch {
            throw .unreadable(error, where: file.path)
        }
    }
}

extension RSDFileResultObject: RSDArchivable {
    public func buildArchiveData(
        at stepPath: String?
    ) throws -> (manifest: RSDFileManifest, data: Data)? {
        let file = RecordedFile(result: self, folder: nil)
        return (try file.manifest(at: stepPath), try file.data())
    }
}
