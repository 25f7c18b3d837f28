// From where a host can be reached, and what whoever comes from a network needs.

public import WebServer

/// Who reaches a host.
public enum WebAccess: Sendable {
    /// Browsers of this machine, without a code.
    case thisMachine
    /// Whoever is on a network with this machine, by TLS, and with a code; of a certificate that the machine has made
    /// for itself, the names are not known to the network.
    case network(WebIdentity, isOwn: Bool = false)
}

/// What lets a browser in.
public struct WebInvitation: Sendable, Hashable {
    public var role: WebRole
    /// Six digits; none where nobody needs any.
    public var code: String?
    /// Where the browser goes; the code is behind a `#`, which no browser sends.
    public var address: String
}
