// A child that waits for nobody talks with its parent as far as either reads: what the parent does not take yet is kept,
// and said when it does.

/// What a child hears of its parent, and tells it, beside something else that it waits for.
package final class ChildTalk {
    private let end: ChildEnd
    private let mostUnsaid: Int
    private var unsaid: [[UInt8]] = []

    /// The talk of a child.
    ///
    /// - Parameters:
    ///   - end: Its side of the line.
    ///   - mostUnsaid: How much its parent may leave unread, before it is given up.
    package init(_ end: ChildEnd, mostUnsaid: Int = .max) {
        self.end = end
        self.mostUnsaid = mostUnsaid
    }

    /// Whether the parent has taken all.
    package var isSaid: Bool { unsaid.isEmpty }

    /// Does what the parent has said by now.
    ///
    /// - Parameter obey: Does what one message asks for; `false` where that means nothing.
    /// - Returns: `false` once the parent is gone, or says what means nothing.
    package func hear(_ obey: ([UInt8]) -> Bool) -> Bool {
        while true {
            switch try? end.receiveNow() {
            case .nothing: return true
            case .message(let bytes): guard obey(bytes) else { return false }
            case .end, nil: return false
            }
        }
    }

    /// Tells the parent something, behind what it has not taken yet.
    package func tell(_ bytes: [UInt8]) {
        unsaid.append(bytes)
        speak()
    }

    /// Has what is unsaid go, as far as it is taken; a parent that is gone has no use for a child.
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
