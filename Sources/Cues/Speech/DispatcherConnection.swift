// A connection to speech-dispatcher by libspeechd. Every call may block for ever, so only `DispatcherLine` calls them.
// The value cannot be copied; leaving scope closes the connection.

internal import CSpeechd
internal import SystemCalls

/// An open connection to speech-dispatcher.
@safe struct DispatcherConnection: ~Copyable {
    static let place = "speech-dispatcher"

    private let raw: UnsafeMutablePointer<SPDConnection>
    /// Freed when the connection is closed: until then the library may still report the end of messages.
    private let slot: EndingSlot
    private var language: String?

    private init(_ raw: UnsafeMutablePointer<SPDConnection>, _ slot: consuming EndingSlot) {
        unsafe self.raw = raw
        self.slot = slot
    }

    /// Connects to a socket; without one, to the usual server, which is started if need be.
    static func open(
        _ socket: String?,
        endings: MessageEndings
    ) throws(CueError) -> DispatcherConnection {
        guard let slot = EndingSlot(for: endings) else {
            throw CueError(.tooManyConnections, at: place)
        }
        var words: UnsafeMutablePointer<CChar>?
        guard let raw = unsafe open(socket, words: &words) else {
            let reason = unsafe words.map { unsafe String(cString: $0) } ?? "no reason was given"
            unsafe footfall_speechd_free(words)
            throw CueError(.unreachable(reason), at: place)
        }
        let connection = unsafe DispatcherConnection(raw, slot)
        try connection.askForEndings()
        return connection
    }

    private func askForEndings() throws(CueError) {
        unsafe raw.pointee.callback_end = slot.callback
        unsafe raw.pointee.callback_cancel = slot.callback
        for kind in ["end", "cancel"] {
            // Not by `spd_set_notification`, which writes to memory shared by all connections.
            guard unsafe spd_execute_command(raw, "SET SELF NOTIFICATION \(kind) on") == 0 else {
                throw CueError(.lost, at: Self.place)
            }
        }
    }

    deinit { unsafe spd_close(raw) }

    /// Queues a text after those of all programs; returns its number, or a negative one on failure.
    mutating func say(_ text: SpokenText) -> Int {
        if let wanted = text.language, wanted != language {
            guard unsafe spd_set_language(raw, wanted) == 0 else { return -1 }
            language = wanted
        }
        // With this priority texts wait for each other, and a screen reader's texts do not cancel them.
        return unsafe Int(spd_say(raw, SPD_MESSAGE, text.text))
    }

    /// Stops the current text of this connection, and drops the waiting ones.
    func cancel() { _ = unsafe spd_cancel(raw) }

    /// Whether the server answers, tested by a command that changes nothing.
    func isAlive() -> Bool { unsafe spd_execute_command(raw, "SET SELF PRIORITY message") == 0 }

    private static func open(
        _ socket: String?,
        words: inout UnsafeMutablePointer<CChar>?
    ) -> UnsafeMutablePointer<SPDConnection>? {
        guard let socket else {
            return unsafe spd_open2("footfall", nil, nil, SPD_MODE_THREADED, nil, 1, &words)
        }
        return unsafe socket.withCString { path in
            var address = unsafe SPDConnectionAddress()
            unsafe address.method = SPD_METHOD_UNIX_SOCKET
            // The library only reads it.
            unsafe address.unix_socket_name = UnsafeMutablePointer(mutating: path)
            return unsafe spd_open2("footfall", nil, nil, SPD_MODE_THREADED, &address, 0, &words)
        }
    }
}
