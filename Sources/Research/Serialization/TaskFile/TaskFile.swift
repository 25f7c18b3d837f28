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
            try checkDepth(of: data, inside: chain?.depth ?? 0)
            let decoder = factory.createJSONDecoder()
            decoder.userInfo[.resourceChain] = chain ?? ResourceChain()
            decoder.userInfo[.taskIdentifier] = identifier
            return try onStack(for: data, isNested: chain != nil) {
                try decoder.decode(type, from: data)
            }
        } catch {
            throw RSDTaskFileError(error, in: data)
        }
    }

    /// Throws if the brackets of a file are nested too deep to read it.
    static func checkDepth(of data: Data, inside outer: Int) throws(RSDTaskFileError) {
        let depth = outer + NestingDepth.measure([UInt8](data))
        guard depth <= NestingDepth.limit else {
            throw RSDTaskFileError(
                "brackets are nested \(depth) deep",
                remedy: "nest at most \(NestingDepth.limit); move the inner steps to other files"
            )
        }
    }

    /// Runs what goes as deep as a file: where it is if there is room, and if it is not inside of
    /// something already, else on a stack of its own.
    static func onStack<Value>(
        for data: Data,
        isNested: Bool,
        _ body: () throws -> Value
    ) throws -> Value {
        if !isNested, NestingDepth.measure([UInt8](data)) <= NestingDepth.shallow {
            return try body()
        }
        return try DeepStack.run(body)
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
        value = try decoder.factory.decodeTask(from: decoder)
    }

    init(_ value: any RSDTask) { self.value = value }

    func encode(to encoder: any Encoder) throws { try encodeAny(value, to: encoder) }
}
