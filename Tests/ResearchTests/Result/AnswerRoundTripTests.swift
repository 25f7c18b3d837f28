import FoundationEssentials
import Research
import Testing
import Timebase

/// An answer of a type, and its JSON.
struct WrittenAnswer: Sendable, CustomTestStringConvertible {
    var type: RSDAnswerResultType
    var value: AnswerValue?
    /// The JSON of `value`; `nil` where the key is absent.
    var json: String?

    init(
        _ base: RSDAnswerResultType.BaseType,
        in sequence: RSDAnswerResultType.SequenceType? = nil,
        dateFormat: String? = nil,
        separator: String? = nil,
        _ value: AnswerValue?,
        _ json: String?
    ) {
        type = RSDAnswerResultType(baseType: base, sequenceType: sequence)
        type.dateFormat = dateFormat
        type.sequenceSeparator = separator
        self.value = value
        self.json = json
    }

    var testDescription: String { "\(type.baseType) \(json ?? "absent")" }

    var result: RSDAnswerResultObject {
        RSDAnswerResultObject(
            identifier: "a",
            answerType: type,
            value: value,
            startDate: SampleResults.begin,
            endDate: SampleResults.end,
            questionText: "Why?"
        )
    }
}

@Suite("Encoding and decoding an answer")
struct AnswerRoundTripTests {
    static let noon = Date(timeIntervalSince1970: 1_795_262_400)
    static let day = Date(timeIntervalSince1970: 642_470_400)
    static let half = Date(timeIntervalSince1970: 30_600)

