// Finds the addresses of another machine. A numeric address is parsed here. A name is resolved by a separate
// child, because the resolver's libraries read files and contact name servers. That child returns only
// addresses, so the child that reads devices needs neither files nor name servers.

internal import SystemCalls
internal import Timebase

/// Finds the addresses of another machine.
enum RemoteResolver {
    /// The numeric addresses of a context's machine.
    ///
    /// Returns an empty list if the context is not on a network, or if libiio parses the numbers itself.
    ///
    /// - Parameters:
    ///   - uri: The context's address.
    ///   - stop: Ends the waiting.
    ///   - patience: The limits on waiting.
    ///   - began: When the whole opening began, in seconds.
    /// - Returns: The addresses, at most `NetworkReach.mostAddresses`.
    /// - Throws: That the name has no address, or that resolving it took too long.
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
        guard let addresses = checked(texts) else {
            throw line.nonsense("texts that are no addresses")
        }
        return addresses
    }

    /// The texts, if each is a numeric address; `nil` otherwise.
    static func checked(_ texts: [String]) -> [String]? {
        guard (1...NetworkReach.mostAddresses).contains(texts.count) else { return nil }
        let addresses = texts.compactMap { text in
            text.utf8.count <= 64 ? NetworkReach.numbers(of: text) : nil
        }
        return addresses.count == texts.count ? addresses : nil
    }
}
