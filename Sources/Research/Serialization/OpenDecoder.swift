// Several readers look at the same object of a file: the factory for its `type`, its Swift type and each superclass
// for their keys. A plain decoder reads all keys again for each of them; this one reads them once.

/// A decoder of an object whose keys were read already.
struct OpenDecoder: Decoder {
    private let decoder: any Decoder
    /// The keys of the object.
    let keys: KeyedDecodingContainer<JSONKey>

    /// Reads the keys of the object at the decoder's current place.
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
    /// Returns the value of a key, if the object has it.
    ///
    /// Most keys are absent; `contains` finds that out without the cost of decoding.
    func value<Value: Decodable>(
        _ type: Value.Type = Value.self,
        of key: JSONKey
    ) throws -> Value? {
        contains(key) ? try decodeIfPresent(type, forKey: key) : nil
    }
}
