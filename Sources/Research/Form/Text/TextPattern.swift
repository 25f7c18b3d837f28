// A regular expression of a task file. Its author cannot be trusted: a pattern that backtracks too much could block a
// study for years. PCRE2 counts the steps of a match, so that an answer is refused at the same step on every machine.

internal import CPCRE2

/// A regular expression of a file, compiled once.
///
/// Patterns have the meaning that ICU gives them, as far as PCRE2 agrees; `PatternSpelling` deals with the differences.
// PCRE2 only reads the compiled pattern, so any number of threads may match with it at the same time.
@safe package final class TextPattern: @unchecked Sendable {
    /// The result of a match.
    package enum Verdict: Sendable, Hashable {
        case matches
        case differs
        /// The match needs more than `mostSteps`, or too much memory.
        case undecided
    }

    /// Why a pattern is invalid.
    package struct Fault: Error, Hashable {
        package var source: String
        package var reason: String

        func error(at path: JSONPath) -> RSDTaskFileError {
            RSDTaskFileError(
                "'\(source)' is no regular expression: \(reason)",
                at: path,
                remedy: "fix the pattern, or leave it out"
            )
        }
    }

    /// The most bytes of a text; longer ones are refused before the match.
    static let longestText = 4096
    /// The most steps of a match, for all starting points in the text together.
    ///
    /// It is enough to go through the longest text once from each of its letters.
    static let mostSteps = 10_000_000
    private static let mostKilobytes: UInt32 = 32 * 1024

    let source: String
    private let code: OpaquePointer

    /// Compiles a pattern.
    package init(_ source: String) throws(Fault) {
        let spelled: String
        do throws(PatternSpelling.Unknown) {
            spelled = try PatternSpelling.ofPCRE2(source)
        } catch {
            throw Fault(source: source, reason: error.reason)
        }
        let options =
            PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT
        var failure: Int32 = 0
        var place = 0
        var bytes = Array(spelled.utf8)
        let context = unsafe pcre2_compile_context_create_8(nil)
        defer { unsafe pcre2_compile_context_free_8(context) }
        // Recognize the same line endings as ICU.
        unsafe pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANY))
        let compiled = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            unsafe pcre2_compile_8(
                bytes.baseAddress,
                bytes.count,
                options,
                &failure,
                &place,
                context
            )
        }
        guard let code = unsafe compiled else {
            let end = spelled.utf8.index(spelled.startIndex, offsetBy: min(place, bytes.count))
            let letters = spelled[..<end].count
            throw Fault(source: source, reason: "\(Self.words(failure)), after \(letters) letters")
        }
        self.source = source
        unsafe self.code = code
    }

    deinit { unsafe pcre2_code_free_8(code) }

    /// Returns whether the pattern matches anywhere in a text.
    package func verdict(on text: String) -> Verdict {
        guard let match = unsafe pcre2_match_data_create_8(1, nil),
            let context = unsafe pcre2_match_context_create_8(nil)
        else { return .undecided }
        defer {
            unsafe pcre2_match_data_free_8(match)
            unsafe pcre2_match_context_free_8(context)
        }
        var steps = Self.mostSteps
        var bytes = Array(text.utf8)
        let length = bytes.count
        // An empty array has no address, but PCRE2 requires one.
        bytes.append(0)
        let outcome = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe withUnsafeMutablePointer(to: &steps) { steps in
                unsafe pcre2_set_heap_limit_8(context, Self.mostKilobytes)
                unsafe pcre2_set_callout_8(context, Self.countStep, steps)
                return unsafe pcre2_match_8(
                    code,
                    bytes.baseAddress,
                    length,
                    0,
                    PCRE2_NO_UTF_CHECK,
                    match,
                    context
                )
            }
        }
        switch outcome {
        case 0...: return .matches
        case PCRE2_ERROR_NOMATCH: return .differs
        default: return .undecided
        }
    }

    private static let countStep:
        @convention(c) (UnsafeMutablePointer<pcre2_callout_block_8>?, UnsafeMutableRawPointer?) ->
            Int32 = { _, count in
                guard let steps = unsafe count?.assumingMemoryBound(to: Int.self) else { return 0 }
                unsafe steps.pointee -= 1
                return unsafe steps.pointee >= 0 ? 0 : PCRE2_ERROR_MATCHLIMIT
            }

    private static func words(_ failure: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let length = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            unsafe pcre2_get_error_message_8(failure, bytes.baseAddress, bytes.count)
        }
        return length > 0
            ? String(decoding: bytes.prefix(Int(length)), as: UTF8.self) : "\(failure)"
    }
}

extension TextPattern: Hashable {
    package static func == (left: TextPattern, right: TextPattern) -> Bool {
        left.source == right.source
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// Translates patterns, which are written for ICU.
///
/// Escapes that PCRE2 writes differently are replaced. Sets within sets, and operators between sets, are refused,
/// because PCRE2 would understand them differently.
enum PatternSpelling {
    struct Unknown: Error {
        var reason: String
    }

    /// Returns the pattern in the syntax of PCRE2.
    static func ofPCRE2(_ pattern: String) throws(Unknown) -> String {
        var written = ""
        var rest = Substring(pattern)
        var isInSet = false
        while let letter = rest.first {
            if rest.hasPrefix("\\Q") {
                let end = rest.firstRange(of: "\\E")?.upperBound ?? rest.endIndex
                written += rest[..<end]
                rest = rest[end...]
            } else if letter == "\\" {
                written += takeEscape(&rest)
            } else if isInSet, ["&&", "--"].contains(where: rest.hasPrefix) {
                throw Unknown(
                    reason: "'\(rest.prefix(2))' between sets of letters is not known here;"
                        + " write a look-ahead such as (?![aeiou])[a-z]"
                )
            } else if isInSet, letter == "[", !rest.hasPrefix("[:") {
                throw Unknown(
                    reason: "sets of letters within sets are not known here;"
                        + " write [a-z0-9] for [[a-z][0-9]], and \\[ for the letter"
                )
            } else {
                if isInSet, rest.hasPrefix("[:"), let end = rest.firstRange(of: ":]")?.upperBound {
                    written += rest[..<end]
                    rest = rest[end...]
                    continue
                }
                if letter == "[" { isInSet = true }
                if letter == "]" { isInSet = false }
                written.append(letter)
                rest = rest.dropFirst()
            }
        }
        return written
    }

    /// Replaces `\u00e9` and `\U000000e9`, which PCRE2 writes with braces; keeps any other escape.
    private static func takeEscape(_ rest: inout Substring) -> String {
        let kind = rest.dropFirst().first
        let count = kind == "u" ? 4 : kind == "U" ? 8 : 0
        let digits = rest.dropFirst(2).prefix(count)
        if count > 0, digits.count == count, digits.allSatisfy(\.isHexDigit) {
            rest = rest.dropFirst(2 + count)
            return "\\x{\(digits)}"
        }
        let escape = String(rest.prefix(2))
        rest = rest.dropFirst(2)
        return escape
    }
}
