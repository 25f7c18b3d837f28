// Every type of field, by every hint that changes it, with every kind of range.

import Research
import Testing

/// A field of a file, and what becomes of it in a table.
struct FieldRow: Sendable, CustomTestStringConvertible {
    var type: String
    var keys: String
    var hint: RSDFormUIHint
    var kind: RSDTableItemGroup.Kind
    var rows: Int
    /// Whether its section is its own when it stands first.
    var ownsSection: Bool
    var base: RSDAnswerResultType.BaseType
    var sequence: RSDAnswerResultType.SequenceType?

    init(
        _ type: String,
        keys: String = "",
        _ hint: RSDFormUIHint,
        kind: RSDTableItemGroup.Kind = .field,
        rows: Int = 1,
        owns: Bool = false,
        _ base: RSDAnswerResultType.BaseType,
        _ sequence: RSDAnswerResultType.SequenceType? = nil
    ) {
        self.type = type
        self.keys = keys
        self.hint = hint
        self.kind = kind
        self.rows = rows
        ownsSection = owns
        self.base = base
        self.sequence = sequence
    }

    var testDescription: String { "\(type) \(keys)" }

    static let one = RSDTableItemGroup.Kind.choices(allowsSeveral: false)
    static let several = RSDTableItemGroup.Kind.choices(allowsSeveral: true)
    private static let words = #""choices":["red",{"value":"b","text":"Blue","isExclusive":true}]"#

