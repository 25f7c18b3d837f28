// The one way from the bytes of a task file to a task. It looks at the depth first, because the
// decoding that follows goes down by calling itself.

internal import FoundationEssentials

/// Reads task files.
enum TaskFile {
    /// Decodes a task, which gets the identifier whatever the file says; throws nothing but
    /// `RSDTaskFileError`.
    static func decode(
        _ data: Data,
        by factory: RSDFactory,
        as identifier: String? = nil
    ) throws -> any RSDTask {
        try decode(CodedTask.self, from: data, by: factory, as: identifier).value
    }

    /// Decodes what stands in a file, on a stack that is deep enough for it.
    ///
    /// The chain has the resources that the file is inside of, itself the last.
    static func decode<Value: Decodable>(
        _ type: Value.Type,
        from data: Data,
        by factory: RSDFactory,
        inside chain: ResourceChain? = nil,
        as identifier: String? = nil
    ) throws -> Value {
        do {
            let brackets = try depth(of: data, inside: chain?.depth ?? 0)
            let decoder = factory.createJSONDecoder()
            decoder.userInfo[.resourceChain] = chain ?? ResourceChain()
            decoder.userInfo[.taskIdentifier] = identifier
            decoder.userInfo[.taskFileValues] = TaskFileValues(of: data)
            return try DeepStack.run(brackets: brackets) { try decoder.decode(type, from: data) }
        } catch {
            throw RSDTaskFileError(error, in: data)
        }
    }

    /// How deep the brackets of a file are nested; throws if that is too deep to read it.
    static func depth(of data: Data, inside outer: Int = 0) throws(RSDTaskFileError) -> Int {
        guard let depth = NestingDepth.measure([UInt8](data)) else {
            throw RSDTaskFileError(
                "the file is not written in UTF-8",
                remedy: "save it in UTF-8, as JSON is to be"
            )
        }
        guard outer + depth <= NestingDepth.limit else {
            throw RSDTaskFileError(
                "brackets are nested \(outer + depth) deep",
                remedy: "nest at most \(NestingDepth.limit); move the inner steps to other files"
            )
        }
        return depth
    }
}

extension CodingUserInfoKey {
    /// The key under which a decoder carries the identifier that the outermost task is to have.
    static let taskIdentifier: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "org.footfall.taskIdentifier") else {
            preconditionFailure("The standard library refuses a plain name for a key.")
        }
        return key
    }()
}

/// A task, decoded by the factory.
struct CodedTask: Codable {
    let value: any RSDTask

    init(from decoder: any Decoder) throws {
        let root = try decoder.container(keyedBy: JSONKey.self)
        let foreign = ForeignTaskFile.fault {
            try? root.decode(String.self, forKey: JSONKey($0))
        } has: {
            root.contains(JSONKey($0))
        }
        if let foreign { throw foreign }
        value = try decoder.factory.decodeTask(from: decoder)
    }

    init(_ value: any RSDTask) { self.value = value }

    func encode(to encoder: any Encoder) throws { try encodeAny(value, to: encoder) }
}
