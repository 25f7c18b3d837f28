// Every type that a question may have, with its keys. The words are made of the cases: a new base type
// is declared for every choice of it, too.

extension RSDFormDataType {
    /// Every built-in type as files spell it, each choice with each base.
    static let spellings: [String] = {
        let bases = BaseType.allCases.map(\.rawValue)
        let sizes = MeasurementRange.allCases.map(\.rawValue)
        return bases + DateType.allCases.map(\.rawValue) + ["postalCode"]
            + withEndings(MeasurementType.allCases.map(\.rawValue), sizes)
            + withEndings(CollectionType.allCases.map(\.rawValue) + ["detail"], bases)
    }()

    private static func withEndings(_ words: [String], _ endings: [String]) -> [String] {
        words.flatMap { word in [word] + endings.map { "\(word).\($0)" } }
    }

    /// Whether only an app knows the type.
    var isCustom: Bool {
        if case .custom = self { true } else { false }
    }

    /// What may stand at a question's `range`, as `RangeCoding` reads it.
    var rangeShape: RSDKey.Shape {
        switch baseType {
        case .integer, .decimal, .fraction: .object(.numberRange)
        case .date: .object(.dateRange)
        case .duration: .object(.durationRange)
        case .year: .object(.yearRange)
        case .string, .boolean, .codable: .nothing("a question for a \(noun) has no range")
        }
    }

    private var noun: String {
        switch self {
        case .postalCode: "postal code"
        case .measurement(.bloodPressure, _): "blood pressure"
        case .base, .collection, .date, .measurement, .detail, .custom: baseType.rawValue
        }
    }

    /// What a question of the type asks for, in one sentence.
    fileprivate var sentence: String {
        switch self {
        case .base(let base): "A question for \(base.answer)."
        case .date(.timestamp): "A question for a date with its time of day."
        case .date(.dateOnly): "A question for a day of the calendar."
        case .date(.time): "A question for a time of day."
        case .measurement(let measurement, let range):
            "A question for \(measurement.answer) of \(range.person)."
        case .postalCode:
            "A question for a postal code, of which only what tells the region is kept."
        case .collection(.singleChoice, let base):
            "A question with choices of which one is taken; its answer is \(base.answer)."
        case .collection(.multipleChoice, let base):
            "A question with choices of which several can be taken; each is \(base.answer)."
        case .collection(.multipleComponent, let base):
            "A question with choices in columns, one of each is taken; each is \(base.answer)."
        case .detail: "A form of its own, which a row of this form opens."
        case .custom(let word, _): "A question of the app's own type '\(word)'."
        }
    }
}

extension RSDFormDataType.BaseType {
    fileprivate var answer: String {
        switch self {
        case .boolean: "yes or no"
        case .date: "a date"
        case .decimal: "a number"
        case .duration: "a duration"
        case .fraction: "a number that may be written as a fraction"
        case .integer: "a whole number"
        case .string: "a text"
        case .year: "a year"
        case .codable: "any JSON"
        }
    }
}

extension RSDFormDataType.MeasurementType {
    fileprivate var answer: String {
        switch self {
        case .height: "the height, in centimetres,"
        case .weight: "the weight, in kilograms,"
        case .bloodPressure: "the blood pressure, as '120/80',"
        }
    }
}

extension RSDFormDataType.MeasurementRange {
    fileprivate var person: String {
        switch self {
        case .adult: "an adult"
        case .child: "a child"
        case .infant: "an infant"
        }
    }
}

extension RSDDeclaration<any RSDInputField> {
    /// A question of a built-in type.
    ///
    /// - Parameter spelling: The type as files spell it, such as `singleChoice.integer`.
    /// - Returns: What reads it, and which keys it has.
    static func inputField(_ spelling: String) -> Self {
        let type = RSDFormDataType(rawValue: spelling)
        let word = RSDFormDataWord(rawValue: spelling)
        let keys = RSDKey.inputField(range: type.rangeShape)
        switch type {
        case .collection(.singleChoice, _), .collection(.multipleChoice, _):
            return Self(
                word,
                RSDChoiceInputFieldObject.self,
                type.sentence,
                keys: keys + RSDKey.choices
            )
        case .collection(.multipleComponent, _):
            return Self(
                word,
                RSDMultipleComponentInputFieldObject.self,
                type.sentence,
                keys: keys + RSDKey.columns
            )
        case .detail:
            return Self(
                word,
                RSDDetailInputFieldObject.self,
                type.sentence,
                keys: keys + RSDKey.detail
            )
        case .base, .date, .measurement, .postalCode, .custom:
            return Self(word, RSDInputFieldObject.self, type.sentence, keys: keys)
        }
    }
}
