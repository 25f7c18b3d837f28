// Declares the keys that a kind of value recorder has in task files besides those of every recorder: the permitted
// values, the default, and the meaning. The check of a task file, the schema and the recorder all use this
// declaration.

internal import Research

/// A key in task files that belongs to one kind of recorder.
public struct ValueKey: Sendable, Hashable {
    /// The permitted values of a key, and its default.
    enum Content: Sendable, Hashable {
        case number(ClosedRange<Double>?, usual: Double)
        case word([String], usual: String)
        case text(usual: String)
        case boolean(usual: Bool)
    }

    /// The key's name in a file.
    public let name: String
    let content: Content
    private let meaning: String

    private init(_ name: String, _ content: Content, _ meaning: String) {
        (self.name, self.content, self.meaning) = (name, content, meaning)
    }

    /// A key with a number.
    ///
    /// - Parameters:
    ///   - name: The key's name in a file.
    ///   - range: The permitted numbers; by default all.
    ///   - usual: The default.
    ///   - meaning: What the key means, with its unit; range, default and full stop are added.
    /// - Returns: The key.
    public static func number(
        _ name: String,
        within range: ClosedRange<Double>? = nil,
        default usual: Double,
        _ meaning: String
    ) -> ValueKey {
        precondition(range?.contains(usual) ?? true, "the default of '\(name)' is out of its range")
        return ValueKey(name, .number(range, usual: usual), meaning)
    }

    /// A key with one of several words.
    ///
    /// - Parameters:
    ///   - name: The key's name in a file.
    ///   - words: The permitted words.
    ///   - usual: The default.
    ///   - meaning: What the key means; default and full stop are added.
    /// - Returns: The key.
    public static func word(
        _ name: String,
        of words: [String],
        default usual: String,
        _ meaning: String
    ) -> ValueKey {
        precondition(words.contains(usual), "the default of '\(name)' is none of its words")
        return ValueKey(name, .word(words, usual: usual), meaning)
    }

    /// A key with any text.
    ///
    /// - Parameters:
    ///   - name: The key's name in a file.
    ///   - usual: The default.
    ///   - meaning: What the key means; default and full stop are added.
    /// - Returns: The key.
    public static func text(
        _ name: String,
        default usual: String,
        _ meaning: String
    ) -> ValueKey { ValueKey(name, .text(usual: usual), meaning) }

    /// A key with a truth value.
    ///
    /// - Parameters:
    ///   - name: The key's name in a file.
    ///   - usual: The default.
    ///   - meaning: What the key means; default and full stop are added.
    /// - Returns: The key.
    public static func boolean(
        _ name: String,
        default usual: Bool,
        _ meaning: String
    ) -> ValueKey { ValueKey(name, .boolean(usual: usual), meaning) }
}

extension ValueKey {
    /// The key as a declaration for task files.
    var key: RSDKey {
        switch content {
        case .number(let range, let usual):
            let limits = range.map { ", \(Self.words(for: $0))" } ?? ""
            let sentence = "\(meaning)\(limits); \(Self.text(of: usual)) if not given."
            return RSDKey(name, .number, sentence)
        case .word(let words, let usual):
            return RSDKey(name, .word(words), "\(meaning); '\(usual)' if not given.")
        case .text(let usual):
            return RSDKey(name, .text, "\(meaning); '\(usual)' if not given.")
        case .boolean(let usual):
            return RSDKey(name, .boolean, "\(meaning); \(usual) if not given.")
        }
    }

    /// The default value.
    var usual: JSONValue {
        switch content {
        case .number(_, let usual): .number(usual)
        case .word(_, let usual), .text(let usual): .string(usual)
        case .boolean(let usual): .boolean(usual)
        }
    }

    /// What is wrong with a value; `nil` if it is permitted.
    func fault(of value: JSONValue) -> RSDTaskFileError? {
        let place = JSONPath().appending(name)
        switch (content, value) {
        case (.number(let range?, _), .number(let number)) where !range.contains(number):
            return RSDTaskFileError(
                "\(Self.text(of: number)) is out of range",
                at: place,
                remedy: "give a number \(Self.words(for: range))"
            )
        case (.word(let words, _), .string(let word)) where !words.contains(word):
            return RSDTaskFileError(
                "'\(word)' is not known here",
                at: place,
                remedy: "give one of \(words.joined(separator: ", "))"
            )
        case (.number, _), (.word, _), (.text, _), (.boolean, _): return nil
        }
    }

    private static func words(for range: ClosedRange<Double>) -> String {
        "from \(text(of: range.lowerBound)) to \(text(of: range.upperBound))"
    }

    /// A number as a person would write it.
    private static func text(of number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
