// Decodes words of a closed list and finite numbers. An error names the bad value and the possible ones, for authors of
// hosts in other languages, whose compilers do not check such words.

extension KeyedDecodingContainer {
    /// Decodes the word at a key, one of a closed list.
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

    /// Decodes the number at a key; infinite numbers and NaN are errors.
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
