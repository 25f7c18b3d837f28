// What is wrong with a task file, in the form in which it is told to people and to programs.

internal import FoundationEssentials
internal import Research

/// One fault, as it is printed.
struct PrintedFault: Sendable, Equatable, Encodable {
    /// Where it stands.
    var path: String
    /// What is wrong there.
    var what: String
    /// What should stand there, or what to do.
    var expected: String?
    /// The known name that was probably meant.
    var nearest: String?
    /// The fault for a person, on one line.
    let line: String
    /// Whether a run gets along with it.
    let isHarmless: Bool

    private enum CodingKeys: CodingKey {
        case path, what, expected, nearest
    }

    init(_ fault: RSDTaskFileFault) {
        path = fault.path.description
        what = fault.what
        expected = fault.expected
        nearest = fault.nearest
        line = fault.description
        isHarmless = fault.isHarmless
    }
}

/// What was found in a task file.
struct TaskFaults {
    /// The task, where the file can be read as one.
    let task: (any RSDTask)?
    /// Everything that is wrong with the file.
    let faults: [PrintedFault]

    init(in data: Data, by factory: RSDFactory) {
        faults = TaskFileCheck.faults(in: data, factory: factory).map(PrintedFault.init)
        task = try? factory.decodeTask(with: data)
    }
}
