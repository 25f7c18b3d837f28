// Reports ranges that are probably not what the author meant. Decoding already refuses bounds in the wrong order. These
// ranges can be decoded, but allow other answers than the intended ones, or no whole number at all.

internal import FoundationEssentials

extension StudyRule {
    /// Reports units, bounds, steps, decimal places and default dates of ranges that are probably mistakes.
    static let rangeBounds = StudyRule { study in
        study.questions.compactMap { question in
            let place = question.path.appending("range")
            return switch question.field.range {
            case let range as RSDNumberRangeObject:
                RangeBounds.fault(ofUnit: range.unit, on: question.field, at: place)
                    ?? RangeBounds.fault(
                        range.minimumValue,
                        range.maximumValue,
                        range.stepInterval,
                        isWhole: question.field.kind.answer == .integer,
                        at: place
                    )
                    ?? RangeBounds.fault(ofDigits: range.formatter?.maximumDigits, at: place)
            case let range as RSDDurationRangeObject:
                RangeBounds.fault(
                    range.minimumValue,
                    range.maximumValue,
                    range.stepInterval,
                    isWhole: false,
                    at: place
                )
            case let range as RSDDateRangeObject: RangeBounds.fault(in: range, at: place)
            default: nil
            }
        }
    }
}

/// Checks ranges that could be decoded.
private enum RangeBounds {
    static func fault(
        _ minimum: Double?,
        _ maximum: Double?,
        _ step: Double?,
        isWhole: Bool,
        at path: JSONPath
    ) -> RSDTaskFileFault? {
        guard let minimum, let maximum else { return nil }
        let (least, most) = (text(minimum), text(maximum))
        if isWhole, minimum.rounded(.up) > maximum {
            return RSDTaskFileFault(
                "no whole number lies between \(least) and \(most)",
                at: path.appending("maximumValue"),
                expected: "write other bounds, or let the type be decimal"
            )
        }
        guard let step, step > maximum - minimum, maximum > minimum else { return nil }
        return RSDTaskFileFault(
            "a step of \(text(step)) leaves only \(least) between \(least) and \(most)",
            at: path.appending("stepInterval"),
            expected: "write at most \(text(maximum - minimum))",
            isHarmless: true
        )
    }

    private static func text(_ number: Double) -> String {
        NumberText.text(number, maximumDigits: nil)
    }

    /// Reports a unit of a height or weight other than cm or kg, in which its answers and bounds are stored.
    static func fault(
        ofUnit unit: String?,
        on field: any RSDInputField,
        at path: JSONPath
    ) -> RSDTaskFileFault? {
        guard let unit, case .measurement(let measure, _) = field.dataType else { return nil }
        let own: String
        switch measure {
        case .height: own = "cm"
        case .weight: own = "kg"
        default: return nil
        }
        guard unit != own else { return nil }
        return RSDTaskFileFault(
            "a \(measure.rawValue) and its bounds are in \(own), not in '\(unit)'",
            at: path.appending("unit"),
            expected: "write the bounds in \(own), and leave the unit out",
            isHarmless: true
        )
    }

    static func fault(ofDigits digits: Int?, at path: JSONPath) -> RSDTaskFileFault? {
        guard let digits, digits < 0 else { return nil }
        return RSDTaskFileFault(
            "no number has \(digits) digits behind the point",
            at: path.appending("formatter").appending("maximumDigits"),
            expected: "write 0 for whole numbers, or leave the key out",
            isHarmless: true
        )
    }

    static func fault(in range: RSDDateRangeObject, at path: JSONPath) -> RSDTaskFileFault? {
        guard let date = range.defaultDate else { return nil }
        let bound: String
        if let minimum = range.minimumDate, date < minimum {
            bound = "before the minimumDate"
        } else if let maximum = range.maximumDate, date > maximum {
            bound = "after the maximumDate"
        } else {
            return nil
        }
        return RSDTaskFileFault(
            "the defaultDate lies \(bound)",
            at: path.appending("defaultDate"),
            expected: "write a date between the bounds",
            isHarmless: true
        )
    }
}
