// The answers that a motion recorder gives in addition to its file if it counts steps. Each has SageResearch's
// name, if SageResearch defines one. For each answer that cannot be given, a note states the reason.

internal import FoundationEssentials
internal import Gait
internal import RecorderKinds
internal import Recording
internal import Research

/// An answer about the steps of a recording.
enum StepFigure: String, CaseIterable {
    case stepCount
    case cadence
    case walkingTime
    case pedometerDistance
    case walkingSpeed

    var unit: String? {
        switch self {
        case .stepCount: nil
        case .cadence: "1/min"
        case .walkingTime: "s"
        case .pedometerDistance: "m"
        case .walkingSpeed: "m/s"
        }
    }
}

/// Why a figure of steps is missing, in words for the author of a task.
struct StepAbsence: Error, Hashable, CustomStringConvertible {
    private let absence: Absence

    init(_ absence: Absence) { self.absence = absence }

    var description: String {
        switch absence {
        case .noLegLength:
            "the length of the leg is not known; give the recorder a \"legLength\", in metres from "
                + "the hip to the ground"
        case .stepTooHigh(let metres, let legLength):
            "the sensor rises by \(Self.rounded(metres)) m in a step, which no leg of "
                + "\(Self.rounded(legLength)) m does; check \"legLength\""
        default: absence.description
        }
    }

    /// The note that states which figures of a recorder are missing, and why.
    func note(on figures: [StepFigure], of recorder: String) -> String {
        let names = figures.map(\.rawValue).joined(separator: ", no ")
        return "\(recorder): there is no \(names): \(self)"
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

extension StepCounter {
    /// The answers about the steps of a recording that has ended, and a note for each reason why some are
    /// missing.
    ///
    /// - Parameter file: The file in whose readings the steps were counted.
    /// - Returns: The answers and notes.
    func findings(in file: RecordedFile) -> RecorderFindings {
        var findings = RecorderFindings()
        let whole = file.result()
        var absent: [(why: StepAbsence, figures: [StepFigure])] = []
        func answer(
            _ figure: StepFigure,
            _ type: RSDAnswerResultType.BaseType,
            _ value: AnswerValue
        ) {
            findings.results.append(
                RSDAnswerResultObject(
                    identifier: figure.rawValue,
                    answerType: RSDAnswerResultType(baseType: type, unit: figure.unit),
                    value: value,
                    startDate: whole.startDate,
                    endDate: whole.endDate
                )
            )
        }
        func answer(_ figure: StepFigure, _ value: Measured<Double>) {
            switch value {
            case .figure(let number, _, _): answer(figure, .decimal, .decimal(number))
            case .absent(let absence):
                let absence = StepAbsence(absence)
                if let index = absent.firstIndex(where: { $0.why == absence }) {
                    absent[index].figures.append(figure)
                } else {
                    absent.append((absence, [figure]))
                }
            }
        }
        switch figures() {
        case nil: break
        case .failure(let absence):
            absent.append((absence, [.stepCount]))
        case .success(let figures):
            answer(.stepCount, .integer, .integer(figures.steps))
            answer(.cadence, figures.cadence)
            answer(.walkingTime, figures.walkingTime)
            answer(.pedometerDistance, distance(of: figures))
            answer(.walkingSpeed, speed(of: figures))
            if let note = figures.note(ofLossesOf: identifier) { findings.notes.append(note) }
        }
        findings.notes += absent.map { $0.why.note(on: $0.figures, of: identifier) }
        return findings
    }
}

extension WalkFigures {
    /// A note on missing time within the walk, if so much is missing that the answers are unreliable.
    func note(ofLossesOf recorder: String) -> String? {
        guard losesSteps else { return nil }
        let seconds = (lostSeconds * 10).rounded() / 10
        return
            "\(recorder): \(seconds) s of the walk are missing, and the steps in them are not counted"
    }
}
