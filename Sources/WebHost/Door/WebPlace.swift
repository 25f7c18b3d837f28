// Under which names a server can be reached. A page of somebody else's, which a browser has open as well, may send its
// questions here, by a name of its own that it has lead here: whoever asks must name this place, and come from it.

internal import SystemCalls
internal import WebServer

/// Where a server is.
struct WebPlace: Sendable, Hashable {
    var reach: ListeningSocket.Reach
    var port: UInt16
    var isSecure: Bool
    /// This machine's name; none for a server that only programs of its own reach.
    var name: String
    /// The numbers by which a network reaches this machine.
    var addresses: [String]

    init(reach: ListeningSocket.Reach, port: UInt16, isSecure: Bool) {
        self.init(
            reach: reach,
            port: port,
            isSecure: isSecure,
            name: reach == .network ? Environment.hostName.lowercased() : "",
            addresses: reach == .network ? ListeningSocket.ownAddresses : []
        )
    }

    init(
        reach: ListeningSocket.Reach,
        port: UInt16,
        isSecure: Bool,
        name: String,
        addresses: [String]
    ) {
        self.reach = reach
        self.port = port
        self.isSecure = isSecure
        self.name = name
        self.addresses = addresses
    }

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
        return !self.name.isEmpty && [self.name, "\(self.name).local"].contains(lower)
            || NetworkReach.numbers(of: bare) != nil
    }

    /// What lets browsers in, for each role one, by the address that most networks reach.
    func invitations(for roles: [WebRole], _ codes: [WebRole: String]) -> [WebInvitation] {
        let number = addresses.first { !$0.contains(":") } ?? addresses.first ?? "127.0.0.1"
        let host = number.contains(":") ? "[\(number)]" : number
        return roles.map { role in
            let code = codes[role]
            let path = role == .operator ? "board" : ""
            let address = "\(scheme)://\(host):\(port)/\(path)" + (code.map { "#\($0)" } ?? "")
            return WebInvitation(role: role, code: code, address: address)
        }
    }

    /// Whether a request that may change something comes from a page of this place.
    func isOrigin(_ origin: String?, ofHost host: String) -> Bool {
        origin == "\(scheme)://\(host)"
    }
}
