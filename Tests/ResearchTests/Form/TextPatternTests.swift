import FoundationEssentials
@testable import Research
import Testing

/// A pattern of a file, a text, and whether it matches somewhere.
private struct Trial: Sendable, CustomTestStringConvertible {
    var pattern: String
    var text: String
    var matches: Bool

    init(_ pattern: String, _ text: String, _ matches: Bool) {
        self.pattern = pattern
        self.text = text
        self.matches = matches
    }

    var testDescription: String { "\(pattern) \(text.prefix(20))" }
}

@Suite("The pattern that a typed answer must match")
struct TextPatternTests {
    private static func question(_ pattern: String) throws -> FormQuestion {
        let field = RSDInputFieldObject(identifier: "a", dataType: .base(.string))
        field.textFieldOptions = RSDTextFieldOptionsObject()
        field.textFieldOptions?.textValidator = pattern
        field.textFieldOptions?.invalidMessage = "No!"
        try field.validate()
        return FormQuestion(field, locale: Forms.locale)
    }

    private static func code(_ pattern: String, _ text: String) throws -> Int? {
        let question = try question(pattern)
        do throws(RSDInputFieldError) {
            _ = try question.answer(to: text, at: Forms.now)
            return nil
        } catch {
            return error.errorCode
        }
    }

    private static let trials = [
        Trial("^[a-z]+$", "abc", true), Trial("^[a-z]+$", "abC", false),
        Trial("b", "abc", true), Trial("^(?=.*\\d)(?=.*[A-Z]).{4,}$", "abC4", true),
        Trial("^(?=.*\\d)(?=.*[A-Z]).{4,}$", "abc4", false),
        Trial("^(\\w)\\1$", "aa", true), Trial("^(\\w)\\1$", "ab", false),
        // Letters are those of all scripts, and are counted as ICU does.
        Trial("^\\w+$", "Žofie", true), Trial("^\\d$", "٣", true), Trial("^.$", "é", true),
        Trial("^..$", "e\u{301}", true), Trial("^(?i)É$", "é", true),
        // These two escapes only ICU has; these ends of lines both.
        Trial("^\\u00e9$", "é", true), Trial("^\\U0001F600$", "😀", true),
        Trial("^[\\u00e0-\\u00ff]$", "é", true), Trial("^\\Q\\u00e9\\E$", "\\u00e9", true),
        Trial("^.$", "\u{2028}", false), Trial("^[[:alpha:]_-]+$", "a_b", true),
        Trial("^[\\[\\]]+$", "[]", true), Trial("^\\p{Lu}$", "Ä", true),
        Trial("\u{0}", "a\u{0}b", true),
    ]

    @Test("matches somewhere, as ICU would", arguments: trials)
    private func matches(trial: Trial) throws {
        #expect(try Self.code(trial.pattern, trial.text) == (trial.matches ? nil : -3))
    }

    @Test(
        "does not hold anybody up: it says who must fix it",
        arguments: [
            ("(a+)+$", String(repeating: "a", count: 40) + "!"),
            ("^(\\w+\\s?)+$", String(repeating: "abc ", count: 1000) + "!"),
            ("(a|aa)+$", String(repeating: "a", count: 4000) + "!"),
            ("(.*)*[xy]", String(repeating: "a", count: 4096)),
            ("((.+)\\2*)+[xy]$", String(repeating: "a", count: 4096)),
            ("^(?R)?a$", String(repeating: "a", count: 4096)),
        ]
    )
    func isBounded(pattern: String, text: String) throws {
        let question = try Self.question(pattern)
        let error = #expect(throws: RSDInputFieldError.self) {
            try question.answer(to: text, at: Forms.now)
        }
        #expect(error?.errorCode == -8)
        let message = try #require(error?.context.message)
        #expect(message.contains("'\(pattern)'") && message.contains("10000000 steps"))
    }

    @Test("judges the longest text, once from each of its letters")
    func judgesLongest() throws {
        let text = String(repeating: "1", count: 4096)
        #expect(try Self.code("\\d+[xy]", text) == -3)
        #expect(try Self.code("^(?:\\d\\s?)+$", text) == nil)
    }

    @Test(
        "is refused where it is written, if it is none, or says something else here",
        arguments: [
            ("(", "missing closing parenthesis, after 1 letters"), ("a{2,1}", "after 5 letters"),
            ("[a-z&&[^aeiou]]", "'&&'"), ("[a--b]", "'--'"), ("[[a-z][0-9]]", "within sets"),
            ("\\N{DIGIT ONE}", "after"), ("\\C", "after"), ("é(", "after 2 letters"),
        ]
    )
    func isRefused(pattern: String, reason: String) throws {
        let quoted = pattern.replacing("\\", with: "\\\\")
        let error = #expect(throws: RSDTaskFileError.self) {
            try Forms.field(
                type: "string",
                #""textFieldOptions":{"textValidator":"\#(quoted)"}"#
            )
        }
        #expect(error?.path.description == "textFieldOptions.textValidator")
        #expect(error?.what.contains(reason) == true, "\(error?.what ?? "")")
        #expect(error?.what.contains("'\(pattern)'") == true)
        let made = #expect(throws: RSDValidationError.self) { try Self.question(pattern) }
        #expect(made?.faults.map(\.path.description) == ["textFieldOptions.textValidator"])
    }

    @Test("lets no answer through while it is none")
    func isNoneInCode() {
        let field = RSDInputFieldObject(identifier: "a", dataType: .base(.string))
        field.textFieldOptions = RSDTextFieldOptionsObject()
        field.textFieldOptions?.textValidator = "("
        let question = FormQuestion(field, locale: Forms.locale)
        let error = #expect(throws: RSDInputFieldError.self) {
            try question.answer(to: "x", at: Forms.now)
        }
        #expect(error?.errorCode == -8)
        #expect(error?.description.contains("a: ") == true)
    }

    @Test("is compiled once, and is the same for whoever tries it at once")
    func isShared() async throws {
        let field = try #require(
            try Forms.field(
                type: "string",
                #""textFieldOptions":{"textValidator":"^(\\w+)-\\1$"}"#
            ) as? RSDInputFieldObject
        )
        let options = try #require(field.textFieldOptions)
        var copy = options
        copy.maximumLength = 9
        #expect(try options.compiled === copy.compiled)
        let question = FormQuestion(field, locale: Forms.locale)
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                group.addTask {
                    let text = "n\(index)-n\(index)"
                    return (try? question.answer(to: text, at: Forms.now)) == .string(text)
                        && (try? question.answer(to: text + "x", at: Forms.now)) == nil
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        copy.textValidator = "b"
        #expect(try options.compiled !== copy.compiled)
        #expect(options != copy)
    }
}

extension RSDTextFieldOptionsObject {
    fileprivate var compiled: TextPattern {
        get throws { try #require(pattern).get() }
    }
}
