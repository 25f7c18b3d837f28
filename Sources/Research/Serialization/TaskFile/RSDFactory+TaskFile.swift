// Reads a task file by its path. Each error names the file, so that the user of a program knows which file is meant.

internal import FoundationEssentials
internal import SystemCalls

extension RSDFactory {
    /// Reads and decodes the task file at a path, which may be relative to the working directory.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The task.
    /// - Throws: `SystemError` if the file cannot be read, `RSDTaskFileError` if it is not a valid task file. Both name
    ///   the file, and say what is wrong and what to do.
    public func decodeTask(at path: String) throws -> any RSDTask {
        let bytes = try OpenFile.openPlain(path).readAll(limit: RSDResourceLocator.largest)
        do {
            return try decodeTask(with: Data(bytes))
        } catch let error as RSDTaskFileError {
            throw error.prefixed(by: [.resource(path)])
        }
    }
}
