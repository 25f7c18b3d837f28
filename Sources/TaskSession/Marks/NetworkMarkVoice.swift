// Sends a mark to all boards of a network: `footfall mark --network`. Datagrams get lost, so the mark is sent several
// times. Each datagram states how long after the first it is sent, so that all of them mean the same instant.

internal import Research
package import SessionFolder
internal import SystemCalls
internal import Timebase

/// Sends marks over the network.
package enum NetworkMarkVoice {
    /// The recipients of a mark.
    package enum Hearers: Hashable, Sendable {
        /// Every board on the networks of this machine.
        case link
        /// Boards with these names or addresses.
        case boards([String])
    }

    /// What was sent.
    package struct Sent: Hashable, Sendable {
        /// The identifier of the mark in the journals of the boards.
        package var identifier: String
        /// How many datagrams were sent.
        package var datagrams: Int
    }

    /// When each datagram is sent, counted from the first.
    private static let delays: [Duration] = [0, 20, 60, 140, 300].map { .milliseconds($0) }

    /// Sends a mark.
    ///
    /// - Parameters:
    ///   - name: The mark's name.
    ///   - hearers: The recipients.
    ///   - key: The key to sign it with; `nil` to send it unsigned.
    /// - Returns: What was sent. Datagrams are not acknowledged, so whether a board received one is unknown.
    /// - Throws: `SessionError` if a board has no address, or nothing could be sent to it.
    package static func make(
        _ name: String,
        for hearers: Hearers,
        signedBy key: [UInt8]?
    ) async throws(SessionError) -> Sent {
        if let fault = NetworkMark.fault(of: name) {
            throw SessionError(fault.what, where: name, remedy: fault.remedy)
        }
        let thread: WorkThread
        do throws(SystemError) {
            thread = try WorkThread(name: "network mark")
        } catch {
            throw SessionError("\(error)", where: name, remedy: "try again")
        }
        return try await thread.perform { () throws(SessionError) in
            try send(name, hearers, key, port: NetworkMark.port)
        }
    }

    /// A destination of the datagrams.
    private struct Way {
        var family: AddressFamily
        var address: String
        var network: UInt32?
        /// The board as the user named it; `nil` for a multicast group.
        var board: String?
        var sent = 0
    }

    static func send(
        _ name: String,
        _ hearers: Hearers,
        _ key: [UInt8]?,
        port: UInt16,
        by networks: [UInt32] = GroupVoice.networks,
        resolvedBy resolve: @escaping @Sendable (String) -> [String] = BoardAddresses.resolved
    ) throws(SessionError) -> Sent {
        let addresses = BoardAddresses(of: hearers, resolvedBy: resolve)
        var ways = ways(to: hearers, by: networks, addresses)
        let voices = Voices()
        var generator = SystemRandomNumberGenerator()
        var mark = NetworkMark(
            id: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) },
            name: name,
            sentNanoseconds: 0,
            isSenderSynchronized: (try? ClockDiscipline.read().isSynchronized) ?? false
        )
        let clock = LiveTimekeeper()
        // Signing delays each datagram, so measure how long it takes, and add it to the delay that the datagram states.
        // The first signature is slower than all others, so make one before measuring.
        _ = mark.bytes(signedBy: key)
        let begun = clock.now
        _ = mark.bytes(signedBy: key)
        let first = clock.now
        let signing = begun.duration(to: first)
        var failure: SystemError?
        let wakeEvent = WakeEvent()
        for (number, delay) in delays.enumerated() {
            while clock.now < first.advanced(by: delay) {
                let left = clock.now.duration(to: first.advanced(by: delay))
                wakeEvent.wait(since: wakeEvent.count, upTo: left)
            }
            mark.transmission = UInt8(number)
            for index in ways.indices {
                mark.sentNanoseconds = SystemClock.realtime.nanoseconds
                mark.delayNanoseconds = UInt64(
                    max(0, (first.duration(to: clock.now) + signing).wholeNanoseconds)
                )
                do throws(SystemError) {
                    try voices.send(
                        mark.bytes(signedBy: key),
                        ways[index].family,
                        to: ways[index].address,
                        port: port,
                        by: ways[index].network
                    )
                    ways[index].sent += 1
                } catch {
                    failure = error
                }
            }
        }
        // Failing to send on one of the networks is no error; failing to send to a named board is.
        let count = ways.reduce(0) { $0 + $1.sent }
        guard addresses.unknown.isEmpty else {
            throw SessionError(
                "no address of that name is known\(count > 0 ? "; the mark was sent to the others" : "")",
                where: addresses.unknown.joined(separator: ", "),
                remedy: "give the address of the board, or link for all boards of the network"
            )
        }
        let reached = Set(ways.filter { $0.sent > 0 }.map(\.board))
        let unheard = ways.first { $0.board != nil && !reached.contains($0.board) }
        guard unheard == nil, count > 0 else {
            throw SessionError(
                "the mark could not be sent: \(failure.map { "\($0)" } ?? "there is no network")",
                where: unheard?.board ?? "link",
                remedy:
                    "see whether this machine is on the network of the boards (`ip address`), and try again"
            )
        }
        return Sent(identifier: mark.identifier, datagrams: count)
    }

    private static func ways(
        to hearers: Hearers,
        by networks: [UInt32],
        _ addresses: BoardAddresses
    ) -> [Way] {
        switch hearers {
        case .link:
            networks.flatMap { network in
                [
                    Way(family: .four, address: NetworkMark.groupOfFour, network: network),
                    Way(family: .six, address: NetworkMark.groupOfSix, network: network),
                ]
            }
        case .boards(let boards):
            boards.flatMap { board in
                addresses.known[board, default: []].map { address in
                    Way(
                        family: address.contains(":") ? .six : .four,
                        address: address,
                        board: board
                    )
                }
            }
        }
    }
}

/// A socket for each address family; a machine may support only one.
private struct Voices {
    private let four: GroupVoice?
    private let six: GroupVoice?

    init() {
        four = try? GroupVoice(.four)
        six = try? GroupVoice(.six)
    }

    func send(
        _ bytes: [UInt8],
        _ family: AddressFamily,
        to address: String,
        port: UInt16,
        by network: UInt32?
    ) throws(SystemError) {
        guard let voice = family == .four ? four : six else {
            throw SystemError(call: "send to", path: address, errno: .addressNotAvailable)
        }
        try voice.send(bytes, to: address, port: port, by: network)
    }
}
