// A test's own real broker, which the test can kill, suspend and start again.

package import CueParts
internal import Glibc
internal import LoopbackParts
internal import Synchronization
internal import SystemCalls
internal import Testing

/// A mosquitto on its own port.
package final class RunningBroker: Sendable {
    package let folder: ScratchFolder
    package let port: UInt16
    private let service = Mutex<Service?>(nil)

    /// Why the broker does not run.
    package struct NotRunning: Error {
        package let words: String
    }

    /// Starts a broker.
    ///
    /// - Parameters:
    ///   - lines: Lines of its configuration besides the one of its port; `FOLDER` in them stands for its folder.
    ///   - prepare: Writes the files that those lines name into its folder.
    /// - Returns: A broker that listens.
    /// - Throws: What it says when it does not start.
    package static func start(
        _ lines: [String] = ["allow_anonymous true"],
        _ prepare: (ScratchFolder) throws -> Void = { _ in }
    ) async throws -> RunningBroker {
        // Another program may take the port after it was found to be free.
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

    /// Starts it, or starts it again after a kill, without the messages that it had retained.
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

    /// Suspends it until `goOn` is called.
    package func hang() { signal(SIGSTOP) }
    package func goOn() { signal(SIGCONT) }

    private func signal(_ number: Int32) {
        guard let process = pid_t(folder.text("pid").filter(\.isNumber)), process > 1 else {
            return
        }
        _ = Glibc.kill(process, number)
    }
}
