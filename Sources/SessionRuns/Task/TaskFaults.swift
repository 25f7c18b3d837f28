// The faults of a task file, in the form in which commands report them to users and as JSON.

public import FoundationEssentials
public import Research

/// One fault, ready to print.
public struct PrintedFault: Sendable, Equatable, Encodable {
    /// Its place in the file.
    public var path: String
    /// What is wrong there.
    public var what: String
    /// What the file should have there, or what to do.
    public var expected: String?
    /// The known name that the author probably meant.
    public var nearest: String?
    /// The fault for a user, on one line.
    public let line: String
    /// Whether the task can run despite it.
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

/// The result of checking a task file.
public struct TaskFaults {
    /// The task, if the file can be decoded as one.
    public let task: (any RSDTask)?
    /// Everything that is wrong with the file.
    public let faults: [PrintedFault]
    /// Parts of the file that are ignored, or shown differently than the file says.
    public let notes: [PrintedFault]

    /// Checks a file.
    ///
    /// - Parameters:
    ///   - data: The content of the file.
    ///   - factory: The factory that decodes it.
    ///   - made: The types of recorders that a run can make; `nil` accepts any.
    public init(in data: Data, by factory: RSDFactory, making made: [String]? = nil) {
        let found = TaskFileCheck.findings(in: data, factory: factory, making: made)
        faults = found.faults.map(PrintedFault.init)
        notes = found.notes.map(PrintedFault.init)
        task = try? factory.decodeTask(with: data)
    }
}
