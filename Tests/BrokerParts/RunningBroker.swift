// A real broker of a test's own, which it can kill, stop and start again.

package import CueParts
internal import Glibc
internal import LoopbackParts
internal import Synchronization
internal import SystemCalls
internal import Testing

/// A mosquitto on a port of its own.
package final class RunningBroker: Sendable {
    package let folder: ScratchFolder
    package let port: UInt16
    private let service = Mutex<Service?>(nil)

    /// Why there is none.
    package struct NotRunning: Error {
        package let words: String
    }

    /// Starts a broker.
    ///
    /// - Parameters:
    ///   - lines: Lines of its configuration beside the one of its port; `FOLDER` in them is its folder.
    ///   - prepare: Puts into its folder what those lines name.
    /// - Returns: A broker that listens.
    /// - Throws: What it says when it does not start.
    package static func start(
        _ lines: [String] = ["allow_anonymous true"],
        _ prepare: (ScratchFolder) throws -> Void = { _ in }
    ) async throws -> RunningBroker {
        // Between looking for a free port and taking it, somebody else may have it.
        for attempt in 0..<5 {
            let broker = try RunningBroker(lines)
            try prepare(broker.folder)
            do {
                try await broker.restart()
                return broker
            } catch let error as NotRunning where attempt < 4 && error.words.contains("in use") {
                continue
            }
        }
        throw NotRunning(words: "no port is free")
    }

    private init(_ lines: [String]) throws {
        folder = try ScratchFolder()
        port = try Loopback(SOCK_STREAM).port
        let text = ["listener \(port) 127.0.0.1", "user root"] + lines
        try folder.file(
            "mosquitto.conf",
            text.map { $0.replacing("FOLDER", with: folder.path) }.joined(separator: "\n") + "\n"
        )
    }

    /// Starts it again, after a kill; what it had kept is gone.
    package func restart() async throws {
        let started = try Service(
            [
                "sh", "-c",
                "PATH=$PATH:/usr/sbin; echo $$ >\(folder.path)/pid; exec mosquitto -c \(folder.path)/mosquitto.conf",
            ]
        )
        service.withLock { $0 = started }
        _ = try await eventually {
            started.program.errorText().contains("running") || started.program.ending != nil
        }
        let words = started.program.errorText()
        guard words.contains("running"), started.program.ending == nil else {
            throw NotRunning(words: words)
        }
    }

    /// Kills it.
    package func kill() { service.withLock { $0 = nil } }

    /// Has it do nothing until it goes on.
    package func hang() { signal(SIGSTOP) }
    package func goOn() { signal(SIGCONT) }

    private func signal(_ number: Int32) {
        guard let process = pid_t(folder.text("pid").filter(\.isNumber)), process > 1 else {
            return
        }
        _ = Glibc.kill(process, number)
    }
}
