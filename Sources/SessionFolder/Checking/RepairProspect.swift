// What a repair would make of a file that is not whole, found by the very walk that a repair makes: a check
// that says what helps is right about it.

internal import SampleFile
internal import SystemCalls

/// What a repair could do for a file.
enum RepairProspect: Hashable {
    case nothingToDo
    /// A repair keeps as many whole records.
    case keeps(Int)
    /// There is nothing that it could keep.
    case beyondRepair
    /// The system does not let anybody tell.
    case unknown

    init(of file: SessionManifest.File, in folder: OpenFolder) {
        do throws(SampleFileError) {
            self.init(try MendedFile.examine(file, in: folder))
        } catch {
            self = error.kind == .system ? .unknown : .beyondRepair
        }
    }

    init(_ condition: SampleFileCondition) {
        if condition.isComplete {
            self = .nothingToDo
        } else if condition.isMendable {
            self = .keeps(condition.intactRecords)
        } else {
            self = .beyondRepair
        }
    }

    /// Whether a repair makes something of it.
    var isMendable: Bool {
        if case .keeps = self { true } else { false }
    }

    /// What helps; nothing where the reading that failed says it itself.
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