    static let bases: [FieldRow] = [
        FieldRow("boolean", .list, kind: one, rows: 2, owns: true, .boolean),
        FieldRow("boolean", keys: #""uiHint":"checkbox""#, .checkbox, kind: .box, .boolean),
        FieldRow("boolean", keys: #""uiHint":"radioButton""#, .radioButton, kind: .box, .boolean),
        FieldRow("boolean", keys: #""uiHint":"picker""#, .picker, owns: true, .boolean),
        FieldRow(
            "boolean",
            keys: #""uiHint":"toggle""#,
            .list,
            kind: one,
            rows: 2,
            owns: true,
            .boolean
        ),
        FieldRow("date", .picker, .date),
        FieldRow("date", keys: #""uiHint":"textfield""#, .textfield, .date),
        FieldRow("timestamp", .picker, .date),
        FieldRow("dateOnly", .picker, .date),
        FieldRow("time", .picker, .date),
        FieldRow("decimal", .textfield, .decimal),
        FieldRow("decimal", keys: #""uiHint":"slider""#, .textfield, .decimal),
        FieldRow("decimal", keys: #""uiHint":"picker""#, .picker, .decimal),
        FieldRow("duration", .picker, .decimal),
        FieldRow("fraction", .textfield, .decimal),
        FieldRow("integer", .textfield, .integer),
        FieldRow("string", .textfield, .string),
        FieldRow("string", keys: #""uiHint":"multipleLine""#, .multipleLine, .string),
        FieldRow("string", keys: #""uiHint":"popover""#, .textfield, .string),
        FieldRow("year", .textfield, .integer),
        FieldRow("codable", .textfield, .codable),
        FieldRow("postalCode", .textfield, .string),
        FieldRow("tremor.left", .textfield, .codable),
        FieldRow("string.codable", .textfield, .codable),
    ]

    static let measures: [FieldRow] = [
        FieldRow("height", .picker, owns: true, .decimal),
        FieldRow("height.adult", .picker, owns: true, .decimal),
        FieldRow("height.child", .picker, owns: true, .decimal),
        FieldRow("height.infant", .picker, owns: true, .decimal),
        FieldRow("weight", keys: #""uiHint":"textfield""#, .textfield, owns: true, .decimal),
        FieldRow("weight.child", .picker, owns: true, .decimal),
        FieldRow("weight.infant", .picker, owns: true, .decimal),
        FieldRow("bloodPressure", .picker, owns: true, .string),
        FieldRow("bloodPressure.child", .picker, owns: true, .string),
        FieldRow("bloodPressure.infant", .picker, owns: true, .string),
    ]

    static let choices: [FieldRow] = [
        FieldRow("singleChoice", keys: words, .list, kind: one, rows: 2, owns: true, .string),
        FieldRow(
            "singleChoice",
            keys: #""uiHint":"radioButton",\#(words)"#,
            .radioButton,
            kind: one,
            rows: 2,
            owns: true,
            .string
        ),
        FieldRow(
            "singleChoice",
            keys: #""uiHint":"checkbox",\#(words)"#,
            .checkbox,
            kind: one,
            rows: 2,
            owns: true,
            .string
        ),
        FieldRow(
            "singleChoice",
            keys: #""uiHint":"picker",\#(words)"#,
            .picker,
            owns: true,
            .string
        ),
        FieldRow(
            "singleChoice",
            keys: #""uiHint":"button",\#(words)"#,
            .list,
            kind: one,
            rows: 2,
            owns: true,
            .string
        ),
        FieldRow(
            "singleChoice",
            keys: #""uiHint":"slider",\#(words)"#,
            .list,
            kind: one,
            rows: 2,
            owns: true,
            .string
        ),
        FieldRow(
            "singleChoice.string",
            keys: words,
            .list,
            kind: one,
            rows: 2,
            owns: true,
            .string
        ),
        FieldRow(
            "singleChoice.integer",
            keys: #""choices":[{"value":1,"text":"One"},{"text":"None"}]"#,
            .list,
            kind: one,
            rows: 2,
            owns: true,
            .integer
        ),
        FieldRow(
            "singleChoice.year",
            keys: #""choices":[1990,2000]"#,
            .list,
            kind: one,
            rows: 2,
            owns: true,
            .integer
        ),
        FieldRow(
            "singleChoice.decimal",
            keys: #""choices":[0.5,{"value":2}]"#,
            .list,
            kind: one,
            rows: 2,
            owns: true,
            .decimal
        ),
        FieldRow(
            "singleChoice.fraction",
            keys: #""choices":[0.25,1]"#,
            .list,
            kind: one,
            rows: 2,
            owns: true,
            .decimal
        ),
        FieldRow(
            "singleChoice.duration",
            keys: #""choices":[60,120]"#,
            .list,
            kind: one,
            rows: 2,
            owns: true,
            .decimal
        ),
        FieldRow(
            "singleChoice.boolean",
            keys: #""choices":[{"value":true,"text":"Sure"},false]"#,
            .list,
            kind: one,
            rows: 2,
            owns: true,
            .boolean
        ),
        FieldRow(
            "singleChoice.date",
            keys: #""choices":["2026-11-21T12:00:00.000Z"]"#,
            .list,
            kind: one,
            rows: 1,
            owns: true,
            .date
        ),
        FieldRow(
            "singleChoice.codable",
            keys: #""choices":[{"value":{"x":1},"text":"X"},"y"]"#,
            .list,
            kind: one,
            rows: 2,
            owns: true,
            .codable
        ),
        FieldRow(
            "multipleChoice",
            keys: words,
            .list,
            kind: several,
            rows: 2,
            owns: true,
            .string,
            .array
        ),
        FieldRow(
            "multipleChoice.integer",
            keys: #""choices":[1,2,3]"#,
            .list,
            kind: several,
            rows: 3,
            owns: true,
            .integer,
            .array
        ),
        FieldRow(
            "multipleChoice",
            keys: #""uiHint":"picker",\#(words)"#,
            .list,
            kind: several,
            rows: 2,
            owns: true,
            .string,
            .array
        ),
        FieldRow(
            "multipleChoice",
            keys: #""defaultAnswer":["red"],\#(words)"#,
            .list,
            kind: several,
            rows: 2,
            owns: true,
            .string,
            .array
        ),
        FieldRow(
            "multipleComponent",
            keys: #""choices":[["red","blue"],["dog"]],"separator":"-""#,
            .picker,
            .string,
            .array
        ),
        FieldRow("multipleComponent", keys: #""choices":["red"]"#, .picker, .string, .array),
        FieldRow(
            "multipleComponent.integer",
            keys: #""choices":[[1,2],[3]],"defaultAnswer":[1,3]"#,
            .picker,
            .integer,
            .array
        ),
        FieldRow(
            "detail",
            keys: #""transitionStyle":"modal","inputFields":[{"identifier":"b","type":"string"},"#
                + #"{"identifier":"c","type":"string"}]"#,
            .button,
            .codable
        ),
        FieldRow("detail.string", .button, .string),
    ]

    static let ranges: [FieldRow] = [
        FieldRow(
            "integer",
            keys: #""range":{"minimumValue":1,"maximumValue":9,"stepInterval":2,"unit":"cups"}"#,
            .textfield,
            .integer
        ),
        FieldRow(
            "decimal",
            keys: #""range":{"minimumValue":0.5,"formatter":{"maximumDigits":2}}"#,
            .textfield,
            .decimal
        ),
        FieldRow("fraction", keys: #""range":{"maximumValue":3}"#, .textfield, .decimal),
        FieldRow(
            "duration",
            keys:
                #""range":{"minimumValue":5,"maximumValue":90,"unit":"min","durationUnits":["hr","min"]}"#,
            .picker,
            .decimal
        ),
        FieldRow("duration", keys: #""range":{"stepInterval":15,"unit":"s"}"#, .picker, .decimal),
        FieldRow(
            "year",
            keys: #""range":{"minimumValue":1900,"maximumValue":2026}"#,
            .textfield,
            .integer
        ),
        FieldRow(
            "year",
            keys: #""range":{"minimumDate":"1900","allowFuture":false}"#,
            .textfield,
            .integer
        ),
        FieldRow(
            "date",
            keys:
                #""range":{"minimumDate":"1900-01-01","maximumDate":"2030-01-01","codingFormat":"yyyy-MM-dd"}"#,
            .picker,
            .date
        ),
        FieldRow(
            "date",
            keys:
                #""range":{"minimumDate":"2000-02","codingFormat":"MM/yyyy","defaultDate":"05/2010"}"#,
            .picker,
            .date
        ),
        FieldRow(
            "dateOnly",
            keys: #""range":{"allowFuture":false,"allowPast":true}"#,
            .picker,
            .date
        ),
        FieldRow(
            "time",
            keys: #""range":{"minimumDate":"08:00","minuteInterval":15}"#,
            .picker,
            .date
        ),
        FieldRow(
            "timestamp",
            keys: #""range":{"maximumDate":"2030-01-01T00:00:00.000-05:00"}"#,
            .picker,
            .date
        ),
    ]

    static let others: [FieldRow] = [
        FieldRow(
            "string",
            keys: #""prompt":"p","promptDetail":"d","placeholder":"h","optional":true"#,
            .textfield,
            .string
        ),
        FieldRow("string", keys: #""optional":false"#, .textfield, .string),
        FieldRow(
            "singleChoice",
            keys: #""optional":false,"choices":["a"]"#,
            .list,
            kind: one,
            owns: true,
            .string
        ),
        FieldRow(
            "string",
            keys:
                #""textFieldOptions":{"textValidator":"^[a-z]+$","invalidMessage":"m","maximumLength":9,"#
                + #""isSecureTextEntry":true,"autocapitalizationType":"words","#
                + #""autocorrectionType":"no","spellCheckingType":"yes","keyboardType":"default"}"#,
            .textfield,
            .string
        ),
    ]

    static let all = bases + measures + choices + ranges + others
}
