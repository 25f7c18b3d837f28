// Under which names a server can be reached. A page of somebody else's, which a browser has open as well, may send its
// questions here, by a name of its own that it has lead here: whoever asks must name this place, and come from it.

internal import SystemCalls
internal import WebServer

/// Where a server is.
struct WebPlace: Sendable, Hashable {
    var reach: ListeningSocket.Reach
    var port: UInt16
    var isSecure: Bool
    /// This machine's own names; none for one that only programs of its own reach.
    var names: Set<String> = []

    var scheme: String { isSecure ? "https" : "http" }

    /// Whether a `Host` names this place.
    func isNamed(by host: String) -> Bool {
        var name = host[...]
        let ending = ":\(port)"
        if name.hasSuffix(ending) {
            name = name.dropLast(ending.count)
        } else if port != (isSecure ? 443 : 80) {
            return false
        }
        let lower = name.lowercased()
        if ["localhost", "127.0.0.1", "[::1]"].contains(lower) { return true }
        guard reach == .network else { return false }
        // A number is no name that anybody could have lead here.
        let bare =
            lower.hasPrefix("[") && lower.hasSuffix("]")
            ? String(lower.dropFirst().dropLast()) : lower
        return names.contains(lower) || NetworkReach.numbers(of: bare) != nil
    }

    /// Whether a request that may change something comes from a page of this place.
    func isOrigin(_ origin: String?, ofHost host: String) -> Bool {
        origin == "\(scheme)://\(host)"
    }
}
