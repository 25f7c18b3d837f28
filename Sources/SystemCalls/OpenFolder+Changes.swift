// Whoever has copied a folder wants to know later whether it has changed, without reading what is in it.

internal import Glibc

/// What a folder says of a file without its being read.
public struct ChangeMark: Hashable, Sendable {
    /// How many bytes the file has.
    public var size: Int64
    /// What becomes another text when somebody writes to the file, or puts another in its place.
    public var text: String
}

extension OpenFolder {
    /// The mark of a plain file.
    ///
    /// - Throws: When there is no such file, or it is no plain one.
    public func changeMark(of name: String) throws(SystemError) -> ChangeMark {
        let path = try checkedPath(of: name)
        let status = try FileStatus(of: name, in: descriptor.number, path)
        try status.requirePlain(path)
        return ChangeMark(size: status.size, text: status.changeMark)
    }
}
