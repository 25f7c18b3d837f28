// Where sessions go, in rclone's words. Whoever writes it may put a password into it, so that it is never printed as it
// stands; and it becomes an argument of another program, which must not take it for an option.

internal import SampleFile
internal import SystemCalls

/// A place that rclone reaches: `remote:path`, `:backend,option=value:path`, or a folder of this machine.
public struct Destination: Hashable, Sendable {
    /// As rclone takes it; it may have a password in it.
    let text: String
    /// The same for people, without what may be secret.
    public let shown: String
    /// What tells it from all others: everything but what lets somebody in.
    private let identity: String

    /// Takes what a person wrote.
    ///
    /// - Throws: `SendError` where it is no place, or may be taken for something else.
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
                "write a folder of that name as ./\(text)"
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
                    "write a folder as ./\(text)"
                )
            }
            self.text = try Self.absolute(text)
            (shown, identity) = (self.text, self.text)
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
    }

    private static func absolute(_ path: String) throws(SendError) -> String {
        if path.hasPrefix("/") { return plain(path) }
        do throws(SystemError) {
            return plain("\(try FileSystem.absolutePath("."))/\(path)")
        } catch {
            throw SendError(error, "find it", where: path)
        }
    }

    /// One folder has one name, also where somebody writes a slash behind it.
    private static func plain(_ path: String) -> String {
        "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    /// Whether it has no path: in an object store each session would be a bucket then.
    var isRootOfRemote: Bool { text.hasSuffix(":") }

    /// What is at a path there, for rclone.
    func place(_ path: String) -> String {
        text.hasSuffix(":") || text.hasSuffix("/") ? text + path : "\(text)/\(path)"
    }

    /// The same for people.
    func shownPlace(_ path: String) -> String {
        shown.hasSuffix(":") || shown.hasSuffix("/") ? shown + path : "\(shown)/\(path)"
    }

    /// What its ledger is found by; another password is the same destination.
    var key: String {
        String(Checksum.text(of: Array(identity.utf8)).dropFirst(7).prefix(16))
    }
}

/// A remote with options, taken apart as rclone does.
struct ConnectionString {
    /// Without values that may be secret.
    private(set) var shown: String
    /// Without values that are known to be secret; for no eyes.
    private(set) var identity: String
    /// Whether a colon ends the options.
    private(set) var isWhole = false

    /// Options whose values say where something is, and nothing that lets anybody in.
    private static let open: Set<String> = [
        "host", "port", "url", "endpoint", "provider", "region", "vendor", "user", "access_key_id",
        "account",
        "remote", "bucket", "env_auth", "force_path_style",
    ]
    /// What the names of options have in them whose values let somebody in, and may change any day.
    private static let secret = [
        "pass", "secret", "token", "credential", "private", "auth", "key_pem", "api_key", "cookie",
    ]

    /// Takes it apart; `nil` of a path of this machine: there a slash comes before any colon and comma.
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
        // A query may be what lets somebody in, and a path says where.
        return "\(name)=\(value.contains("://") ? String(value.prefix { $0 != "?" }) : value)"
    }

    /// An option's name, and its value without quotes.
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

    /// Of addresses in a text the scheme and the host: a name, a password, a path and a query may let somebody in.
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
