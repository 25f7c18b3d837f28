// Forms out of a few words of JSON.

import FoundationEssentials
import Research
import Testing
import Timebase

/// Any input field, at the root of a document.
struct AnyField: Codable {
    let value: any RSDInputField

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeInputField(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try #require(value as? any Encodable).encode(to: encoder)
    }
}

enum Forms {
    static let factory = RSDFactory(writingDatesIn: .utc)
    static let locale = AnswerLocale(offset: .utc)
    static let american = AnswerLocale(regionCode: "US", offset: .utc)
    /// The 21st of November 2026, at noon.
    static let now = Date(timeIntervalSince1970: 1_795_262_400)

    static func field(_ text: String) throws -> any RSDInputField {
        try factory.createJSONDecoder().decode(AnyField.self, from: Data(text.utf8)).value
    }

    /// A field of a type, with more keys.
    static func field(type: String, _ keys: String = "") throws -> any RSDInputField {
        let more = keys.isEmpty ? "" : ",\(keys)"
        return try field(#"{"identifier":"a","type":"\#(type)"\#(more)}"#)
    }

    static func question(
        _ type: String,
        _ keys: String = "",
        locale: AnswerLocale = locale
    ) throws -> FormQuestion {
        FormQuestion(try field(type: type, keys), locale: locale)
    }

    static func json(_ text: String) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    static func editor(
        _ fields: [any RSDInputField],
        footer: TableFooter = TableFooter(),
        previous: [any RSDAnswerResult] = [],
        stored: [String: AnswerValue] = [:]
    ) -> AnswerEditor {
        var editor = AnswerEditor(
            fields.map { FormQuestion($0, locale: locale) },
            footer: footer
        )
        editor.prefill(previous: previous, stored: stored, now: now)
        return editor
    }

    static func date(_ text: String) throws -> Date {
        try Date(#require(TimestampText.parse(text)).instant)
    }
}

extension AnswerEditor {
    /// Touches a row of the first section.
    mutating func touch(_ row: Int, section: Int = 0) throws -> Change {
        try select(at: IndexPath(row: row, section: section))
    }
}
