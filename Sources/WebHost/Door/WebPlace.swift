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
    /// The names that a certificate proves which somebody has given.
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
        return !self.name.isEmpty && [self.name, localName].contains(lower)
            || certified.contains { $0.covers(lower) }
            || NetworkReach.numbers(of: bare) != nil
    }

    /// The name by which machines of a network find each other without anybody's help.
    private var localName: String { name.contains(".") ? name : "\(name).local" }

    /// Where browsers find it, the address first that most of them reach.
    var pages: [String] {
        let names = certified.filter { !$0.isWildcard }.map(\.text)
        let numbers =
            addresses.filter { !$0.contains(":") }
            + addresses.filter { $0.contains(":") }.map { "[\($0)]" }
        let local = name.isEmpty || names.contains(localName) ? [] : [localName]
        let hosts = names + (numbers.isEmpty ? ["127.0.0.1"] : numbers) + local
        return hosts.map { "\(scheme)://\($0):\(port)/" }
    }

    /// What lets browsers in, for each role one, by the first of its addresses.
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

    /// Whether a request that may change something comes from a page of this place.
    func isOrigin(_ origin: String?, ofHost host: String) -> Bool {
        origin == "\(scheme)://\(host)"
    }
}
