// What happened around the readings of a file: the steps of the task, and what somebody marked.

internal import SystemCalls

/// The steps and marks that a file tells.
public struct MotionCourse: Sendable, Hashable {
    /// A time that a task spent in a step.
    public struct Step: Sendable, Hashable {
        /// Such as `walk/stand`; of a recording without a task, the identifier of the recorder.
        public var path: String
        /// When it began, in nanoseconds of boot time.
        public var start: Int64
        /// When the next step began; `nil` of the last.
        public var end: Int64?

        /// The name of the step itself: what is behind the last `/`.
        public var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    }

    /// A moment that somebody named.
    public struct Mark: Sendable, Hashable {
        public var name: String
        /// In nanoseconds of boot time.
        public var instant: Int64
    }

    public private(set) var steps: [Step] = []
    public private(set) var marks: [Mark] = []
    /// Whether the file tells of more than are kept here.
    public private(set) var isCut = false
    /// When the file began, in nanoseconds of boot time.
    public let start: Int64

    /// So many steps, and marks, are kept: whatever a file tells, this takes no more memory.
    public static let most = 10_000

    init(since start: Int64) { self.start = start }

    mutating func move(to path: String, at instant: Int64) {
        guard steps.count < Self.most else {
            isCut = true
            return
        }
        if !steps.isEmpty {
            steps[steps.count - 1].end = max(steps[steps.count - 1].start, instant)
        }
        steps.append(Step(path: path, start: instant, end: nil))
    }

    mutating func mark(_ name: String, at instant: Int64) {
        guard marks.count < Self.most else {
            isCut = true
            return
        }
        marks.append(Mark(name: name, instant: instant))
    }

    /// Seconds from the file's beginning to an instant.
    public func seconds(at instant: Int64) -> Double {
        Double(instant.subtractingClamped(start)) / 1e9
    }
}

/// Readings of a file that are in no analysis.
public struct MotionLeftOut: Sendable, Hashable {
    /// Not later than the one before.
    public var late = 0
    /// Far ahead of those behind them.
    public var ahead = 0
    /// With a time that no clock shows, or none.
    public var withoutTime = 0
    /// Without x, y or z.
    public var withoutValues = 0

    /// All of them.
    public var count: Int { late + ahead + withoutTime + withoutValues }
}
