// The serial ports that devices are plugged into, for whoever looks for the one to record. Ports that a machine has
// soldered on are not among them: on many of those there is nothing, or its console.

internal import SystemCalls

/// Serial ports of devices that can be plugged in and out.
public struct SerialPortList: Codable, Sendable, Hashable {
    /// The ports.
    public var ports: [Entry] = []

    /// One port.
    public struct Entry: Codable, Sendable, Hashable {
        /// Its path, as `LinePort` takes it.
        public var path: String
        /// What its maker calls it and its serial number, where the system knows them.
        public var name: String?
        /// What stands in the way of recording it.
        public var obstacles: [String]
        /// Who may read it, as in `root:dialout 0660`.
        public var readers: String?
    }

    public init() {}

    /// Those that are there.
    ///
    /// - Parameter folder: Where the nodes of devices are.
    /// - Returns: The list, by their paths.
    public static func present(in folder: String = "/dev") -> SerialPortList {
        var list = SerialPortList()
        let names = names(in: "\(folder)/serial/by-id")
        let nodes = ((try? FileSystem.list(folder)) ?? []).filter { node in
            ["ttyUSB", "ttyACM"].contains { node.hasPrefix($0) }
        }
        list.ports = nodes.map { node in
            let path = "\(folder)/\(node)"
            return Entry(
                path: path,
                name: names[node],
                obstacles: obstacles(of: path),
                readers: FileSystem.ownership(of: path)
            )
        }
        return list
    }

    /// What the system calls the device of each node.
    private static func names(in folder: String) -> [String: String] {
        let links = ((try? FileSystem.list(folder)) ?? []).compactMap { name in
            (try? FileSystem.linkTarget("\(folder)/\(name)")).map {
                (FileSystem.name(of: $0), name)
            }
        }
        return Dictionary(links) { first, _ in first }
    }

    private static func obstacles(of path: String) -> [String] {
        do {
            try LinePort(path).check()
            return []
        } catch let error as LineError {
            return [[error.what, error.remedy].compactMap(\.self).joined(separator: "; ")]
        } catch {
            return ["\(error)"]
        }
    }
}
