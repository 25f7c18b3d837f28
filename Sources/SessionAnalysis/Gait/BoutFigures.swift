// Defines the figures of a bout of walking for all outputs, so that text and JSON have the same figures under names
// from here.

internal import Gait

/// A figure of a bout of walking.
struct BoutFigure {
    /// The measured value: one number, or the mean and spread of many.
    enum Value {
        case number(Measured<Double>)
        case spread(Measured<Spread>)
    }

    /// The key in JSON.
    var key: String
    /// The name in text.
    var name: String
    var value: Value
    var unit: Unit
    /// The number of decimals in text.
    var digits: Int
    /// The label in text: the name, or nothing if it repeats that of the figure above.
    var label: String

    init(
        _ key: String,
        _ name: String,
        _ value: Value,
        _ unit: Unit,
        digits: Int,
        label: String? = nil
    ) {
        (self.key, self.name, self.value, self.unit) = (key, name, value, unit)
        self.digits = digits
        self.label = label ?? name
    }
}

extension BoutFigure {
    /// The unit of a figure.
    enum Unit {
        case correlationOfSteps, correlationOfStrides
        case harmonicRatio
        case metres
        case metresPerSecond
        case ratio
        case seconds
        case shareOfStep, shareOfStride
        case stepsPerMinute

        /// The unit's key in JSON.
        var key: String {
            switch self {
            case .correlationOfSteps, .correlationOfStrides: "correlation"
            case .harmonicRatio, .ratio: "ratio"
            case .metres: "metres"
            case .metresPerSecond: "metresPerSecond"
            case .seconds: "seconds"
            case .shareOfStep, .shareOfStride: "share"
            case .stepsPerMinute: "stepsPerMinute"
            }
        }

        /// The unit's symbol in text.
        var words: String {
            switch self {
            case .correlationOfSteps: "steps"
            case .correlationOfStrides: "strides"
            case .harmonicRatio: "harmonic ratio"
            case .metres: "m"
            case .metresPerSecond: "m/s"
            case .ratio: ""
            case .seconds: "s"
            case .shareOfStep: "of a step"
            case .shareOfStride: "of a stride"
            case .stepsPerMinute: "steps/min"
            }
        }
    }
}

/// A bout of walking with figures.
protocol FiguredBout {
    var bout: WalkingBout { get }
    /// The confidence in the bout as a whole.
    var trust: Confidence? { get }
    /// The figures, in the order of the text.
    var figures: [BoutFigure] { get }
}

extension BoutReport: FiguredBout {
    var trust: Confidence? { stepTime.confidence }

    var figures: [BoutFigure] {
        [
            BoutFigure("stepTime", "step time", .spread(stepTime), .seconds, digits: 3),
            BoutFigure("strideTime", "stride time", .spread(strideTime), .seconds, digits: 3),
            BoutFigure("cadence", "cadence", .number(cadence), .stepsPerMinute, digits: 1),
            BoutFigure("stepLength", "step length", .spread(stepLength), .metres, digits: 2),
            BoutFigure("speed", "speed", .number(speed), .metresPerSecond, digits: 2),
            BoutFigure(
                "stepTimeAsymmetry",
                "asymmetry",
                .number(stepTimeAsymmetry),
                .shareOfStep,
                digits: 3
            ),
            BoutFigure(
                "stepRegularity",
                "regularity",
                .number(stepRegularity),
                .correlationOfSteps,
                digits: 2
            ),
            BoutFigure(
                "strideRegularity",
                "regularity of strides",
                .number(strideRegularity),
                .correlationOfStrides,
                digits: 2,
                label: ""
            ),
            BoutFigure("symmetry", "symmetry", .number(symmetry), .ratio, digits: 2),
            BoutFigure(
                "harmonicRatio",
                "smoothness",
                .number(harmonicRatio),
                .harmonicRatio,
                digits: 2
            ),
        ]
    }
}

extension FootBoutReport: FiguredBout {
    var trust: Confidence? { strideTime.confidence }

    var figures: [BoutFigure] {
        [
            BoutFigure("strideTime", "stride time", .spread(strideTime), .seconds, digits: 3),
            BoutFigure("stanceTime", "stance time", .spread(stanceTime), .seconds, digits: 3),
            BoutFigure("swingTime", "swing time", .spread(swingTime), .seconds, digits: 3),
            BoutFigure("stanceShare", "stance", .number(stanceShare), .shareOfStride, digits: 2),
            BoutFigure("cadence", "cadence", .number(cadence), .stepsPerMinute, digits: 1),
            BoutFigure("strideLength", "stride length", .spread(strideLength), .metres, digits: 2),
            BoutFigure("speed", "speed", .number(speed), .metresPerSecond, digits: 2),
        ]
    }
}
