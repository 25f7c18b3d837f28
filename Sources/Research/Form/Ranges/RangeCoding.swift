// Decodes a range as the kind of question demands, and refuses a range that allows no answer.

enum RangeCoding {
    /// Decodes the range of a question.
    static func decode(
        from decoder: any Decoder,
        of kind: RSDFieldKind,
        for type: RSDFormDataType
    ) throws -> any RSDRange {
        guard let decode = kind.range.decode else {
            throw decoder.fault(
                "a question of the type '\(type.rawValue)' has no range",
                remedy: "leave 'range' out, or ask for a number, a date, a duration or a year"
            )
        }
        return try checked(decode(decoder), decoder)
    }

    private static func checked(
        _ range: any RSDRange,
        _ decoder: any Decoder
    ) throws -> any RSDRange {
        if let fault = fault(in: range) {
            throw decoder.fault(fault.what, at: fault.key, remedy: fault.remedy)
        }
        return range
    }

    /// Returns what is wrong with a range; `nil` if it is valid.
    static func fault(in range: any RSDRange) -> (what: String, key: String, remedy: String)? {
        switch range {
        case let range as RSDNumberRangeObject:
            number(range.minimumValue, range.maximumValue, range.stepInterval)
        case let range as RSDDurationRangeObject:
            number(range.minimumValue, range.maximumValue, range.stepInterval)
        case let range as RSDDateRangeObject: dates(range)
        default: nil
        }
    }

    private static func number(
        _ minimum: Double?,
        _ maximum: Double?,
        _ step: Double?
    ) -> (what: String, key: String, remedy: String)? {
        for (key, bound) in [("minimumValue", minimum), ("maximumValue", maximum)] {
            if let bound, !bound.isFinite {
                return ("\(bound) is no bound", key, "give a number, or leave the key out")
            }
        }
        if let minimum, let maximum, minimum > maximum {
            return (
                "no number is at least \(minimum) and at most \(maximum)", "maximumValue",
                "exchange the bounds"
            )
        }
        if let step, !(step > 0 && step.isFinite) {
            return ("a step of \(step) leads nowhere", "stepInterval", "give one above 0")
        }
        return nil
    }

    private static func dates(
        _ range: RSDDateRangeObject
    ) -> (what: String, key: String, remedy: String)? {
        if let minimum = range.minimumDate, let maximum = range.maximumDate, minimum > maximum {
            if let pattern = range.pattern, pattern.hasTime, !pattern.hasDay {
                return (
                    "no time of one day lies between the bounds", "maximumDate",
                    "exchange them; a range over midnight is two, so leave the bounds out where both are meant"
                )
            }
            return ("no date lies between the bounds", "maximumDate", "exchange the bounds")
        }
        if range.allowFuture == false, range.allowPast == false {
            return ("no date is neither past nor ahead", "allowPast", "allow one of the two")
        }
        if let interval = range.minuteInterval, !(1...60).contains(interval) {
            return (
                "an interval of \(interval) minutes fits no hour", "minuteInterval", "give 1 to 60"
            )
        }
        return nil
    }
}
