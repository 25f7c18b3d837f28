// The names and addresses by which browsers may reach the server. This prevents DNS rebinding and cross-site requests:
// a foreign page in the same browser may send requests here, even by a foreign name that resolves to this machine. So
// each request must name this server, and come from its own page.

internal import SystemCalls
internal import WebServer

/// The names and addresses of a server.
struct WebPlace: Sendable, Hashable {
    var reach: ListeningSocket.Reach
    var port: UInt16
    var isSecure: Bool
    /// This machine's name; empty for a server that only this machine reaches.
    var name: String
    /// This machine's numeric addresses in the network.
    var addresses: [String]
    /// The names proven by a certificate that the operator has given.
    var certified: [CertifiedName]

    init(
        reach: ListeningSocket.Reach,
        port: UInt16,
        isSecure: Bool,
        certified: [CertifiedName] = []
    ) {
        self.init(
            reach: reach,
            port: port,
            isSecure: isSecure,
            name: reach == .network ? Environment.hostName.lowercased() : "",
            addresses: reach == .network ? ListeningSocket.ownAddresses : [],
            certified: certified
        )
    }

    init(
        reach: ListeningSocket.Reach,
        port: UInt16,
        isSecure: Bool,
        name: String,
        addresses: [String],
        certified: [CertifiedName] = []
    ) {
        self.reach = reach
        self.port = port
        self.isSecure = isSecure
        self.name = name
        self.addresses = addresses
        self.certified = certified
    }

    var scheme: String { isSecure ? "https" : "http" }

    /// Whether a `Host` header names this server.
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
        // A numeric address is safe: no foreign DNS name is involved.
        let bare =
            lower.hasPrefix("[") && lower.hasSuffix("]")
            ? String(lower.dropFirst().dropLast()) : lower
        return !self.name.isEmpty && [self.name, localName].contains(lower)
            || certified.contains { $0.covers(lower) }
            || NetworkReach.numbers(of: bare) != nil
    }

    /// The mDNS name, by which machines of a network find each other without a name server.
    private var localName: String { name.contains(".") ? name : "\(name).local" }

    /// The addresses of the page; the first is the one that most browsers can reach.
    var pages: [String] {
        let names = certified.filter { !$0.isWildcard }.map(\.text)
        let numbers =
            addresses.filter { !$0.contains(":") }
            + addresses.filter { $0.contains(":") }.map { "[\($0)]" }
        let local = name.isEmpty || names.contains(localName) ? [] : [localName]
        let hosts = names + (numbers.isEmpty ? ["127.0.0.1"] : numbers) + local
        return hosts.map { "\(scheme)://\($0):\(port)/" }
    }

    /// One invitation for each role, with the first of `pages`.
    func invitations(for roles: [WebRole], _ codes: [WebRole: String]) -> [WebInvitation] {
        let page = pages.first ?? ""
        return roles.map { role in
            let code = codes[role]
            let path = role == .operator ? "board" : ""
            return WebInvitation(
                role: role,
                code: code,
                address: page + path + (code.map { "#\($0)" } ?? "")
            )
        }
    }

    /// Whether an `Origin` header says that the request comes from a page of this server.
    func isOrigin(_ origin: String?, ofHost host: String) -> Bool {
        origin == "\(scheme)://\(host)"
    }
}
