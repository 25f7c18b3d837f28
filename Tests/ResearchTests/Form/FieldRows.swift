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
        _ keys: String = "",
        _ hint: RSDFormUIHint,
        _ kind: RSDTableItemGroup.Kind = .field,
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

    static let bases = [
        FieldRow("boolean", .list, one, rows: 2, owns: true, .boolean),
        FieldRow("boolean", #""uiHint":"checkbox""#, .checkbox, .box, .boolean),
        FieldRow("boolean", #""uiHint":"radioButton""#, .radioButton, .box, .boolean),
        FieldRow("boolean", #""uiHint":"picker""#, .picker, owns: true, .boolean),
        FieldRow("boolean", #""uiHint":"toggle""#, .list, one, rows: 2, owns: true, .boolean),
        FieldRow("date", .picker, .date),
        FieldRow("date", #""uiHint":"textfield""#, .textfield, .date),
        FieldRow("timestamp", .picker, .date),
        FieldRow("dateOnly", .picker, .date),
        FieldRow("time", .picker, .date),
        FieldRow("decimal", .textfield, .decimal),
        FieldRow("decimal", #""uiHint":"slider""#, .textfield, .decimal),
        FieldRow("decimal", #""uiHint":"picker""#, .picker, .decimal),
        FieldRow("duration", .picker, .decimal),
        FieldRow("fraction", .textfield, .decimal),
        FieldRow("integer", .textfield, .integer),
        FieldRow("string", .textfield, .string),
        FieldRow("string", #""uiHint":"multipleLine""#, .multipleLine, .string),
        FieldRow("string", #""uiHint":"popover""#, .textfield, .string),
        FieldRow("year", .textfield, .integer),
        FieldRow("codable", .textfield, .codable),
        FieldRow("postalCode", .textfield, .string),
        FieldRow("tremor.left", .textfield, .codable),
        FieldRow("string.codable", .textfield, .codable),
    ]

    static let measures = [
        FieldRow("height", .picker, owns: true, .decimal),
        FieldRow("height.adult", .picker, owns: true, .decimal),
        FieldRow("height.child", .picker, owns: true, .decimal),
        FieldRow("height.infant", .picker, owns: true, .decimal),
        FieldRow("weight", #""uiHint":"textfield""#, .textfield, owns: true, .decimal),
        FieldRow("weight.child", .picker, owns: true, .decimal),
        FieldRow("weight.infant", .picker, owns: true, .decimal),
        FieldRow("bloodPressure", .picker, owns: true, .string),
        FieldRow("bloodPressure.child", .picker, owns: true, .string),
        FieldRow("bloodPressure.infant", .picker, owns: true, .string),
    ]

    static let choices = [
        FieldRow("singleChoice", words, .list, one, rows: 2, owns: true, .string),
        FieldRow(
            "singleChoice",
            #""uiHint":"radioButton",\#(words)"#,
            .radioButton,
            one,
            rows: 2,
            owns: true,
            .string
        ),
        FieldRow(
            "singleChoice",
            #""uiHint":"checkbox",\#(words)"#,
            .checkbox,
            one,
            rows: 2,
            owns: true,
            .string
        ),
        FieldRow("singleChoice", #""uiHint":"picker",\#(words)"#, .picker, owns: true, .string),
        FieldRow("singleChoice", #""uiHint":"button",\#(words)"#, .button, owns: true, .string),
        FieldRow(
            "singleChoice",
            #""uiHint":"slider",\#(words)"#,
            .list,
            one,
            rows: 2,
            owns: true,
            .string
        ),
        FieldRow("singleChoice.string", words, .list, one, rows: 2, owns: true, .string),
        FieldRow(
            "singleChoice.integer",
            #""choices":[{"value":1,"text":"One"},{"text":"None"}]"#,
            .list,
            one,
            rows: 2,
            owns: true,
            .integer
        ),
        FieldRow(
            "singleChoice.year",
            #""choices":[1990,2000]"#,
            .list,
            one,
            rows: 2,
            owns: true,
            .integer
        ),
        FieldRow(
            "singleChoice.decimal",
            #""choices":[0.5,{"value":2}]"#,
            .list,
            one,
            rows: 2,
            owns: true,
            .decimal
        ),
        FieldRow(
            "singleChoice.fraction",
            #""choices":[0.25,1]"#,
            .list,
            one,
            rows: 2,
            owns: true,
            .decimal
        ),
        FieldRow(
            "singleChoice.duration",
            #""choices":[60,120]"#,
            .list,
            one,
            rows: 2,
            owns: true,
            .decimal
        ),
        FieldRow(
            "singleChoice.boolean",
            #""choices":[{"value":true,"text":"Sure"},false]"#,
            .list,
            one,
            rows: 2,
            owns: true,
            .boolean
        ),
        FieldRow(
            "singleChoice.date",
            #""choices":["2026-11-21T12:00:00.000Z"]"#,
            .list,
            one,
            rows: 1,
            owns: true,
            .date
        ),
        FieldRow(
            "singleChoice.codable",
            #""choices":[{"value":{"x":1},"text":"X"},"y"]"#,
            .list,
            one,
            rows: 2,
            owns: true,
            .codable
        ),
        FieldRow("multipleChoice", words, .list, several, rows: 2, owns: true, .string, .array),
        FieldRow(
            "multipleChoice.integer",
            #""choices":[1,2,3]"#,
            .list,
            several,
            rows: 3,
            owns: true,
            .integer,
            .array
        ),
        FieldRow(
            "multipleChoice",
            #""uiHint":"picker",\#(words)"#,
            .picker,
            owns: true,
            .string,
            .array
        ),
        FieldRow(
            "multipleChoice",
            #""defaultAnswer":["red"],\#(words)"#,
            .list,
            several,
            rows: 2,
            owns: true,
            .string,
            .array
        ),
        FieldRow(
            "multipleComponent",
            #""choices":[["red","blue"],["dog"]],"separator":"-""#,
            .picker,
            .string,
            .array
        ),
        FieldRow("multipleComponent", #""choices":["red"]"#, .picker, .string, .array),
        FieldRow(
            "multipleComponent.integer",
            #""choices":[[1,2],[3]],"defaultAnswer":[1,3]"#,
            .picker,
            .integer,
            .array
        ),
        FieldRow(
            "detail",
            #""transitionStyle":"modal","inputFields":[{"identifier":"b","type":"string"}]"#,
            .button,
            .codable
        ),
        FieldRow("detail.string", .button, .string),
    ]

    static let ranges = [
        FieldRow(
            "integer",
            #""range":{"minimumValue":1,"maximumValue":9,"stepInterval":2,"unit":"cups"}"#,
            .textfield,
            .integer
        ),
        FieldRow(
            "decimal",
            #""range":{"minimumValue":0.5,"formatter":{"maximumDigits":2}}"#,
            .textfield,
            .decimal
        ),
        FieldRow("fraction", #""range":{"maximumValue":3}"#, .textfield, .decimal),
        FieldRow(
            "duration",
            #""range":{"minimumValue":5,"maximumValue":90,"unit":"min","durationUnits":["hr","min"]}"#,
            .picker,
            .decimal
        ),
        FieldRow("duration", #""range":{"stepInterval":15,"unit":"s"}"#, .picker, .decimal),
        FieldRow(
            "year",
            #""range":{"minimumValue":1900,"maximumValue":2026}"#,
            .textfield,
            .integer
        ),
        FieldRow(
            "year",
            #""range":{"minimumDate":"1900","allowFuture":false}"#,
            .textfield,
            .integer
        ),
        FieldRow(
            "date",
            #""range":{"minimumDate":"1900-01-01","maximumDate":"2030-01-01","codingFormat":"yyyy-MM-dd"}"#,
            .picker,
            .date
        ),
        FieldRow(
            "date",
            #""range":{"minimumDate":"2000-02","codingFormat":"MM/yyyy","defaultDate":"05/2010"}"#,
            .picker,
            .date
        ),
        FieldRow(
            "dateOnly",
            #""range":{"allowFuture":false,"allowPast":true}"#,
            .picker,
            .date
        ),
        FieldRow(
            "time",
            #""range":{"minimumDate":"08:00","minuteInterval":15}"#,
            .picker,
            .date
        ),
        FieldRow(
            "timestamp",
            #""range":{"maximumDate":"2030-01-01T00:00:00.000-05:00"}"#,
            .picker,
            .date
        ),
    ]

    static let others = [
        FieldRow(
            "string",
            #""prompt":"p","promptDetail":"d","placeholder":"h","optional":true"#,
            .textfield,
            .string
        ),
        FieldRow("string", #""optional":false"#, .textfield, .string),
        FieldRow(
            "singleChoice",
            #""optional":false,"choices":["a"]"#,
            .list,
            one,
            owns: true,
            .string
        ),
        FieldRow(
            "string",
            #""textFieldOptions":{"textValidator":"^[a-z]+$","invalidMessage":"m","maximumLength":9,"#
                + #""isSecureTextEntry":true,"autocapitalizationType":"words","#
                + #""autocorrectionType":"no","spellCheckingType":"yes","keyboardType":"default"}"#,
            .textfield,
            .string
        ),
    ]

    static let all = bases + measures + choices + ranges + others
}
