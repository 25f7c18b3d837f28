// Compares an answer with the value that a survey rule gives. The value is JSON, which has fewer types than answers: a
// date is text, a fraction may be text, and a number may be whole or not.

internal import FoundationEssentials
internal import Timebase

/// Compares answers.
struct AnswerComparison {
    /// The time zone of days and times of day; `nil` for that of this machine.
    ///
    /// It must be the zone in which the answers were read: a typed day is stored as its midnight in that zone, which
    /// can belong to another day in other zones.
    let offset: UTCOffset?

    /// Decimals that differ by no more than this are equal.
    static let tolerance = 1e-5

    /// True if the comparison of the answer with the given value holds.
    ///
    /// A missing answer only satisfies `skip` and `always`: it is neither equal nor unequal to anything.
    func holds(
        _ ruleOperator: RSDSurveyRuleOperator,
        for answer: AnswerValue?,
        and given: JSONValue?
    ) -> Bool {
        let answer = answer == .codable(.null) ? nil : answer
        switch ruleOperator {
        case .always:
            return true
        case .skip:
            return answer == nil
        case .equal:
            return both(answer, given, areEqual)
        case .notEqual:
            return both(answer, given) { !areEqual($0, $1) }
        case .otherThan:
            return both(answer, given, haveNothingInCommon)
        case .lessThan:
            return both(answer, given) { order($0, $1) == .ascending }
        case .greaterThan:
            return both(answer, given) { order($0, $1) == .descending }
        case .lessThanEqual:
            return both(answer, given) { [.ascending, .same].contains(order($0, $1)) }
        case .greaterThanEqual:
            return both(answer, given) { [.descending, .same].contains(order($0, $1)) }
        }
    }

    /// True if a given value can be compared with an answer that is a number.
    static func isNumber(_ given: JSONValue) -> Bool { number(given) != nil }

    private func both(
        _ answer: AnswerValue?,
        _ given: JSONValue?,
        _ judge: (AnswerValue, JSONValue) -> Bool
    ) -> Bool {
        guard let answer, let given else { return false }
        return judge(answer, given)
    }

    /// Several choices are equal if they are the same in any order.
    private func areEqual(_ answer: AnswerValue, _ given: JSONValue) -> Bool {
        guard let elements = Self.elements(of: answer) else {
            if case .dictionary(let parts) = answer { return areEqual(parts, given) }
            return order(answer, given) == .same
        }
        let others = Self.elements(of: given)
        return elements.allSatisfy { element in others.contains { order(element, $0) == .same } }
            && others.allSatisfy { other in elements.contains { order($0, other) == .same } }
    }

    private func areEqual(_ parts: [String: AnswerValue], _ given: JSONValue) -> Bool {
        guard case .object(let others) = given, others.count == parts.count else { return false }
        return parts.allSatisfy { key, part in others[key].map { areEqual(part, $0) } ?? false }
    }

    private func haveNothingInCommon(_ answer: AnswerValue, _ given: JSONValue) -> Bool {
        let others = Self.elements(of: given)
        return !(Self.elements(of: answer) ?? [answer]).contains { element in
            others.contains { areEqual(element, $0) }
        }
    }

    private static func elements(of answer: AnswerValue) -> [AnswerValue]? {
        switch answer {
        case .array(let elements): elements
        case .codable(.array(let elements)): elements.map(AnswerValue.codable)
        case .boolean, .integer, .decimal, .string, .date, .data, .codable, .dictionary: nil
        }
    }

    private static func elements(of given: JSONValue) -> [JSONValue] {
        if case .array(let elements) = given { return elements }
        return [given]
    }
}

extension AnswerComparison {
    /// The order of two values.
    private enum Order {
        case ascending, same, descending
        /// They differ, but neither comes first.
        case none

        init<Value: Comparable>(_ first: Value, _ second: Value) {
            self = first < second ? .ascending : first > second ? .descending : .same
        }
    }

    private func order(_ answer: AnswerValue, _ given: JSONValue) -> Order {
        switch answer {
        case .boolean(let value):
            return given == .boolean(value) ? .same : .none
        case .integer(let value):
            if case .integer(let other) = given { return Order(Int64(value), other) }
            return order(Double(value), given)
        case .decimal(let value):
            return order(value, given)
        case .string(let value):
            return order(value, given)
        case .date(let value):
            guard case .string(let text) = given else { return .none }
            return order(value, text)
        case .data(let value):
            return given == .string(value.base64EncodedString()) ? .same : .none
        case .codable(let value):
            return order(value, given)
        case .array, .dictionary:
            return .none
        }
    }

    private func order(_ value: JSONValue, _ given: JSONValue) -> Order {
        switch value {
        case .integer(let value): order(.integer(Int(value)), given)
        case .unsigned(let value): order(Double(value), given)
        case .number(let value): order(value, given)
        case .string(let value): order(value, given)
        case .null, .boolean, .object: value == given ? .same : .none
        case .array: .none
        }
    }

    private func order(_ value: Double, _ given: JSONValue) -> Order {
        guard let other = Self.number(given) else { return .none }
        if (value - other).magnitude <= Self.tolerance { return .same }
        guard !value.isNaN, !other.isNaN else { return .none }
        return Order(value, other)
    }

    private func order(_ value: String, _ given: JSONValue) -> Order {
        if case .string(let other) = given {
            if let fraction = Self.fraction(value), Self.fraction(other) != nil {
                return order(fraction, given)
            }
            return Order(value, other)
        }
        return Self.fraction(value).map { order($0, given) } ?? .none
    }

    private static func number(_ value: JSONValue) -> Double? {
        switch value {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .number(let value): value
        case .string(let text): fraction(text)
        case .null, .boolean, .array, .object: nil
        }
    }

    /// Returns the value of a fraction such as `3/4`.
    private static func fraction(_ text: String) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let above = Double(parts[0]), let below = Double(parts[1]),
            below != 0
        else { return nil }
        return above / below
    }

    /// Compares a date with a text that gives an instant, a day or a time of day; ignores the rest of the date.
    private func order(_ value: Date, _ text: String) -> Order {
        if let moment = TimestampText.parse(text) {
            return order(
                value.timeIntervalSince1970,
                .number(Date(moment.instant).timeIntervalSince1970)
            )
        }
        guard let instant = WallInstant(nearest: value) else { return .none }
        let seconds = (offset ?? .local(at: instant)).asWritten.secondsFromGMT
        let local = value.addingTimeInterval(Double(seconds))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let fields: Set<Calendar.Component>
        let separator: Character
        if text.contains("-") {
            (fields, separator) = ([.year, .month, .day], "-")
        } else {
            (fields, separator) = ([.hour, .minute, .second], ":")
        }
        let given = text.split(separator: separator, omittingEmptySubsequences: false)
            .map { Int($0) }
        let numbers = given.compactMap { $0 }
        guard numbers.count == given.count, (2...3).contains(numbers.count) else { return .none }
        let parts = calendar.dateComponents(fields, from: local)
        let own =
            separator == "-"
            ? [parts.year, parts.month, parts.day] : [parts.hour, parts.minute, parts.second]
        for (part, number) in zip(own, numbers) {
            guard let part else { return .none }
            if part != number { return Order(part, number) }
        }
        return .same
    }
}