    static let singles: [WrittenAnswer] = [
        WrittenAnswer(.boolean, .boolean(true), "true"),
        WrittenAnswer(.boolean, .boolean(false), "false"),
        WrittenAnswer(.integer, .integer(-7), "-7"),
        WrittenAnswer(.integer, .integer(.max), "9223372036854775807"),
        WrittenAnswer(.decimal, .decimal(0.1), "0.1"),
        WrittenAnswer(.decimal, .decimal(3), "3"),
        WrittenAnswer(.decimal, .decimal(.infinity), #""Infinity""#),
        WrittenAnswer(.decimal, .decimal(-.infinity), #""-Infinity""#),
        WrittenAnswer(.string, .string(""), #""""#),
        WrittenAnswer(.string, .string("120/80"), #""120/80""#),
        WrittenAnswer(.data, .data(Data([0, 255, 16])), #""AP8Q""#),
        WrittenAnswer(.date, .date(noon), #""2026-11-21T12:00:00.000Z""#),
        WrittenAnswer(.date, dateFormat: "yyyy-MM-dd", .date(day), #""1990-05-12""#),
        WrittenAnswer(.date, dateFormat: "HH:mm:ss", .date(half), #""08:30:00""#),
        WrittenAnswer(.date, dateFormat: "MMMM d, yyyy", .date(day), #""May 12, 1990""#),
        WrittenAnswer(.date, dateFormat: "h:mm a", .date(half), #""8:30 AM""#),
        WrittenAnswer(.date, dateFormat: "QQQ", .date(noon), #""2026-11-21T12:00:00.000Z""#),
        WrittenAnswer(.codable, .codable(.object(["x": .number(0.5)])), #"{"x":0.5}"#),
        WrittenAnswer(.codable, .codable(.null), "null"),
        WrittenAnswer(.string, nil, nil),
    ]

    static let sequences: [WrittenAnswer] = [
        WrittenAnswer(.boolean, in: .array, .array([.boolean(true)]), "[true]"),
        WrittenAnswer(.integer, in: .array, .array([.integer(1), .integer(2)]), "[1,2]"),
        WrittenAnswer(.decimal, in: .array, .array([.decimal(1), .decimal(0.5)]), "[1,0.5]"),
        WrittenAnswer(.string, in: .array, .array([]), "[]"),
        WrittenAnswer(.string, in: .array, .array([.string("a"), .string("b")]), #"["a","b"]"#),
        WrittenAnswer(.data, in: .array, .array([.data(Data([1]))]), #"["AQ=="]"#),
        WrittenAnswer(.date, in: .array, .array([.date(noon)]), #"["2026-11-21T12:00:00.000Z"]"#),
        WrittenAnswer(.codable, in: .array, .array([.codable(.null)]), "[null]"),
        WrittenAnswer(
            .boolean,
            in: .dictionary,
            .dictionary(["k": .boolean(false)]),
            #"{"k":false}"#
        ),
        WrittenAnswer(.integer, in: .dictionary, .dictionary(["k": .integer(4)]), #"{"k":4}"#),
        WrittenAnswer(.decimal, in: .dictionary, .dictionary(["k": .decimal(2)]), #"{"k":2}"#),
        WrittenAnswer(.string, in: .dictionary, .dictionary([:]), "{}"),
        WrittenAnswer(.data, in: .dictionary, .dictionary(["k": .data(Data())]), #"{"k":""}"#),
        WrittenAnswer(
            .date,
            in: .dictionary,
            dateFormat: "yyyy-MM-dd",
            .dictionary(["k": .date(day)]),
            #"{"k":"1990-05-12"}"#
        ),
        WrittenAnswer(
            .codable,
            in: .dictionary,
            .dictionary(["k": .codable(.array([]))]),
            #"{"k":[]}"#
        ),
    ]

    static let joined: [WrittenAnswer] = [
        WrittenAnswer(
            .string,
            in: .array,
            separator: "-",
            .array([.string("red"), .string("dog")]),
            #""red-dog""#
        ),
        WrittenAnswer(
            .integer,
            in: .array,
            separator: ", ",
            .array([.integer(1), .integer(-2)]),
            #""1, -2""#
        ),
        WrittenAnswer(
            .decimal,
            in: .array,
            separator: ";",
            .array([.decimal(0.5), .decimal(2)]),
            #""0.5;2.0""#
        ),
        WrittenAnswer(.string, in: .array, separator: "-", .array([.string("")]), #""""#),
        // Values that could not be separated again stay an array.
        WrittenAnswer(
            .string,
            in: .array,
            separator: "-",
            .array([.string("a-b"), .string("c")]),
            #"["a-b","c"]"#
        ),
        WrittenAnswer(
            .string,
            in: .array,
            separator: ",,",
            .array([.string("a,"), .string("b")]),
            #"["a,","b"]"#
        ),
        WrittenAnswer(.string, in: .array, separator: "-", .array([]), "[]"),
        WrittenAnswer(.string, in: .array, separator: "", .array([.string("ab")]), #"["ab"]"#),
    ]

    @Test("keeps the value, in the JSON form of its type", arguments: singles + sequences + joined)
    func isWhatItWas(answer: WrittenAnswer) throws {
        let factory = RSDFactory(writingDatesIn: .utc)
        let encoder = factory.createJSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let first = try encoder.encode(answer.result)
        let text = String(decoding: first, as: UTF8.self)
        if let json = answer.json {
            #expect(text.contains(#""value":\#(json)}"#))
        } else {
            #expect(!text.contains(#""value""#))
        }
        let read = try factory.createJSONDecoder().decode(AnyResult.self, from: first).value
        #expect(read as? RSDAnswerResultObject == answer.result)
        #expect(try encoder.encode(read) == first)
    }

    @Test("is tested for every kind of value and sequence")
    func isComplete() {
        let rows = Self.singles + Self.sequences
        for base in RSDAnswerResultType.BaseType.allCases {
            #expect(rows.contains { $0.type.baseType == base && $0.type.sequenceType == nil })
            for sequence in RSDAnswerResultType.SequenceType.allCases {
                #expect(
                    rows.contains {
                        $0.type.baseType == base && $0.type.sequenceType == sequence
                    }
                )
            }
        }
    }

    @Test("keeps all properties of the type")
    func keepsType() throws {
        var answer = WrittenAnswer(.decimal, .decimal(172.5), "172.5")
        answer.type.formDataType = .custom("tremor.left", .codable)
        answer.type.unit = "cm"
        answer.type.dateLocaleIdentifier = "en_US_POSIX"
        let factory = RSDFactory(writingDatesIn: .utc)
        let data = try factory.createJSONEncoder().encode(answer.result)
        let read = try factory.createJSONDecoder().decode(AnyResult.self, from: data).value
        #expect(read as? RSDAnswerResultObject == answer.result)
        #expect(String(decoding: data, as: UTF8.self).contains(#""tremor.left""#))
    }

    @Test(
        "keeps the spelling of the data type",
        arguments: [
            "height", "height.adult", "height.infant", "bloodPressure.adult", "singleChoice",
            "singleChoice.string", "multipleComponent.string", "detail", "detail.codable",
            "tremor.left",
        ]
    )
    func keepsSpelling(word: String) throws {
        let text = #"{"baseType":"decimal","formDataType":"\#(word)"}"#
        var type = try JSONDecoder().decode(RSDAnswerResultType.self, from: Data(text.utf8))
        #expect(type.formDataType == RSDFormDataType(rawValue: word))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(try String(decoding: encoder.encode(type), as: UTF8.self) == text)
        var made = RSDAnswerResultType(baseType: .decimal)
        made.formDataType = RSDFormDataType(rawValue: word)
        #expect(made == type && made.hashValue == type.hashValue)
        type.formDataType = .measurement(.weight, .child)
        #expect(try String(decoding: encoder.encode(type), as: UTF8.self).contains("weight.child"))
    }

    @Test("keeps the day in every time zone")
    func keepsDay() throws {
        let zone = UTCOffset(secondsFromGMT: -8 * 3600, identifier: "America/Los_Angeles")
        let there = RSDFactory(writingDatesIn: zone)
        var answer = WrittenAnswer(.date, dateFormat: "yyyy-MM-dd", nil, nil)
        answer.value = .date(Self.day.addingTimeInterval(8 * 3600))
        let data = try there.createJSONEncoder().encode(answer.result)
        let here = RSDFactory(writingDatesIn: .utc)
        let read = try here.createJSONDecoder().decode(RSDAnswerResultObject.self, from: data)
        #expect(read.value == .date(Self.day))
    }

    @Test(
        "refuses a value of another type",
        arguments: [
            WrittenAnswer(.integer, .string("x"), #""x""#),
            WrittenAnswer(.boolean, .integer(1), "1"),
            WrittenAnswer(.string, .integer(1), "1"),
            WrittenAnswer(.data, .string("%"), #""%""#),
            WrittenAnswer(.date, .string("soon"), #""soon""#),
            WrittenAnswer(.date, dateFormat: "yyyy-MM-dd", .string("1990-02-30"), #""1990-02-30""#),
            WrittenAnswer(.decimal, .string("much"), #""much""#),
            WrittenAnswer(.integer, in: .array, .integer(1), "1"),
            WrittenAnswer(.integer, in: .array, separator: "-", .string("1-x"), #""1-x""#),
            WrittenAnswer(.integer, in: .dictionary, .array([.integer(1)]), "[1]"),
        ]
    )
    func refuses(answer: WrittenAnswer) throws {
        let factory = RSDFactory(writingDatesIn: .utc)
        #expect(throws: EncodingError.self) {
            try factory.createJSONEncoder().encode(answer.result)
        }
        let sequence = answer.type.sequenceType.map { #","sequenceType":"\#($0.rawValue)""# } ?? ""
        let format = answer.type.dateFormat.map { #","dateFormat":"\#($0)""# } ?? ""
        let separator =
            answer.type.sequenceSeparator.map { #","sequenceSeparator":"\#($0)""# } ?? ""
        let type =
            #"{"baseType":"\#(answer.type.baseType.rawValue)"\#(sequence)\#(format)\#(separator)}"#
        let date = #""2026-11-21T10:15:00.123Z""#
        let text = #"""
            {"identifier":"a","type":"answer","startDate":\#(date),"endDate":\#(date),
            "answerType":\#(type),"value":\#(answer.json ?? "null")}
            """#
        let error = #expect(throws: DecodingError.self) {
            try factory.createJSONDecoder().decode(AnyResult.self, from: Data(text.utf8))
        }
        #expect("\(try #require(error))".contains("value"))
    }
}
