import FoundationEssentials
import SystemCalls

/// A folder of its own for one test, removed with everything in it.
final class ScratchFolder {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory
        path = folder.appending(component: "footfall-replay-\(UUID().uuidString)").path
        try FileSystem.makeDirectory(path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    static func bytes(of path: String) throws -> [UInt8] {
        let file = try OpenFile.open(path)
        return try file.readAll(limit: 1 << 30)
    }
}
