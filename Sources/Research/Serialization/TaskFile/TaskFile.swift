// Decodes all task files. The depth of a file is measured first: decoding is recursive, so a deep file could otherwise
// overflow the stack.

internal import FoundationEssentials

/// Reads task files.
enum TaskFile {
    /// Decodes a task; every error is an `RSDTaskFileError`.
    ///
    /// `identifier`, if given, replaces the identifier in the file.
    static func decode(
        _ data: Data,
        by factory: RSDFactory,
        as identifier: String? = nil
    ) throws -> any RSDTask {
        try decode(CodedTask.self, from: data, by: factory, as: identifier).value
    }

    /// Decodes the content of a file, on a stack that is large enough for its depth.
    ///
    /// `chain` has the resources that contain the content; the last one is the file itself.
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

    /// Returns how deep the brackets of a file are nested; throws if that is too deep.
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
    /// The key under which a decoder's `userInfo` holds the identifier for the outermost task.
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
