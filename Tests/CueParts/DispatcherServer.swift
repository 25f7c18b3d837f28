// Runs speech-dispatcher in its own folder, with its own configuration, socket and log, and with modules that
// need no sound card. The log shows what was spoken.

internal import Glibc
internal import SystemCalls
internal import Testing

/// A running speech-dispatcher.
package final class DispatcherServer: Sendable {
    /// The output module that speaks.
    package enum Module: String {
        /// The dispatcher's own stand-in for a synthesizer.
        case dummy
        /// One that finishes at once, except for a text with "endless", which lasts as long as the folder exists.
        case endless
    }

    package let folder: ScratchFolder
    package let service: Service

    package var socket: String { "\(folder.path)/socket" }

    package init(speakingBy module: Module = .dummy) async throws {
        let folder = try ScratchFolder()
        self.folder = folder
        try folder.file(
            "speechd.conf",
            """
            LogLevel 5
            AudioOutputMethod "alsa"
            AudioALSADevice "null"
            DefaultLanguage "en"
            AddModule "dummy" "sd_dummy" ""
            AddModule "endless" "sd_generic" "endless.conf"
            DefaultModule \(module.rawValue)

            """
        )
        try folder.file(
            "modules/endless.conf",
            """
            GenericExecuteSynth "case \\'$DATA\\' in *endless*) touch \(folder.path)/endless; while test -e \(folder.path); do sleep 0.1; done;; esac"
            GenericLanguage "en" "en" "utf-8"
            AddVoice "en" "MALE1" "en"

            """
        )
        let path = folder.path
        service = try Service(
            ["env", "HOME=\(path)", "XDG_CACHE_HOME=\(path)", "XDG_RUNTIME_DIR=\(path)"]
                + ["speech-dispatcher", "--run-single", "--timeout", "0", "--log-level", "5"]
                + ["--config-dir", path, "--log-dir", path, "--pid-file", "\(path)/pid"]
                + ["--communication-method", "unix_socket", "--socket-path", "\(path)/socket"]
        )
        try #require(
            try await eventually {
                log.contains("waiting for clients") || service.program.ending != nil
            }
        )
        try #require(service.program.ending == nil, "\(service.program.errorText())")
    }

    deinit { service.end() }

    /// Suspends it: it still takes connections, and answers nothing.
    package func stop() throws {
        let text = folder.text("pid").filter { !$0.isWhitespace }
        let process = try #require(pid_t(text), "the server wrote '\(text)' as its process number")
        try #require(kill(process, SIGSTOP) == 0)
    }

    package var log: String { folder.text("speech-dispatcher.log") }

    /// Whether it is speaking a text that does not end, and can be stopped.
    ///
    /// The module would hang if it were stopped while its program starts.
    package var isEndless: Bool { FileSystem.kind(of: "\(folder.path)/endless") != .missing }

    /// The texts that were given to the module, in order.
    package var spoken: [String] {
        log.split(separator: "Command sent to output module: |<speak>").dropFirst().compactMap {
            rest in
            rest.firstRange(of: "</speak>|").map { String(rest[..<$0.lowerBound]) }
        }
    }
}
