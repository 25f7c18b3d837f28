import FoundationEssentials
import Research
import Testing

/// Every key that any question may have, by every type of question; what only some types may have is
/// in `FieldRow`.
@Suite("The keys of a question")
struct QuestionKeyTests {
    private static let words = RSDFactory().declared[.inputField].all

    private static let keys: [String] =
        [
            #""prompt":"p""#, #""promptDetail":"d""#, #""placeholder":"h""#, #""optional":true"#,
            #""optional":false"#,
        ] + hints.map { #""uiHint":"\#($0)""# } + options.map { #""textFieldOptions":{\#($0)}"# }
        + rules.map { #""surveyRules":[\#($0)]"# }

    private static let hints = """
        button checkbox combobox disclosureArrow link list multipleLine picker popover radioButton \
        section slider textfield toggle ownHint
        """.split(separator: " ")

    private static let options = [
        #""textValidator":"^[a-z]+$""#, #""invalidMessage":"m""#, #""maximumLength":9"#,
        #""isSecureTextEntry":true"#, #""autocapitalizationType":"words""#,
        #""autocorrectionType":"no""#, #""spellCheckingType":"yes""#, #""keyboardType":"default""#,
    ]

    private static let rules =
        [
            "", #"{"matchingAnswer":1,"skipToIdentifier":"z"}"#, #"{"matchingAnswer":"a"}"#,
            #"{"matchingAnswer":true,"cohort":"c"},{"ruleOperator":"de","cohort":"d"}"#,
        ]
        + RSDSurveyRuleOperator.allCases.map {
            #"{"matchingAnswer":1.5,"ruleOperator":"\#($0.rawValue)","skipToIdentifier":"z"}"#
        }

    @Test("are written as they were read, by every type", arguments: words.map(\.word))
    func roundTrips(word: String) throws {
        let words = try #require(RSDFactory().declared[.inputField].found(word)?.words)
        // A choice without a value is one of every type.
        let choices =
            #","choices":[{"text":"t"},{"text":"u","detail":"e","icon":"i","isExclusive":true}]"#
        let rest = words["choices"] != nil ? choices : ""
        for key in Self.keys {
            let text = #"{"identifier":"a","type":"\#(word)",\#(key)\#(rest)}"#
            let field = try #require(try Forms.field(text) as? any Encodable)
            let data = try Forms.factory.createJSONEncoder().encode(field)
            let written = try Forms.json(String(decoding: data, as: UTF8.self))
            #expect(try written.plain == Forms.json(text).plain)
        }
    }
}
