// Limits what a task file from outside can make this machine read. A resource may name further resources. So no
// resource may contain itself, a chain of resources has a greatest length, and one file has an allowance for all its
// resources.

internal import FoundationEssentials
internal import Synchronization

/// The resources that contain what is being decoded, outermost first.
struct ResourceChain: Sendable {
    /// The greatest number of resources within each other.
    static let longest = 32

    /// The names of the resources, as they were written.
    private(set) var names: [String] = []
    /// The number of open brackets around the current place, in all containing files.
    private(set) var depth = 0
    private let allowance: ResourceAllowance

    /// Creates the chain of a file that no resource has named, with a fresh allowance.
    init() { allowance = ResourceAllowance() }

    /// Returns this chain with `brackets` added to its depth.
    func deeper(by brackets: Int) -> ResourceChain {
        var deeper = self
        deeper.depth += brackets
        return deeper
    }

    /// The chain for a task that is fetched during the run, when this file has been decoded.
    ///
    /// It keeps the names of the containing resources, but starts with a depth of 0 and a fresh allowance.
    var later: ResourceChain {
        var later = ResourceChain()
        later.names = names
        return later
    }

    /// Loads and decodes a resource; its own resources are decoded with a chain that contains it.
    func decode<Value: Decodable>(
        _ type: Value.Type,
        in name: String,
        by factory: RSDFactory
    ) throws -> Value {
        let inside: ResourceChain
        let data: Data
        do {
            inside = try entering(name)
            // Checked before the file is opened: it may be large, and may be named many times.
            try allowance.check(before: name)
            data = try factory.surroundings.resources.load(name)
            try allowance.spend(bytes: data.count, on: name)
        } catch {
            throw RSDTaskFileError(error).prefixed(by: [.key("resourceName")])
        }
        do {
            return try TaskFile.decode(type, from: data, by: factory, inside: inside)
        } catch {
            throw RSDTaskFileError(error).prefixed(by: [.resource(name)])
        }
    }

    /// Returns the chain with one more name; throws for a loop and for a chain that is too long.
    func entering(_ name: String) throws(RSDTaskFileError) -> ResourceChain {
        if names.contains(where: { Self.isSame($0, name) }) {
            throw RSDTaskFileError(
                "the resource '\(name)' is inside itself: "
                    + (names + [name]).joined(separator: " > "),
                remedy: "take out one of these transforms"
            )
        }
        guard names.count < Self.longest else {
            throw RSDTaskFileError(
                "the resource '\(name)' is inside \(names.count) others",
                remedy: "nest at most \(Self.longest); put what is inside into one file"
            )
        }
        var longer = self
        longer.names.append(name)
        return longer
    }

    /// True if two names are those of the same resource; the extension `.json` may be omitted.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        one == other || one == "\(other).json" || other == "\(one).json"
    }
}

/// How many resources and bytes may be read for one file.
///
/// Without a limit, a few resources that each name the next one twice would be read millions of times.
private final class ResourceAllowance: Sendable {
    static let resources = 2_000
    static let bytes = 256 << 20

    private let spent = Mutex((resources: 0, bytes: 0))

    /// Throws if the allowance is used up, so that `name` is not read at all.
    func check(before name: String) throws(RSDTaskFileError) {
        let isLeft = spent.withLock { $0.resources < Self.resources && $0.bytes < Self.bytes }
        if !isLeft { throw Self.refusal(of: name) }
    }

    func spend(bytes: Int, on name: String) throws(RSDTaskFileError) {
        let isWithin = spent.withLock { spent in
            spent.resources += 1
            spent.bytes += bytes
            return spent.resources <= Self.resources && spent.bytes <= Self.bytes
        }
        if !isWithin { throw Self.refusal(of: name) }
    }

    private static func refusal(of name: String) -> RSDTaskFileError {
        RSDTaskFileError(
            "with the resource '\(name)', the file reads more than \(resources) resources or "
                + "\(bytes >> 20) MiB",
            remedy: "let fewer transforms name resources that have transforms themselves"
        )
    }
}

extension CodingUserInfoKey {
    /// The key under which a decoder's `userInfo` holds its resource chain.
    static let resourceChain: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "org.footfall.resourceChain") else {
            preconditionFailure("The standard library refuses a plain name for a key.")
        }
        return key
    }()
}

extension Decoder {
    /// The resources that contain what this decoder decodes.
    var resourceChain: ResourceChain {
        userInfo[.resourceChain] as? ResourceChain ?? ResourceChain()
    }
}
