// Where a test may leave files: nothing of them outlasts it.

import Foundation

/// A folder of its own for each test, deleted with it.
package final class Scratch: Sendable {
    /// Where it lies.
    package let path: String

    /// Makes one among the temporary files.
    package init() throws {
        path =
            FileManager.default.temporaryDirectory
            .appending(component: "footfall-scratch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
