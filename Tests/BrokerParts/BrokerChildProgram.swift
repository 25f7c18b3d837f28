// The child process of a broker's connection runs the program `broker-child`. Tests run at the same time, each with
// children of that program. A test that signals its own child starts the program by a link, whose path no other test
// has.

package import CueParts
internal import Foundation
internal import Glibc
internal import SystemCalls

/// A path of its own to the program of a connection's child.
package struct BrokerChildProgram {
    /// The path by which the test starts the program.
    package let path: String

    /// Links to the program in the test's folder.
    package init(in folder: ScratchFolder) throws {
        path = "\(folder.path)/child"
        try FileManager.default.createSymbolicLink(
            atPath: path,
            withDestinationPath: Self.built
        )
    }

    /// The path of the built program, beside the tests; for a test that signals no child.
    package static let built = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "broker-child").path(percentEncoded: false)

    /// Sends a signal to every process that was started by `path`; returns how many there are.
    @discardableResult
    package func signal(_ number: Int32) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let children = names.compactMap { pid_t($0) }.filter { process in
            let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
            return words.starts(with: Array((path + "\0").utf8))
        }
        for child in children { _ = kill(child, number) }
        return children.count
    }
}
