import FoundationEssentials
import Research
import Testing
import Timebase

@Suite("A survey rule")
struct SurveyRuleTests {
    typealias Operator = RSDSurveyRuleOperator

    /// The operators that hold when the answer comes before, is the same as, or comes after what
    /// the rule gives.
    private static let whenBefore: Set<Operator> = [
        .always, .notEqual, .otherThan, .lessThan, .lessThanEqual,
    ]
    private static let whenSame: Set<Operator> = [
        .always, .equal, .lessThanEqual, .greaterThanEqual,
    ]
    private static let whenAfter: Set<Operator> = [
        .always, .notEqual, .otherThan, .greaterThan, .greaterThanEqual,
    ]
    /// They differ, and have no order.
    private static let whenOther: Set<Operator> = [.always, .notEqual, .otherThan]

    private static func local(_ year: Int, _ month: Int, _ day: Int, _ hour: Int) throws -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        let parts = DateComponents(year: year, month: month, day: day, hour: hour, minute: 30)
        return try #require(calendar.date(from: parts))
    }

    private static let rows: [(AnswerValue?, JSONValue?, Set<Operator>)] = [
        (nil, nil, [.always, .skip]),
        (nil, .integer(3), [.always, .skip]),
        (.codable(.null), .integer(3), [.always, .skip]),
        (.integer(3), nil, [.always]),
        (.boolean(true), .boolean(true), whenSame),
        (.boolean(true), .boolean(false), whenOther),
        (.boolean(true), .string("true"), whenOther),
        (.integer(2), .integer(3), whenBefore),
        (.integer(3), .integer(3), whenSame),
        (.integer(4), .integer(3), whenAfter),
        (.integer(3), .number(3.5), whenBefore),
        (.integer(3), .number(3.000009), whenSame),
        (.integer(3), .string("3"), whenOther),
        (.decimal(1.5), .number(1.5), whenSame),
        (.decimal(1.5), .number(1.500009), whenSame),
        (.decimal(1.5), .number(1.50002), whenBefore),
        (.decimal(1.50002), .number(1.5), whenAfter),
        (.decimal(2), .integer(2), whenSame),
        (.decimal(.nan), .integer(2), whenOther),
        (.decimal(1e300), .unsigned(.max), whenAfter),
        (.string("a"), .string("b"), whenBefore),
        (.string("b"), .string("b"), whenSame),
        (.string("c"), .string("b"), whenAfter),
        (.string("b"), .integer(3), whenOther),
        (.string("3/4"), .string("6/8"), whenSame),
        (.string("1/2"), .number(0.75), whenBefore),
        (.decimal(0.5), .string("1/2"), whenSame),
        (.decimal(0.5), .string("1/0"), whenOther),
        (.data(Data([1, 2])), .string("AQI="), whenSame),
        (.data(Data([1, 2])), .string("AQM="), whenOther),
        (.codable(.integer(2)), .integer(3), whenBefore),
        (.codable(.string("b")), .string("b"), whenSame),
        (.codable(.boolean(true)), .boolean(true), whenSame),
        (.codable(.object(["a": .integer(1)])), .object(["a": .integer(1)]), whenSame),
        (.codable(.object(["a": .integer(1)])), .object([:]), whenOther),
        (.codable(.array([.integer(1)])), .array([.integer(1)]), [.always, .equal]),
        (
            .array([.integer(1), .integer(2)]), .array([.integer(2), .integer(1)]),
            [.always, .equal]
        ),
        (.array([.integer(1), .integer(2)]), .array([.integer(2)]), [.always, .notEqual]),
        (.array([.integer(2), .integer(4)]), .array([.integer(0), .integer(3)]), whenOther),
        (.array([.integer(3)]), .integer(3), [.always, .equal]),
        (.array([.integer(3), .integer(4)]), .integer(3), [.always, .notEqual]),
        (.array([]), .integer(3), whenOther),
        (.array([]), .array([]), [.always, .equal, .otherThan]),
        (.integer(3), .array([.integer(3), .integer(4)]), [.always, .notEqual]),
        (.dictionary(["h": .integer(1)]), .object(["h": .integer(1)]), [.always, .equal]),
        (.dictionary(["h": .integer(1)]), .object(["h": .integer(2)]), whenOther),
        (.dictionary(["h": .integer(1)]), .integer(1), whenOther),
    ]

    @Test("compares every type by every operator", arguments: rows)
    func compares(answer: AnswerValue?, given: JSONValue?, holding: Set<Operator>) {
        let result = Sample.answer("q", answer)
        for ruleOperator in Operator.allCases {
            let rule = RSDComparableSurveyRuleObject(
                matchingAnswer: given,
                ruleOperator: ruleOperator,
                skipToIdentifier: "there"
            )
            let expected = holding.contains(ruleOperator) ? "there" : nil
            #expect(rule.evaluateRule(with: result) == expected, "operator \(ruleOperator)")
        }
    }

    @Test("compares a date with a moment, a day or a time of day")
    func dates() throws {
        let date = try Self.local(2026, 11, 21, 10)
        let moment = Date(timeIntervalSince1970: 1_000_000_000)
        let rows: [(Date, String, Set<Operator>)] = [
            (date, "2026-11-21", Self.whenSame), (date, "2026-11-22", Self.whenBefore),
            (date, "2025-12-31", Self.whenAfter), (date, "10:30", Self.whenSame),
            (date, "10:30:01", Self.whenBefore), (date, "09:59:59", Self.whenAfter),
            (moment, "2001-09-09T01:46:40.000Z", Self.whenSame),
            (moment, "2001-09-09T01:46:41.000Z", Self.whenBefore),
            (moment, "2001-09-09T03:46:39.000+02:00", Self.whenAfter),
            (date, "soon", Self.whenOther), (date, "10:xx", Self.whenOther),
            (date, "", Self.whenOther),
        ]
        for (date, text, holding) in rows {
            for ruleOperator in Operator.allCases {
                let rule = RSDComparableSurveyRuleObject(
                    matchingAnswer: .string(text),
                    ruleOperator: ruleOperator,
                    skipToIdentifier: "there"
                )
                let fires = rule.evaluateRule(with: Sample.answer("q", .date(date))) != nil
                #expect(fires == holding.contains(ruleOperator), "\(ruleOperator) \(text)")
            }
        }
    }

    @Test(
        "reads days and times of day in the time zone in which the factory reads answers",
        // No machine is in both time zones.
        arguments: [50_400, -39_600]
    )
    func timeZone(secondsFromGMT: Int) throws {
        let zone = UTCOffset(secondsFromGMT: secondsFromGMT, identifier: "far")
        let decoder = RSDFactory(writingDatesIn: zone).createJSONDecoder()
        func target(_ keys: String, localSecondsSince1970: Double) throws -> String? {
            let json = #"{\#(keys),"skipToIdentifier":"z"}"#
            let rule = try decoder.decode(CodedRule.self, from: Data(json.utf8)).value
            let date = Date(timeIntervalSince1970: localSecondsSince1970 - Double(secondsFromGMT))
            return rule.evaluateRule(with: Sample.answer("q", .date(date)))
        }
        let before10 = #""matchingAnswer":"10:00","ruleOperator":"lt""#
        #expect(try target(before10, localSecondsSince1970: 37_800) == nil)
        #expect(try target(before10, localSecondsSince1970: 34_200) == "z")
        let at1030 = #""matchingAnswer":"10:30""#
        #expect(try target(at1030, localSecondsSince1970: 37_800) == "z")
        let day = #""matchingAnswer":"1990-01-15""#
        #expect(try target(day, localSecondsSince1970: 632_361_600) == "z")
        #expect(try target(day, localSecondsSince1970: 632_361_599) == nil)
    }

    @Test("is for equality without an operator, and for a missing answer without a value")
    func usualOperator() {
        let equal = RSDComparableSurveyRuleObject(matchingAnswer: .integer(3))
        #expect(equal.evaluateRule(with: Sample.answer("q", .integer(3))) == "exit")
        #expect(equal.evaluateRule(with: Sample.answer("q", .integer(4))) == nil)
        let missing = RSDComparableSurveyRuleObject(skipToIdentifier: "z")
        #expect(missing.evaluateRule(with: Sample.answer("q", nil)) == "z")
        #expect(missing.evaluateRule(with: nil) == "z")
        #expect(missing.evaluateRule(with: Sample.answer("q", .integer(4))) == nil)
    }

    @Test("puts into a cohort, or takes out of it, and does not lead anywhere for that alone")
    func cohorts() {
        var rule = RSDComparableSurveyRuleObject(matchingAnswer: .integer(3), cohort: "three")
        let match = Sample.answer("q", .integer(3))
        #expect(rule.evaluateRule(with: match) == nil)
        #expect(rule.evaluateCohorts(with: match) == CohortChange(added: ["three"]))
        #expect(rule.evaluateCohorts(with: nil) == CohortChange(removed: ["three"]))
        rule.skipToIdentifier = "z"
        #expect(rule.evaluateRule(with: match) == "z")
        rule.cohort = nil
        #expect(rule.evaluateCohorts(with: match) == CohortChange())
    }

    @Test(
        "survives being written and read",
        arguments: [
            #"{"matchingAnswer":3,"skipToIdentifier":"z"}"#,
            #"{"matchingAnswer":["a","b"],"ruleOperator":"ot","skipToIdentifier":"z"}"#,
            #"{"cohort":"c","ruleOperator":"always"}"#, #"{"ruleOperator":"de"}"#,
            #"{"skipToIdentifier":"z"}"#, #"{"cohort":"c"}"#,
            #"{"matchingAnswer":1.5,"ruleOperator":"lt","skipToIdentifier":"z"}"#,
        ]
            + ["eq", "ne", "lt", "gt", "le", "ge", "ot"].map {
                #"{"cohort":"c","matchingAnswer":true,"ruleOperator":"\#($0)","skipToIdentifier":"z"}"#
            }
    )
    func roundTrip(json: String) throws {
        let factory = RSDFactory()
        let rule = try factory.createJSONDecoder().decode(CodedRule.self, from: Data(json.utf8))
        let encoder = factory.createJSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let object = try #require(rule.value as? RSDComparableSurveyRuleObject)
        #expect(String(decoding: try encoder.encode(object), as: UTF8.self) == json)
    }

    @Test(
        "is refused where it could never apply",
        arguments: [
            (#"{}"#, "says nothing"), (#"{"ruleOperator":"eq"}"#, "no matchingAnswer"),
            (#"{"ruleOperator":"lt","skipToIdentifier":"z"}"#, "no matchingAnswer"),
            (#"{"ruleOperator":"is","matchingAnswer":1}"#, "compares by 'is'"),
            (#"{"matchingAnswer":null}"#, "says nothing"),
        ]
    )
    func refused(json: String, what: String) {
        let error = #expect(throws: RSDTaskFileError.self) {
            let decoder = RSDFactory().createJSONDecoder()
            _ = try decoder.decode(CodedRule.self, from: Data(json.utf8))
        }
        #expect(error?.what.contains(what) == true)
        #expect(error?.remedy != nil)
    }
}

/// A rule that the factory decodes.
private struct CodedRule: Decodable {
    let value: any RSDSurveyRule

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeSurveyRule(from: decoder)
    }
}
