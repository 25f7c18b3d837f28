// Writes and reads a session's task result: for a run that ends by itself, and for a killed run that another
// process closes.

internal import FoundationEssentials
internal import Research
internal import SampleFile
internal import SystemCalls

/// Writes and reads `taskResult.json`.
enum SessionResult {
    /// The size up to which a file is read as a result.
    static let sizeLimit: Int64 = 64 << 20

    /// Writes a result, into reserved space if there is any.
    static func write(
        _ result: any RSDTaskResult,
        _ factory: RSDFactory,
        into space: consuming ReservedDocument?,
        in folder: OpenFolder
    ) throws(SessionError) -> SessionManifest.Document {
        let name = SessionManifest.taskResultName
        let bytes: [UInt8]
        do throws(SessionError) {
            bytes = try Self.bytes(of: result, factory, where: folder.path(ofFile: name))
        } catch {
            space?.abandon()
            throw error
        }
        do throws(SystemError) {
            if let space {
                try space.write(bytes)
            } else {
                try DurableDocument.write(bytes, as: name, in: folder)
            }
        } catch {
            throw SessionError(error, "write the task's result", where: folder.path(ofFile: name))
        }
        return SessionManifest.Document(
            path: name,
            size: Int64(bytes.count),
            checksum: Checksum.text(of: bytes)
        )
    }

    /// Encodes a result as it is written to the file.
    static func bytes(
        of result: any RSDTaskResult,
        _ factory: RSDFactory,
        where place: String
    ) throws(SessionError) -> [UInt8] {
        do {
            return Array(try factory.createJSONEncoder().encode(result)) + [UInt8(ascii: "\n")]
        } catch {
            throw SessionError(
                "the task's result cannot be written as JSON (\(error))",
                where: place,
                remedy: "the samples and the manifest are kept; correct the result's type"
            )
        }
    }

    /// Reads the result of a session.
    static func read(
        in folder: OpenFolder,
        _ factory: RSDFactory
    ) throws(SessionError) -> RSDTaskResultObject {
        let name = SessionManifest.taskResultName
        let bytes = try FolderFile.read(name, in: folder, limit: sizeLimit)
        do {
            return try factory.createJSONDecoder()
                .decode(RSDTaskResultObject.self, from: Data(bytes))
        } catch {
            throw SessionError(
                DecodingProblem.line(for: error),
                where: folder.path(ofFile: name),
                remedy: "the samples are not touched by it; restore the file from a copy"
            )
        }
    }
}
