// Routes libspeechd's callbacks to their connection. The library reports the end of a message to a plain C function,
// with the message's number but without its connection. So each connection uses its own function out of a fixed set.

internal import CSpeechd
internal import Synchronization
internal import SystemCalls

/// The outcomes of one connection's messages, as the library's thread reports them.
final class MessageEndings: Sendable {
    private let outcomes = Mutex<[Int: CueOutcome]>([:])
    private let wakeEvent: WakeEvent

    /// Signals an event whenever a message has ended.
    init(signalling wakeEvent: WakeEvent) {
        self.wakeEvent = wakeEvent
    }

    func note(_ outcome: CueOutcome, of message: Int) {
        outcomes.withLock { $0[message] = outcome }
        wakeEvent.signal()
    }

    /// Returns how a message ended, once; the end may be reported before `say` has returned the number.
    func take(_ message: Int) -> CueOutcome? {
        outcomes.withLock { outcomes in
            defer { if outcomes[message] != nil { outcomes = [:] } }
            return outcomes[message]
        }
    }
}

/// One of the callback functions, reserved for a connection.
struct EndingSlot: ~Copyable {
    private let index: Int

    /// Reserves a slot; `nil` when all are in use.
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
