// Parses a broker's address from left to right. Each part is checked when it is reached, so that the error names it.

/// The rest of an address that is being parsed.
struct AddressReader {
    private let whole: String
    private var rest: Substring
    private var query: Substring?

    /// The longest address, in bytes.
    static let longest = 4096

    private static let example =
        "write mqtts://HOST/PREFIX, or mqtt://HOST/PREFIX without encryption"

    init(_ text: String) {
        whole = text
        rest = text[...]
    }

    private func refusal(_ problem: String, _ remedy: String) -> BrokerAddressError {
        BrokerAddressError(place: String(whole.prefix(200)), problem: problem, remedy: remedy)
    }

    /// Parses the scheme; returns true if the connection is to be encrypted.
    mutating func scheme() throws(BrokerAddressError) -> Bool {
        guard whole.utf8.count <= Self.longest, whole.unicodeScalars.allSatisfy({ $0.value > 0x20 })
        else {
            throw refusal(
                "it is no address of a broker: it is too long or has blanks",
                Self.example
            )
        }
        guard let end = rest.firstRange(of: "://") else {
            throw refusal("it is no address of a broker", Self.example)
        }
        let scheme = rest[..<end.lowerBound].lowercased()
        guard scheme == "mqtt" || scheme == "mqtts" else {
            throw refusal("\(scheme) is no scheme of a broker", Self.example)
        }
        rest = rest[end.upperBound...]
        if let mark = rest.firstIndex(of: "?") {
            query = rest[rest.index(after: mark)...]
            rest = rest[..<mark]
        }
        return scheme == "mqtts"
    }

    /// Parses the user before the host, if there is one.
    mutating func user() throws(BrokerAddressError) -> String? {
        let authority = rest.prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return nil }
        let user = authority[..<at]
        rest = rest[rest.index(after: at)...]
        guard !user.contains(":") else {
            // The message does not repeat the password: others may see the screen.
            throw BrokerAddressError(
                place: "the broker's address",
                problem: "it has a password, which others can read in the list of processes",
                remedy: "write the password into a file, and give that by ?password-file=FILE"
            )
        }
        let name = try decoded(user, "the user's name")
        guard (1...1024).contains(name.utf8.count) else {
            throw refusal("the user has no name, or one that is too long", "write USER@HOST")
        }
        return name
    }

    mutating func host() throws(BrokerAddressError) -> String {
        let host: Substring
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else {
                throw refusal("the host's IPv6 address lacks its ]", "write [2001:db8::1]")
            }
            host = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
            guard host.contains(":"),
                host.allSatisfy({ $0.isHexDigit || ":.%".contains($0) || $0.isLetter })
            else { throw refusal("the host's IPv6 address is not valid", "write [2001:db8::1]") }
        } else {
            host = rest.prefix { $0 != "/" && $0 != ":" }
            rest = rest[host.endIndex...]
            guard host.utf8.allSatisfy(Self.isOfName), host.first != "-" else {
                throw refusal("\(host) is no name of a host", Self.example)
            }
        }
        guard (1...253).contains(host.utf8.count) else {
            throw refusal("the host has no name, or one that is too long", Self.example)
        }
        return String(host)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Parses the port after the host, if there is one.
    mutating func port() throws(BrokerAddressError) -> UInt16? {
        let text = rest.prefix { $0 != "/" }
        rest = rest[text.endIndex...]
        guard !text.isEmpty else { return nil }
        guard text.first == ":", text.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }),
            let port = UInt16(text.dropFirst()), port > 0
        else { throw refusal("the port is wrong", "write HOST:PORT with a port from 1 to 65535") }
        return port
    }

    mutating func prefix() throws(BrokerAddressError) -> String {
        let text = rest.split(separator: "/", omittingEmptySubsequences: true).joined(
            separator: "/"
        )
        rest = rest[rest.endIndex...]
        let prefix = try decoded(text[...], "the prefix")
        // The levels below the prefix need space, too.
        guard prefix.isEmpty || BrokerTopic(prefix) != nil, prefix.utf8.count <= 512 else {
            throw refusal(
                "no topic can begin with the prefix",
                "leave out +, #, a $ at its beginning, and what is longer than 512 bytes"
            )
        }
        return prefix
    }

    mutating func files() throws(BrokerAddressError) -> BrokerAddress.Files {
        var files = BrokerAddress.Files()
        for part in (query ?? "").split(separator: "&", omittingEmptySubsequences: true) {
            let name = part.prefix { $0 != "=" }
            let path = try decoded(part.dropFirst(name.count + 1), "the path of \(name)")
            guard !path.isEmpty else {
                throw refusal("\(name) names no file", "write \(name)=FILE")
            }
            let place: WritableKeyPath<BrokerAddress.Files, String?>
            switch name {
            case "ca": place = \.authorities
            case "cert": place = \.certificate
            case "key": place = \.key
            case "password-file": place = \.password
            default:
                throw refusal(
                    "\(name) is not known",
                    "there are ca, cert, key and password-file, each with =FILE"
                )
            }
            guard files[keyPath: place] == nil else {
                throw refusal("\(name) is given twice", "give it once")
            }
            files[keyPath: place] = path
        }
        return files
    }

    /// Replaces each `%` and its two digits by the byte they stand for.
    private func decoded(_ text: Substring, _ what: String) throws(BrokerAddressError) -> String {
        var bytes: [UInt8] = []
        var left = text.utf8[...]
        while let byte = left.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = left.prefix(2)
            guard digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16),
                digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") })
            else {
                throw refusal("\(what) has a % without two digits behind it", "write %25 for %")
            }
            bytes.append(value)
            left = left.dropFirst(2)
        }
        guard let decoded = String(validating: bytes, as: UTF8.self),
            !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { throw refusal("\(what) is no text", "write it in UTF-8, without controls") }
        return decoded
    }
}
