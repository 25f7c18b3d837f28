// Where another machine is. An address of numbers is read here, and nobody is asked. A name is resolved by a child
// of its own, whose libraries may read files and ask whoever serves names: it says nothing but addresses, and the
// child that reads devices may then do neither.

internal import SystemCalls
internal import Timebase

/// Finds the addresses of another machine.
enum RemoteResolver {
    /// The addresses of a context's machine, as numbers; none where there is no machine, or where the library
    /// reads the numbers itself.
    ///
    /// - Parameters:
    ///   - uri: The context's address.
    ///   - stop: Ends the waiting.
    ///   - patience: How long is waited.
    ///   - began: When the whole opening began, in seconds.
    /// - Returns: The addresses, at most `NetworkReach.mostAddresses`.
    /// - Throws: That there is none, or that finding one has taken too long.
    static func addresses(
        of uri: String,
        until stop: StopSignal?,
        _ patience: RemotePatience,
        began: Double
    ) throws -> [String] {
        let address = try ContextAddress(uri, supported: IIOContext.backends)
        guard let host = address.host else { return [] }
        if let numbers = NetworkReach.numbers(of: host.name) { return [numbers] }
        let memory: SharedMemory
        do throws(SystemError) {
            memory = try SharedMemory(bytes: RemoteProgress.bytes)
        } catch {
            throw RemoteFailure(.notStarted(error), at: uri)
        }
        let line = try RemoteLine(uri, sharing: memory)
        defer { line.child.end() }
        try line.order(.resolve(name: host.name, uri: uri))
        let opening = RemoteOpening(patience, began: began, now: RemoteLine.now)
        guard case .resolved(let texts) = try line.awaitReport(until: stop, opening) else {
            throw line.nonsense("another answer than addresses")
        }
        guard let addresses = checked(texts) else { throw line.nonsense("addresses that are none") }
        return addresses
    }

    /// What a child says are addresses; `nil` where one is none.
    static func checked(_ texts: [String]) -> [String]? {
        guard (1...NetworkReach.mostAddresses).contains(texts.count) else { return nil }
        let addresses = texts.compactMap { text in
            text.utf8.count <= 64 ? NetworkReach.numbers(of: text) : nil
        }
        return addresses.count == texts.count ? addresses : nil
    }
}
