// libspeechd tells that a message has ended by a plain function, with the message's number and nothing that says
// of which connection. So each connection has a function of its own, out of the few that there are.

internal import CSpeechd
internal import Synchronization
internal import SystemCalls

/// How the messages of one connection ended, as the library's thread tells it.
final class MessageEndings: Sendable {
    private let outcomes = Mutex<[Int: CueOutcome]>([:])
    private let bell: Doorbell

    /// Rings a bell whenever a message has ended.
    init(ringing bell: Doorbell) {
        self.bell = bell
    }

    func note(_ outcome: CueOutcome, of message: Int) {
        outcomes.withLock { $0[message] = outcome }
        bell.ring()
    }

    /// How a message ended, for whoever asks first; the number may have come after the end.
    func take(_ message: Int) -> CueOutcome? {
        outcomes.withLock { outcomes in
            defer { if outcomes[message] != nil { outcomes = [:] } }
            return outcomes[message]
        }
    }
}

/// One of the functions that the library can call, while a connection has it.
struct EndingSlot: ~Copyable {
    private let index: Int

    /// Takes a slot; `nil` when all are taken.
    init?(for endings: MessageEndings) {
        let free = Self.table.withLock { table -> Int? in
            guard let free = table.firstIndex(where: { $0 == nil }) else { return nil }
            table[free] = endings
            return free
        }
        guard let free else { return nil }
        index = free
    }

    deinit { Self.table.withLock { [index] in $0[index] = nil } }

    var callback: SPDCallback {
        switch index {
        case 0: { Self.note(0, $0, $2) }
        case 1: { Self.note(1, $0, $2) }
        case 2: { Self.note(2, $0, $2) }
        case 3: { Self.note(3, $0, $2) }
        case 4: { Self.note(4, $0, $2) }
        case 5: { Self.note(5, $0, $2) }
        case 6: { Self.note(6, $0, $2) }
        default: { Self.note(7, $0, $2) }
        }
    }

    private static let table = Mutex<[MessageEndings?]>(Array(repeating: nil, count: 8))

    private static func note(_ index: Int, _ message: Int, _ event: SPDNotificationType) {
        let endings = table.withLock { $0[index] }
        endings?.note(event == SPD_EVENT_END ? .finished : .cancelled, of: message)
    }
}
