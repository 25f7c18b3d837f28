// A host name in a certificate. The holder has proved control of the name to the authority, so no attacker can make it
// resolve to this machine.

/// A host name in a certificate; a leading `*.` stands for exactly one label.
public struct CertifiedName: Sendable, Hashable {
    /// The name in lower case.
    public let text: String

    /// Parses a name; `nil` for a text that no browser would send.
    public init?(_ text: String) {
        let lower = text.lowercased()
        let fixed = lower.hasPrefix("*.") ? lower.dropFirst(2) : lower[...]
        let labels = fixed.split(separator: ".", omittingEmptySubsequences: false)
        guard lower.utf8.count <= 253, labels.allSatisfy(Self.isLabel) else { return nil }
        self.text = lower
    }

    private static func isLabel(_ text: Substring) -> Bool {
        (1...63).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Whether it stands for more than one name.
    public var isWildcard: Bool { text.hasPrefix("*.") }

    /// Whether a host's name matches it.
    public func covers(_ host: String) -> Bool {
        guard let name = CertifiedName(host), !name.isWildcard else { return false }
        return name == self || isWildcard && name.text.drop { $0 != "." } == text.dropFirst()
    }
}
