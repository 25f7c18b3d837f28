// The access rights of a file, for users who may not open it: does joining its group help, or must somebody else change
// the rights?

internal import Glibc

/// The rights of a file, as far as its group is concerned.
public struct FileRights: Sendable, Hashable {
    /// The group's name; `nil` if it has none.
    public var group: String?
    /// Whether members of the group may read and write the file.
    public var isOpenToGroup: Bool
    /// Whether it is a device; the system sets a device's rights when it appears.
    public var isDevice: Bool

    /// Makes the rights of a file.
    ///
    /// - Parameters:
    ///   - group: The group's name, if it has one.
    ///   - isOpenToGroup: Whether members of the group may read and write the file.
    ///   - isDevice: Whether it is a device.
    public init(group: String?, isOpenToGroup: Bool, isDevice: Bool) {
        self.group = group
        self.isOpenToGroup = isOpenToGroup
        self.isDevice = isDevice
    }

    /// Reads the rights at a path; `nil` if nothing is there.
    public init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(
            group: FileSystem.nameOfGroup(status.st_gid),
            isOpenToGroup: status.st_mode & 0o060 == 0o060,
            isDevice: status.st_mode & S_IFMT == S_IFCHR
        )
    }
}
