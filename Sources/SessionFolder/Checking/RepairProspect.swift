// Predicts what a repair would do to a damaged file. It uses the same code as the repair, so that the remedy a
// check gives is right.

internal import SampleFile
internal import SystemCalls

/// What a repair could do for a file.
enum RepairProspect: Hashable {
    case nothingToDo
    /// A repair keeps this many whole records.
    case keeps(Int)
    /// A repair could keep nothing.
    case beyondRepair
    /// A system error prevents the prediction.
    case unknown

    init(of file: SessionManifest.File, in folder: OpenFolder) {
        do throws(SampleFileError) {
            self.init(try RepairedFile.examine(file, in: folder))
        } catch {
            self = error.kind == .system ? .unknown : .beyondRepair
        }
    }

    init(_ condition: SampleFileCondition) {
        if condition.isComplete {
            self = .nothingToDo
        } else if condition.isRecoverable {
            self = .keeps(condition.intactRecords)
        } else {
            self = .beyondRepair
        }
    }

    /// True if a repair helps.
    var isRecoverable: Bool {
        if case .keeps = self { true } else { false }
    }

    /// The remedy; `nil` if the error of the failed reading has one itself.
    var remedy: String? {
        switch self {
        case .nothingToDo, .unknown: nil
        case .keeps(let records):
            "run `footfall repair`: it keeps \(records) whole \(records == 1 ? "record" : "records"),"
                + " and the original beside them"
        case .beyondRepair: "restore the file from a copy; no repair can make anything of it"
        }
    }
}
