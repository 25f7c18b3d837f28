internal import FoundationEssentials
internal import SystemCalls

/// A folder of its own for one test, removed with everything in it.
package final class ScratchFolder {
    package let path: String

    package init() throws {
        let folder = FileManager.default.temporaryDirectory
        path = folder.appending(component: "footfall-replay-\(UUID().uuidString)").path
        try FileSystem.makeDirectory(path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    package static func bytes(of path: String) throws -> [UInt8] {
        let file = try OpenFile.open(path)
        return try file.readAll(limit: 1 << 30)
    }
}
