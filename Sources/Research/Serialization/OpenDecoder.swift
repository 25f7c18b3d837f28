// An object of a file is looked at by several in turn: the factory for its `type`, its Swift type and
// each of its superclasses for their keys. A decoder reads all the keys anew for each of them; this
// one reads them once.

/// A decoder of an object whose keys are read.
struct OpenDecoder: Decoder {
    private let decoder: any Decoder
    /// The object's keys.
    let keys: KeyedDecodingContainer<JSONKey>

    /// Reads the keys of the object that a decoder stands at.
    init(_ decoder: any Decoder) throws {
        self.decoder = decoder
        keys = try decoder.container(keyedBy: JSONKey.self)
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try keys as? KeyedDecodingContainer<Key> ?? decoder.container(keyedBy: type)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try decoder.unkeyedContainer()
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try decoder.singleValueContainer()
    }
}

extension KeyedDecodingContainer<JSONKey> {
    /// A key's value, if it is there.
    ///
    /// Most keys are not, which is soon seen without a look at the value's type.
    func value<Value: Decodable>(
        _ type: Value.Type = Value.self,
        of key: JSONKey
    ) throws -> Value? {
        contains(key) ? try decodeIfPresent(type, forKey: key) : nil
    }
}
