// A container or a systemd service may have less memory than its machine. If a process exceeds that, the kernel kills
// it without an explanation.

internal import SystemCalls

/// The memory available to this process.
enum AvailableMemory {
    /// The number of bytes; `nil` if unknown.
    static var bytes: Int64? {
        let group = FileSystem.shortText(of: "/proc/self/cgroup").flatMap(group) ?? "/"
        let room = folders(of: group).compactMap { folder in
            left(
                limit: FileSystem.shortText(of: "\(folder)/memory.max"),
                taken: FileSystem.shortText(of: "\(folder)/memory.current")
            )
        }
        return (room + [Environment.availableBytes].compactMap(\.self)).min()
    }

    /// The process's control group, from the content of /proc/self/cgroup.
    static func group(inLines text: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix("0::/") }.map { String($0.dropFirst(3)) }
    }

    /// The folders of a control group and of its parents, each of which may have a limit.
    static func folders(of group: String) -> [String] {
        var folders = ["/sys/fs/cgroup"]
        for part in group.split(separator: "/") where part != ".." {
            folders.append("\(folders[folders.count - 1])/\(part)")
        }
        return folders
    }

    /// How much of a control group's memory is left; `nil` without a limit.
    static func left(limit: String?, taken: String?) -> Int64? {
        func number(_ text: String?) -> Int64? {
            text.flatMap { $0.split(separator: "\n").first }.flatMap { Int64($0) }
        }
        guard let limit = number(limit), let taken = number(taken), limit >= 0, taken >= 0 else {
            return nil
        }
        return max(0, limit - taken)
    }
}
