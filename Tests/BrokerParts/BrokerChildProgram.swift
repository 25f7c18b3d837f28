// Gives the child program of a broker's connection a test's own name. By that name the test finds its child among those
// of all tests.

package import CueParts
internal import Foundation
internal import Glibc
internal import SystemCalls

/// The program of a connection's child.
package struct BrokerChildProgram {
    /// The path by which it is started.
    package let path: String

    /// Gives the program a name in a folder.
    package init(in folder: ScratchFolder) throws {
        path = "\(folder.path)/child"
        try FileManager.default.createSymbolicLink(
            atPath: path,
            withDestinationPath: Self.built
        )
    }

    /// The program as it was built, beside the tests.
    package static let built = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "broker-child").path(percentEncoded: false)

    /// Signals every child that was started by that path; returns how many there are.
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
