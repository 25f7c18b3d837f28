// The numbers and durations that a question allows.

/// Which numbers are allowed.
public struct RSDNumberRangeObject: RSDRange, Hashable {
    public var minimumValue: Double?
    public var maximumValue: Double?
    /// The step between valid numbers, from the minimum or from zero; other numbers can be neither picked nor typed.
    public var stepInterval: Double?
    public var unit: String?
    public var formatter: Formatter?

    /// The format of a number.
    public struct Formatter: Codable, Sendable, Hashable {
        /// The greatest number of decimal places.
        public var maximumDigits: Int?

        public init(maximumDigits: Int? = nil) {
            self.maximumDigits = maximumDigits
        }
    }

    public init(
        minimumValue: Double? = nil,
        maximumValue: Double? = nil,
        stepInterval: Double? = nil,
        unit: String? = nil,
        formatter: Formatter? = nil
    ) {
        self.minimumValue = minimumValue
        self.maximumValue = maximumValue
        self.stepInterval = stepInterval
        self.unit = unit
        self.formatter = formatter
    }
}

/// A unit of duration.
public enum RSDDurationUnit: String, Codable, Sendable, CaseIterable {
    case second = "s"
    case minute = "min"
    case hour = "hr"

    /// The number of seconds in the unit.
    public var seconds: Double {
        switch self {
        case .second: 1
        case .minute: 60
        case .hour: 3600
        }
    }
}

/// Which durations are allowed.
public struct RSDDurationRangeObject: RSDRange, Hashable {
    public var minimumValue: Double?
    public var maximumValue: Double?
    /// The step between durations that can be picked.
    public var stepInterval: Double?
    /// The unit of the answer and of the bounds, if the file names one.
    public var unit: RSDDurationUnit?
    /// The units in which the duration is entered.
    public var durationUnits: [RSDDurationUnit]?

    public init(
        minimumValue: Double? = nil,
        maximumValue: Double? = nil,
        stepInterval: Double? = nil,
        unit: RSDDurationUnit? = nil,
        durationUnits: [RSDDurationUnit]? = nil
    ) {
        self.minimumValue = minimumValue
        self.maximumValue = maximumValue
        self.stepInterval = stepInterval
        self.unit = unit
        self.durationUnits = durationUnits
    }

    /// The unit of the answer and of the bounds: `unit`, or else the smallest of `enteredUnits`.
    public var answerUnit: RSDDurationUnit { unit ?? enteredUnits.last ?? .second }

    /// The units in which the duration is entered, the longest first; hours, minutes and seconds by default.
    public var enteredUnits: [RSDDurationUnit] {
        let named = Set(durationUnits ?? [])
        let units = named.isEmpty ? [.hour, .minute, .second] : named
        return units.sorted { $0.seconds > $1.seconds }
    }
}

extension RSDKey {
    /// The keys that ranges of numbers and of durations share.
    static let bounds = [
        RSDKey(
            "minimumValue",
            .number,
            "The least number that is possible; no bound if not given."
        ),
        RSDKey(
            "maximumValue",
            .number,
            "The greatest number that is possible; no bound if not given."
        ),
        RSDKey(
            "stepInterval",
            .number,
            "The interval between possible numbers, counted from the least one or from zero."
        ),
    ]

    static let unit = RSDKey("unit", .text, "The unit of the numbers, which is shown after them.")

    static let numberFormatter = RSDKey(
        "formatter",
        .object(.numberFormatter),
        "How a number is written on the screen."
    )
}

extension RSDWords {
    /// Which numbers are allowed.
    static let numberRange = RSDWords(
        "numberRange",
        RSDKey.bounds + [.unit, .numberFormatter]
    )

    /// The format of a number.
    static let numberFormatter = RSDWords(
        "numberFormatter",
        [
            RSDKey(
                "maximumDigits",
                .integer,
                "The largest number of digits after the decimal point; all digits if not given."
            )
        ]
    )

    /// Which durations are allowed.
    static let durationRange = RSDWords(
        "durationRange",
        RSDKey.bounds + [
            RSDKey(
                "unit",
                .word(RSDDurationUnit.allCases.map(\.rawValue)),
                "The unit of the numbers, which is shown after them; the smallest of 'durationUnits' if not given."
            ),
            RSDKey(
                "durationUnits",
                .list(.word(RSDDurationUnit.allCases.map(\.rawValue))),
                "The units that a duration is entered in, such as 'hr' and 'min'; all if not given."
            ),
        ]
    )
}
