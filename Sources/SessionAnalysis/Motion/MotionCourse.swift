// What happened around the readings of a file: the task's steps, and marks.

internal import SystemCalls

/// The steps and marks in a file.
public struct MotionCourse: Sendable, Hashable {
    /// A time that a task spent in a step.
    public struct Step: Sendable, Hashable {
        /// The path, such as `walk/stand`; in a recording without a task, the recorder's identifier.
        public var path: String
        /// When it began, in nanoseconds of boot time.
        public var start: Int64
        /// When the next step began; `nil` for the last one that is stored.
        public var end: Int64?

        /// The name of the step itself: the part after the last `/`.
        public var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    }

    /// A named mark.
    public struct Mark: Sendable, Hashable {
        public var name: String
        /// In nanoseconds of boot time.
        public var instant: Int64
    }

    public private(set) var steps: [Step] = []
    public private(set) var marks: [Mark] = []
    /// True if the file has more than are stored here.
    public private(set) var isCut = false
    /// When the file began, in nanoseconds of boot time.
    public let start: Int64

    /// The largest number of steps, and of marks, so that memory is limited for any file.
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

/// The readings of a file that were dropped from the analysis.
public struct MotionLeftOut: Sendable, Hashable {
    /// Not later than the one before.
    public var late = 0
    /// Far ahead of the following ones.
    public var ahead = 0
    /// Without a time, or with an impossible one.
    public var withoutTime = 0
    /// Without x, y or z.
    public var withoutValues = 0

    /// All of them.
    public var count: Int { late + ahead + withoutTime + withoutValues }
}
