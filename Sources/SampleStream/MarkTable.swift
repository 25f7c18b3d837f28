// Texts of recorded marks. A sample has no room for text, so a source that replays recorded marks keeps their texts
// here and sends their numbers through the stream.

public import Timebase
internal import Synchronization

/// The content of a recorded mark.
public struct RecordedMark: Sendable, Equatable {
    /// Whether to write a record; if false, the mark only changes the step path from here on.
    public var isRecord: Bool
    /// The step path of the samples from here on; `nil` for the recorder's current one, in which case the recorder
    /// also supplies the date.
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

    /// Keeps a mark and returns its number.
    public func add(_ mark: RecordedMark) -> Int {
        marks.withLock { marks in
            marks.append(mark)
            return marks.count - 1
        }
    }

    /// The mark with a number that `add` returned.
    public subscript(number: Int) -> RecordedMark? {
        marks.withLock { $0.indices.contains(number) ? $0[number] : nil }
    }
}
