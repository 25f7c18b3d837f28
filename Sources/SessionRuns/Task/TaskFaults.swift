// What is wrong with a task file, in the form in which it is told to people and to programs.

public import FoundationEssentials
public import Research

/// One fault, as it is printed.
public struct PrintedFault: Sendable, Equatable, Encodable {
    /// Where it stands.
    public var path: String
    /// What is wrong there.
    public var what: String
    /// What should stand there, or what to do.
    public var expected: String?
    /// The known name that was probably meant.
    public var nearest: String?
    /// The fault for a person, on one line.
    public let line: String
    /// Whether a run gets along with it.
    public let isHarmless: Bool

    private enum CodingKeys: CodingKey {
        case path, what, expected, nearest
    }

    public init(_ fault: RSDTaskFileFault) {
        path = fault.path.description
        what = fault.what
        expected = fault.expected
        nearest = fault.nearest
        line = fault.description
        isHarmless = fault.isHarmless
    }
}

/// What was found in a task file.
public struct TaskFaults {
    /// The task, where the file can be read as one.
    public let task: (any RSDTask)?
    /// Everything that is wrong with the file.
    public let faults: [PrintedFault]
    /// What is shown otherwise than the file says, or not read at all.
    public let notes: [PrintedFault]

    /// Looks through a file.
    ///
    /// - Parameters:
    ///   - data: The file.
    ///   - factory: What reads it.
    ///   - made: The types of recorders that a run could make; without it, any.
    public init(in data: Data, by factory: RSDFactory, making made: [String]? = nil) {
        let found = TaskFileCheck.findings(in: data, factory: factory, making: made)
        faults = found.faults.map(PrintedFault.init)
        notes = found.notes.map(PrintedFault.init)
        task = try? factory.decodeTask(with: data)
    }
}
