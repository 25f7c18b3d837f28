// Formats figures as lines. Figures that are absent for the same reason share one line.

internal import Gait

/// The lines of a bout: one for each figure, and one for each reason of absence.
struct FigureLines {
    /// The confidence in the bout: only a figure with a lower one states it.
    private let verdict: Confidence?
    private var figures: [String] = []
    private var absent: [(names: [String], why: String)] = []

    /// Formats all figures of a bout.
    ///
    /// - Parameter report: The bout.
    init(of report: some FiguredBout) {
        verdict = report.trust
        for figure in report.figures { add(figure) }
    }

    var lines: [String] {
        figures
            + absent.flatMap {
                GaitText.wrapped("no \($0.names.joined(separator: ", ")): \($0.why)", by: 6)
            }
    }

    private mutating func add(_ figure: BoutFigure) {
        let (digits, unit) = (figure.digits, figure.unit.words)
        switch figure.value {
        case .number(.absent(let absence)), .spread(.absent(let absence)):
            note(figure.name, absence)
        case .number(.figure(let value, _, let confidence)):
            put(figure.label, confidence, "\(GaitText.digits(value, digits)) \(unit)")
        case .spread(.figure(let value, _, let confidence)):
            put(
                figure.label,
                confidence,
                "\(GaitText.digits(value.mean, digits)) ± \(GaitText.digits(value.deviation, digits)) \(unit)"
                    + "  (\(GaitText.percent(value.coefficientOfVariation)), of \(value.count))"
            )
        }
    }

    private mutating func put(_ label: String, _ confidence: Confidence, _ value: String) {
        let space = String(repeating: " ", count: max(1, 15 - label.count))
        var line = "      \(label)\(space)\(value)"
        while line.last == " " { line.removeLast() }
        if let verdict, confidence < verdict { line += "  \(confidence.rawValue)" }
        figures.append(line)
    }

    private mutating func note(_ name: String, _ absence: Absence) {
        let why = absence.words
        if let place = absent.firstIndex(where: { $0.why == why }) {
            absent[place].names.append(name)
        } else {
            absent.append(([name], why))
        }
    }
}
