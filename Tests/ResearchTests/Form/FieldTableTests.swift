import FoundationEssentials
import Research
import Testing

@Suite("A field of a task file")
struct FieldTableTests {
    @Test("decodes, and encodes to what it was", arguments: FieldRow.all)
    func roundTrips(row: FieldRow) throws {
        let more = row.keys.isEmpty ? "" : ",\(row.keys)"
        let text = #"{"identifier":"a","type":"\#(row.type)"\#(more)}"#
        let field = try Forms.field(text)
        try field.validate()
        #expect(field.dataType == RSDFormDataType(rawValue: row.type))
        let encodable = try #require(field as? any Encodable)
        let data = try Forms.factory.createJSONEncoder().encode(encodable)
        #expect(try Forms.json(String(decoding: data, as: UTF8.self)) == Forms.json(text))
    }

    @Test("has its hint, its rows, its section and its answer", arguments: FieldRow.all)
    func hasPlace(row: FieldRow) throws {
        let question = try Forms.question(row.type, row.keys)
        #expect(question.hint == row.hint)
        #expect(question.answerType.baseType == row.base)
        #expect(question.answerType.sequenceType == row.sequence)
        #expect(question.answerType.formDataType == RSDFormDataType(rawValue: row.type))
        let group = try #require(AnswerEditor([question]).groups.first)
        #expect(group.kind == row.kind)
        #expect(group.items.count == row.rows)
        #expect(group.requiresExclusiveSection == row.ownsSection)
        #expect(group.items.allSatisfy { $0.reuseIdentifier == row.hint.rawValue })
    }

    @Test("has a row here for every base type, collection, date and measurement")
    func isComplete() {
        let types = Set(FieldRow.all.map { RSDFormDataType(rawValue: $0.type) })
        for base in RSDFormDataType.BaseType.allCases {
            #expect(types.contains(.base(base)))
            #expect(types.contains(.collection(.singleChoice, base)))
        }
        for collection in RSDFormDataType.CollectionType.allCases {
            #expect(types.contains(.collection(collection, .string)))
        }
        for date in RSDFormDataType.DateType.allCases { #expect(types.contains(.date(date))) }
        for measurement in RSDFormDataType.MeasurementType.allCases {
            for range in RSDFormDataType.MeasurementRange.allCases {
                #expect(types.contains(.measurement(measurement, range)))
            }
        }
    }

    @Test(
        "says where it is wrong",
        arguments: [
            (#"{"identifier":"a","type":"string","range":{"minimumValue":1}}"#, "range"),
            (#"{"identifier":"a","type":"boolean","range":{}}"#, "range"),
            (#"{"identifier":"a","type":"codable","range":{}}"#, "range"),
            (#"{"identifier":"a","type":"singleChoice"}"#, "choices"),
            (#"{"identifier":"a","type":"singleChoice","choices":[1]}"#, "choices[0]"),
            (
                #"{"identifier":"a","type":"singleChoice.integer","choices":[1,{"value":"x"}]}"#,
                "choices[1].value"
            ),
            (
                #"{"identifier":"a","type":"integer","range":{"minimumValue":9,"maximumValue":1}}"#,
                "range.maximumValue"
            ),
            (
                #"{"identifier":"a","type":"integer","range":{"stepInterval":0}}"#,
                "range.stepInterval"
            ),
            (
                #"{"identifier":"a","type":"date","range":{"minimumDate":"soon"}}"#,
                "range.minimumDate"
            ),
            (
                #"{"identifier":"a","type":"date","range":{"codingFormat":"QQ"}}"#,
                "range.codingFormat"
            ),
            (
                #"{"identifier":"a","type":"date","range":{"codingFormat":"HHH"}}"#,
                "range.codingFormat"
            ),
            (
                #"{"identifier":"a","type":"date","range":{"minuteInterval":0}}"#,
                "range.minuteInterval"
            ),
            (
                #"{"identifier":"a","type":"string","textFieldOptions":{"textValidator":"["}}"#,
                "textFieldOptions.textValidator"
            ),
            (
                #"{"identifier":"a","type":"string","textFieldOptions":{"maximumLength":-1}}"#,
                "textFieldOptions.maximumLength"
            ),
            (
                #"{"identifier":"a","type":"string","surveyRules":[{"type":"nobody"}]}"#,
                "surveyRules[0].type"
            ),
        ]
    )
    func saysWhere(text: String, path: String) throws {
        let error = #expect(throws: (any Error).self) { try Forms.field(text) }
        var place = RSDTaskFileError(try #require(error)).path.description
        if place == "the root", "\(try #require(error))".contains(path) { place = path }
        #expect(place == path)
    }
}
