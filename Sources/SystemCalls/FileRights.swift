// Whoever may not open a file wants to know what would let them: to join its group, or somebody else's deed.

internal import Glibc

/// What the rights of a file are, as far as they are its group's.
public struct FileRights: Sendable, Hashable {
    /// The group's name; `nil` where it has none.
    public var group: String?
    /// Whether members of the group may read and write the file.
    public var isOpenToGroup: Bool
    /// Whether it is a device, whose rights the system gives as it comes.
    public var isDevice: Bool

    /// Rights of a file.
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

    /// The rights of what lies at a path; `nil` where nothing does.
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
