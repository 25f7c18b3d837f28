// Converts the words of options to typed values, once, when the command line is read. A failing conversion says
// what it expected.

internal import PlainWords
internal import Research

/// Turns the word given to an option into a value.
package struct Conversion<Value: Sendable>: Sendable {
    /// Returns the value, or throws what is wrong with the word.
    package let convert: @Sendable (String) throws(ConversionError) -> Value

    package init(_ convert: @escaping @Sendable (String) throws(ConversionError) -> Value) {
        self.convert = convert
    }
}

extension Conversion {
    /// Returns why a word has no value; `nil` if it has one.
    func fault(in word: String) -> ConversionError? {
        do throws(ConversionError) {
            _ = try convert(word)
            return nil
        } catch {
            return error
        }
    }
}

/// Says why a word is no valid value for its option.
package struct ConversionError: Error, Equatable {
    package let problem: String
    package let remedy: String
    /// True if the word may contain a password, so that no message may repeat it.
    package let hidesWord: Bool

    package init(
        problem: String,
        remedy: String,
        hidesWord: Bool = false
    ) {
        self.problem = problem
        self.remedy = remedy
        self.hidesWord = hidesWord
    }

    /// The error for a name that is not among the known ones.
    package static func unknown(
        _ word: String,
        among names: [String],
        example: String
    ) -> Self {
        let remedy =
            NearestName.meant(by: word, among: names).map { "did you mean \($0)?" }
            ?? "there are \(names.joined(separator: ", "))"
        return Self(problem: "\(word.printable) is no \(example)", remedy: remedy)
    }
}

extension Conversion<String> {
    /// Any word but the empty one, such as a path.
    package static var text: Self {
        Self { word throws(ConversionError) in
            guard !word.isEmpty else {
                throw ConversionError(problem: "the value is empty", remedy: "give one")
            }
            return word
        }
    }
}

extension Conversion where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the words of a type.
    ///
    /// - Parameters:
    ///   - what: What such a word is, as in "host".
    ///   - hint: What else a user may have meant, for the end of the remedy.
    /// - Returns: The conversion.
    package static func choice(of what: String, hint: String? = nil) -> Self {
        Self { word throws(ConversionError) in
            if let value = Value(rawValue: word) { return value }
            let names = Value.allCases.map(\.rawValue)
            let error = ConversionError.unknown(word, among: names, example: what)
            throw ConversionError(
                problem: error.problem,
                remedy: error.remedy + (hint.map { "; \($0)" } ?? "")
            )
        }
    }
}

extension Conversion<Double> {
    /// A whole or decimal number above 0 and within `bounds`.
    package static func positiveNumber(within bounds: ClosedRange<Double>, example: String) -> Self
    {
        Self { word throws(ConversionError) in
            let remedy = "give for instance \(example)"
            guard let number = Double(decimal: word), number > 0 else {
                throw ConversionError(problem: "not a number above 0", remedy: remedy)
            }
            guard bounds.contains(number) else {
                let ends =
                    "\(Quantity.plain(bounds.lowerBound)) to \(Quantity.plain(bounds.upperBound))"
                throw ConversionError(problem: "not within \(ends)", remedy: remedy)
            }
            return number
        }
    }
}

extension Conversion<UInt64> {
    /// A whole number of 0 or more.
    package static var wholeNumber: Self {
        Self { word throws(ConversionError) in
            guard word.utf8.allSatisfy(isDigit), let number = UInt64(word) else {
                throw ConversionError(
                    problem: "not a whole number from 0 to \(UInt64.max)",
                    remedy: "give for instance 7"
                )
            }
            return number
        }
    }
}

extension Conversion<UInt16> {
    /// The port of a server.
    package static var port: Self {
        Self { word throws(ConversionError) in
            guard word.utf8.allSatisfy(isDigit), let port = UInt16(word), port > 0 else {
                throw ConversionError(
                    problem: "not a port from 1 to 65535",
                    remedy: "give for instance 8080"
                )
            }
            return port
        }
    }
}

extension Conversion where Value: Hashable {
    /// A comma-separated list of such values without duplicates; spaces around a value are ignored.
    package var list: Conversion<[Value]> {
        Conversion<[Value]> { word throws(ConversionError) in
            var values: [Value] = []
            for part in word.split(separator: ",", omittingEmptySubsequences: false) {
                let name = part.trimmingSpaces
                guard !name.isEmpty else {
                    throw ConversionError(
                        problem: "a name is missing beside a comma",
                        remedy: "divide the names by single commas"
                    )
                }
                let value = try convert(String(name))
                if !values.contains(value) { values.append(value) }
            }
            return values
        }
    }
}

extension Substring {
    /// The text without leading and trailing spaces.
    fileprivate var trimmingSpaces: Substring {
        let start = drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
    }
}

extension Double {
    /// Parses a finite decimal number, also with an exponent; `nil` for other text, such as "0x1p3", "nan" or "inf".
    package init?(decimal text: some StringProtocol) {
        let isPlain = text.utf8.allSatisfy { byte in
            isDigit(byte)
                || [
                    UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
                    UInt8(ascii: "e"), UInt8(ascii: "E"),
                ].contains(byte)
        }
        guard isPlain, let number = Double(String(text)), number.isFinite else { return nil }
        self = number
    }
}

@Sendable package func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}
