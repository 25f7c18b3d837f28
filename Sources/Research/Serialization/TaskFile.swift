// The one way from the bytes of a task file to a task. It looks at the depth first, because the
// decoding that follows goes down by calling itself.

internal import FoundationEssentials

/// Reads task files.
enum TaskFile {
    /// Decodes a task; throws nothing but `RSDTaskFileError`.
    static func decode(_ data: Data, by factory: RSDFactory) throws -> any RSDTask {
        try decode(CodedTask.self, from: data, by: factory).value
    }

    /// Decodes what stands in a file, on a stack that is deep enough for it.
    static func decode<Value: Decodable>(
        _ type: Value.Type,
        from data: Data,
        by factory: RSDFactory
    ) throws -> Value {
        let depth = NestingDepth.measure(data)
        guard depth <= NestingDepth.limit else {
            throw RSDTaskFileError(
                "brackets are nested \(depth) deep",
                remedy: "nest at most \(NestingDepth.limit); move the inner steps to other files"
            )
        }
        do {
            let decoder = factory.createJSONDecoder()
            if depth <= NestingDepth.shallow { return try decoder.decode(type, from: data) }
            return try DeepStack.run { try decoder.decode(type, from: data) }
        } catch {
            throw RSDTaskFileError(error)
        }
    }
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
