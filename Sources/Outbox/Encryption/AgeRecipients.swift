// The recipients to whom sessions are encrypted. Only public keys are accepted. A secret key given by mistake is
// refused and neither kept nor printed: a board that is lost must not be able to read what it has sent.

internal import PlainWords
internal import SystemCalls

/// The public keys that can read what is sent.
public struct AgeRecipients: Hashable, Sendable {
    /// The keys in age's own form.
    public let keys: [String]

    /// More recipients would make the header of each file too large.
    private static let most = 64
    private static let largestFile: Int64 = 65_536

    /// Parses a key such as "age1…", or reads a file of keys, one a line.
    ///
    /// - Throws: `SendError` if a key is invalid or secret, or the file cannot be read.
    public init(_ text: String) throws(SendError) {
        if Self.looksLikeAKey(text) {
            self.init(keys: [try Self.key(text, where: "--encrypt-to")])
            return
        }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try OpenFile.openPlain(text).readAll(limit: Self.largestFile)
        } catch {
            guard error.errno == .notFound else { throw SendError(error, "read keys", where: text) }
            throw SendError(
                .setUp,
                "it is no public key of age, and no file",
                where: "--encrypt-to \(text.printable)",
                remedy:
                    "give what age-keygen prints as the public key, age1…, or a file with such keys"
            )
        }
        try self.init(lines: String(decoding: bytes, as: UTF8.self), of: text)
    }

    /// Parses keys, one a line; skips empty lines and those that begin with #.
    init(lines text: String, of path: String) throws(SendError) {
        var found: [String] = []
        for (number, line) in text.split(
            omittingEmptySubsequences: false,
            whereSeparator: \.isNewline
        ).enumerated() {
            let word = line.trimmed
            if word.hasPrefix("#") || word.isEmpty { continue }
            let key = try Self.key(word, where: "\(path), line \(number + 1)")
            if !found.contains(key) { found.append(key) }
        }
        guard (1...Self.most).contains(found.count) else {
            throw SendError(
                .setUp,
                found.isEmpty ? "there is no key in it" : "there are \(found.count) keys in it",
                where: path,
                remedy: "put 1 to \(Self.most) public keys into it, age1…, one a line"
            )
        }
        self.init(keys: found)
    }

    /// These recipients and others, each once.
    public func joined(with others: AgeRecipients) -> AgeRecipients {
        AgeRecipients(keys: keys + others.keys.filter { !keys.contains($0) })
    }

    private init(keys: [String]) { self.keys = keys }

    private static func looksLikeAKey(_ text: String) -> Bool {
        let lower = text.lowercased()
        return lower.hasPrefix("age1") || lower.hasPrefix("age-secret-key-")
            || lower.hasPrefix("ssh-")
    }

    private static func key(_ word: String, where place: String) throws(SendError) -> String {
        if word.lowercased().hasPrefix("age-secret-key-") || word.hasPrefix("-----BEGIN") {
            throw SendError(
                .setUp,
                "this is the secret key, which reads what is sent",
                where: place,
                remedy:
                    "take it off this machine, and give the public one: `age-keygen -y KEYFILE` prints it"
            )
        }
        if word.hasPrefix("ssh-ed25519 ") || word.hasPrefix("ssh-rsa ") {
            let parts = word.split(separator: " ")
            let isPlain = parts.dropFirst().first?.utf8.allSatisfy { byte in
                let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                return isLetter || isDigit(byte) || "+/=".utf8.contains(byte)
            }
            // The words after the key are a comment, which age does not need.
            if isPlain == true { return parts.prefix(2).joined(separator: " ") }
        }
        if let decoded = Bech32.decode(word), decoded.prefix == "age", decoded.bytes.count == 32 {
            return word.lowercased()
        }
        throw SendError(
            .setUp,
            "\(shortened(word)) is no public key of age: a letter is wrong, or some are missing",
            where: place,
            remedy:
                "copy the whole line that age-keygen prints as the public key, age1… (62 characters)"
        )
    }

    /// Shortens a word for an error message: it may be a secret.
    private static func shortened(_ word: String) -> String {
        word.count > 16 ? "\(word.prefix(8).description.printable)…" : word.printable
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}

extension Substring {
    /// The text without the spaces around it.
    fileprivate var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    }
}
