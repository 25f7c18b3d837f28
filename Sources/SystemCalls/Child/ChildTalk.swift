// A child's messages to and from its parent, without blocking: messages that the parent does not accept yet are queued,
// and sent once it does.

/// Exchanges messages with the parent, for a child that also waits for something else.
package final class ChildTalk {
    private let end: ChildEnd
    private let mostUnsaid: Int
    private var unsaid: [[UInt8]] = []

    /// Makes the exchange of a child.
    ///
    /// - Parameters:
    ///   - end: The child's connection to its parent.
    ///   - mostUnsaid: How many messages its parent may leave unread before the child gives up.
    package init(_ end: ChildEnd, mostUnsaid: Int = .max) {
        self.end = end
        self.mostUnsaid = mostUnsaid
    }

    /// Whether the parent has accepted all messages.
    package var isSaid: Bool { unsaid.isEmpty }

    /// Handles the messages that the parent has sent so far.
    ///
    /// - Parameter obey: Handles one message; returns `false` if it is invalid.
    /// - Returns: `false` once the parent is gone, or has sent an invalid message.
    package func hear(_ obey: ([UInt8]) -> Bool) -> Bool {
        while true {
            switch try? end.receiveNow() {
            case .nothing: return true
            case .message(let bytes): guard obey(bytes) else { return false }
            case .end, nil: return false
            }
        }
    }

    /// Queues a message to the parent.
    package func tell(_ bytes: [UInt8]) {
        unsaid.append(bytes)
        speak()
    }

    /// Sends the queued messages, as far as the parent accepts them.
    ///
    /// Ends the child if the parent is gone, or has left too many unread.
    package func speak() {
        while let next = unsaid.first {
            do throws(SystemError) {
                try end.send(next)
            } catch {
                guard error.errno == .again, unsaid.count < mostUnsaid else { ChildEnd.end() }
                return
            }
            unsaid.removeFirst()
        }
    }
}
