// Where sessions are sent, in rclone's notation. The text may contain a password, so it is never printed unaltered. It
// also becomes an argument of another program, which must not mistake it for an option.

internal import SampleFile
internal import SystemCalls

/// A place that rclone reaches: `remote:path`, `:backend,option=value:path`, or a folder of this machine.
public struct Destination: Hashable, Sendable {
    /// The text for rclone; it may contain a password.
    let text: String
    /// The text for people, without secrets.
    public let shown: String
    /// What identifies the destination: everything except passwords and other credentials.
    private let identity: String
    /// True if the destination has no path: in an object store each session would become a bucket of its own.
    let isRootOfRemote: Bool

    /// Parses what the user wrote.
    ///
    /// - Throws: `SendError` if the text is not a valid destination, or could be mistaken for an option.
    public init(_ text: String) throws(SendError) {
        func refusal(_ what: String, _ remedy: String) -> SendError {
            SendError(.setUp, what, where: "destination", remedy: remedy)
        }
        guard !text.isEmpty else {
            throw refusal(
                "it is empty",
                "name a remote of rclone, as in `study:sessions`, or a folder"
            )
        }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw refusal("it has a line break or another control character", "leave that out")
        }
        guard !text.hasPrefix("-") else {
            throw refusal(
                "it begins with - as an option does",
                "write a folder of that name as ./NAME"
            )
        }
        guard text.utf8.count <= 4096 else {
            throw refusal(
                "it is longer than 4096 bytes",
                "put the remote into rclone's configuration"
            )
        }
        let parts = ConnectionString(text)
        guard let parts else {
            let path = text.hasPrefix("/") || text.hasPrefix(".")
            if !path, let comma = text.firstIndex(of: ","), text[comma...].contains(":") {
                throw refusal(
                    "it is a folder here that looks like a remote with options",
                    "write a folder of that name as ./NAME"
                )
            }
            self.text = try Self.absolute(text)
            (shown, identity) = (self.text, self.text)
            isRootOfRemote = false
            return
        }
        guard parts.isWhole else {
            throw refusal(
                "its options have no end",
                "write it as `:backend,option=\"value\":path`, with a colon before the path; a folder of that name as ./NAME"
            )
        }
        self.text = text
        (shown, identity) = (parts.shown, parts.identity)
        isRootOfRemote = !parts.hasPath
    }

    private static func absolute(_ path: String) throws(SendError) -> String {
        if path.hasPrefix("/") { return plain(path) }
        do throws(SystemError) {
            return plain("\(try FileSystem.absolutePath("."))/\(path)")
        } catch {
            throw SendError(error, "find it", where: path)
        }
    }

    /// Drops trailing slashes, so that a folder has one name.
    private static func plain(_ path: String) -> String {
        "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    /// The rclone path of something at the destination.
    func place(_ path: String) -> String {
        isRootOfRemote || text.hasSuffix("/") ? text + path : "\(text)/\(path)"
    }

    /// The same path for people, without secrets.
    func shownPlace(_ path: String) -> String {
        isRootOfRemote || shown.hasSuffix("/") ? shown + path : "\(shown)/\(path)"
    }

    /// The name of the ledger's folder; it does not change when only the password does.
    var key: String {
        String(Checksum.text(of: Array(identity.utf8)).dropFirst(7).prefix(16))
    }
}

/// A remote with options, parsed as rclone parses it.
struct ConnectionString {
    /// The text without values that may be secret.
    private(set) var shown: String
    /// The text without values that are known to be secret; never shown, only hashed.
    private(set) var identity: String
    /// True once a colon has ended the options.
    private(set) var isWhole = false
    /// True if a path follows that colon.
    private(set) var hasPath = false

    /// Options that state a location or an account; their values are not credentials.
    private static let open: Set<String> = [
        "host", "port", "url", "endpoint", "provider", "region", "vendor", "user", "access_key_id",
        "account",
        "remote", "bucket", "env_auth", "force_path_style",
    ]
    /// Parts of option names whose values are credentials.
    ///
    /// Credentials may change any day, so they do not identify a place.
    private static let secret = [
        "pass", "secret", "token", "credential", "private", "auth", "key_pem", "api_key", "cookie",
    ]

    /// Parses the text; returns `nil` for a local path, in which a slash precedes any colon or comma.
    init?(_ text: String) {
        let name = text.hasPrefix(":") ? text.dropFirst() : text[...]
        guard let stop = name.firstIndex(where: { ":,/".contains($0) }), name[stop] != "/" else {
            return nil
        }
        var quote: Character?
        var pieces: [String] = [""]
        var end: String.Index?
        for index in text.indices {
            let character = text[index]
            if character == ":", quote == nil, index != text.startIndex {
                end = index
                break
            }
            if character == "\"" || character == "'" {
                if quote == nil { quote = character } else if quote == character { quote = nil }
            }
            if character == ",", quote == nil {
                pieces.append("")
            } else {
                pieces[pieces.count - 1].append(character)
            }
        }
        let options = pieces.dropFirst()
        shown = ([pieces[0]] + options.map(Self.shown)).joined(separator: ",")
        identity = ([pieces[0]] + options.map(Self.identity)).joined(separator: ",")
        guard let end else { return }
        isWhole = true
        var path = text[end...]
        hasPath = path.count > 1
        shown += path
        while path.count > 2, path.hasSuffix("/") { path.removeLast() }
        identity += path
    }

    private static func shown(_ option: String) -> String {
        guard let (name, value, quote) = parts(of: option) else { return option }
        guard open.contains(name) else { return "\(name)=…" }
        let plain =
            name == "remote" && value.contains(where: { ",=".contains($0) })
            ? ConnectionString(value)?.shown ?? "…" : withoutLogin(value)
        return "\(name)=\(quote)\(plain)\(quote)"
    }

    private static func identity(_ option: String) -> String {
        guard let (name, value, _) = parts(of: option) else { return option }
        guard open.contains(name) || !secret.contains(where: name.contains) else { return name }
        if let nested = ConnectionString(value), nested.isWhole, value.contains("=") {
            return "\(name)=\(nested.identity)"
        }
        // An address's query may hold a credential, so it is left out; its path identifies the place, so it is kept.
        return "\(name)=\(value.contains("://") ? String(value.prefix { $0 != "?" }) : value)"
    }

    /// An option's name, its value without quotes, and the quote; `nil` for an option without a value.
    private static func parts(of option: String) -> (String, String, String)? {
        guard let equals = option.firstIndex(of: "=") else { return nil }
        let (name, value) = (option[..<equals], option[option.index(after: equals)...])
        guard let first = value.first, "\"'".contains(first), value.count > 1,
            value.last == first
        else { return (String(name), String(value), "") }
        let quote = String(first)
        let inner = value.dropFirst().dropLast().replacing(quote + quote, with: quote)
        return (String(name), String(inner), quote)
    }

    /// Reduces addresses in a text to scheme and host: a name, password, path or query may be a credential.
    static func withoutLogin(_ text: String) -> String {
        var (told, rest) = ("", text[...])
        while let scheme = rest.firstRange(of: "://") {
            told += rest[..<scheme.upperBound]
            rest = rest[scheme.upperBound...]
            let address = rest.prefix { !$0.isWhitespace && !"\"'<>".contains($0) }
            rest = rest[address.endIndex...]
            let behind = address.lastIndex(of: "@").map { address[address.index(after: $0)...] }
            let host = (behind ?? address).prefix { !"/?#".contains($0) }
            told += (behind == nil ? "" : "…@") + host
            if host.endIndex != address.endIndex { told += "/…" }
        }
        return told + rest
    }
}
