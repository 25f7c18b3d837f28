// The words of a recorded session. A sample has no room for text, so a source that repeats recorded
// marks keeps their words here and sends their numbers down the stream.

public import Timebase
internal import Synchronization

/// What a recorded mark said.
public struct RecordedMark: Sendable, Equatable {
    /// Whether a record is to be written, or only the step path to be changed from here on.
    public var isRecord: Bool
    /// Where in the task the samples from here on belong; `nil` for where the recorder is, which then
    /// gives the date too.
    public var stepPath: String?
    /// The date of the mark.
    public var date: WallInstant?
    /// The mark's own name, if it has one.
    public var name: String?

    public init(isRecord: Bool, stepPath: String?, date: WallInstant?, name: String?) {
        self.isRecord = isRecord
        self.stepPath = stepPath
        self.date = date
        self.name = name
    }
}

/// The recorded marks of one stream, by number.
public final class MarkTable: Sendable {
    private let marks = Mutex<[RecordedMark]>([])

    /// A table without marks.
    public init() {}

    /// Keeps a mark and answers its number.
    public func add(_ mark: RecordedMark) -> Int {
        marks.withLock { marks in
            marks.append(mark)
            return marks.count - 1
        }
    }

    /// The mark with a number that `add` gave.
    public subscript(number: Int) -> RecordedMark? {
        marks.withLock { $0.indices.contains(number) ? $0[number] : nil }
    }
}
