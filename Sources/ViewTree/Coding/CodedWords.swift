// How words and numbers of a closed kind are read: what is none of them is refused by its name, with
// those that there are, as whoever wrote it has no compiler to tell.

extension KeyedDecodingContainer {
    /// The word at a key, one of a closed list.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ type: Word.Type,
        forKey key: Key
    ) throws -> Word {
        let text = try decode(String.self, forKey: key)
        if let word = Word(rawValue: text) { return word }
        let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw DecodingError.dataCorruptedError(
            forKey: key,
            in: self,
            debugDescription: "'\(text.prefix(64))' is none of \(known)"
        )
    }

    /// The number at a key, neither infinite nor none.
    func finiteNumber(forKey key: Key) throws -> Double {
        let number = try decode(Double.self, forKey: key)
        guard number.isFinite else {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: self,
                debugDescription: "\(number) is no finite number"
            )
        }
        return number
    }
}
