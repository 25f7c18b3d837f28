// Lists the serial ports of pluggable devices, for users who look for the one to record. Built-in ports are not
// listed: most have nothing connected, or are the machine's console.

internal import SystemCalls

/// The serial ports of devices that can be plugged in and out.
public struct SerialPortList: Codable, Sendable, Hashable {
    /// The ports.
    public var ports: [Entry] = []

    /// One port.
    public struct Entry: Codable, Sendable, Hashable {
        /// Its path, as `LinePort` parses it.
        public var path: String
        /// The maker's name and the serial number, if the system knows them.
        public var name: String?
        /// What prevents recording it.
        public var obstacles: [String]
        /// Which users may read it, as in `root:dialout 0660`.
        public var readers: String?
    }

    public init() {}

    /// The ports of this machine.
    ///
    /// - Parameter folder: The folder of the device nodes.
    /// - Returns: The ports, sorted by path.
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

    /// The system's names for the device of each node.
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
