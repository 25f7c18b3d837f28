// A resource may name resources, and so on. What a file from outside can make this machine read is
// bounded three ways: no resource inside itself, no chain without end, and no flood of many.

internal import FoundationEssentials
internal import Synchronization

/// The resources inside of which something is decoded, outermost first.
struct ResourceChain: Sendable {
    /// Resources inside each other at most.
    static let longest = 32

    /// Their names, as they were written.
    private(set) var names: [String] = []
    /// How many brackets are open around what is decoded next, in the files around it.
    private(set) var depth = 0
    private let allowance: ResourceAllowance

    /// The chain of a file that no resource has named, which has all its allowance left.
    init() { allowance = ResourceAllowance() }

    /// The chain at a place that is so many brackets further down.
    func deeper(by brackets: Int) -> ResourceChain {
        var deeper = self
        deeper.depth += brackets
        return deeper
    }

    /// The chain of what is decoded later, when this file is done: it knows what it is inside of, and
    /// has its own depth and allowance.
    var later: ResourceChain {
        var later = ResourceChain()
        later.names = names
        return later
    }

    /// Decodes what stands in a resource, one link further down.
    func decode<Value: Decodable>(
        _ type: Value.Type,
        in name: String,
        by factory: RSDFactory
    ) throws -> Value {
        let inside: ResourceChain
        let data: Data
        do {
            inside = try entering(name)
            // Not even opened, when all is spent: what is refused may be large, and named often.
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

    /// The chain with one more name; refuses a loop, and a chain that is too long.
    func entering(_ name: String) throws(RSDTaskFileError) -> ResourceChain {
        if names.contains(where: { Self.isSame($0, name) }) {
            throw RSDTaskFileError(
                "the resource '\(name)' is inside itself: "
                    + (names + [name]).joined(separator: " > "),
                remedy: "take out one of the transforms on the way"
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

    /// The ending may be left out.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        one == other || one == "\(other).json" || other == "\(one).json"
    }
}

/// How much may be read for one file.
///
/// A few resources that name each other twice would otherwise be
/// read millions of times.
private final class ResourceAllowance: Sendable {
    static let resources = 2_000
    static let bytes = 256 << 20

    private let spent = Mutex((resources: 0, bytes: 0))

    /// Refuses a resource when there is nothing left for it, however small it is.
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
    /// The key under which a decoder carries the resources that it is inside of.
    static let resourceChain: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "org.footfall.resourceChain") else {
            preconditionFailure("The standard library refuses a plain name for a key.")
        }
        return key
    }()
}

extension Decoder {
    /// The resources that this decoder is inside of.
    var resourceChain: ResourceChain {
        userInfo[.resourceChain] as? ResourceChain ?? ResourceChain()
    }
}
