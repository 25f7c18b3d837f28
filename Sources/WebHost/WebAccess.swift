// From where browsers can reach a host, and what a browser from the network needs to be let in.

public import WebServer

/// Which browsers reach a host.
public enum WebAccess: Sendable {
    /// Browsers of this machine, without a code.
    case thisMachine
    /// Browsers of the network, by TLS and with a code.
    ///
    /// If `isOwn` is true, the machine signed the certificate itself. The network may not resolve the names in it, so
    /// they are not listed as addresses of the page.
    case network(WebIdentity, isOwn: Bool = false)
}

/// What a user needs to open the page: the address, and a code if the host asks for one.
public struct WebInvitation: Sendable, Hashable {
    public var role: WebRole
    /// Six digits; `nil` if the host needs no code.
    public var code: String?
    /// The address to open.
    ///
    /// The code follows a `#`, so no browser sends it to the server.
    public var address: String
}
