// Detects later changes of files without reading them, for programs that have copied a folder.

internal import Glibc

/// What is known of a file without reading it.
public struct ChangeMark: Hashable, Sendable {
    /// The size of the file.
    public var size: Int64
    /// Changes when the file is written or replaced.
    public var text: String
}

extension OpenFolder {
    /// Returns the mark of a plain file.
    ///
    /// - Throws: If there is no such file, or it is not a plain one.
    public func changeMark(of name: String) throws(SystemError) -> ChangeMark {
        let path = try checkedPath(of: name)
        let status = try FileStatus(of: name, in: descriptor.number, path)
        try status.requirePlain(path)
        return ChangeMark(size: status.size, text: status.changeMark)
    }
}
