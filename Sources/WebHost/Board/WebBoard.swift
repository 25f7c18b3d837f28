// What an operator looks after in a browser: tasks, devices, sessions. The program says which there are, and begins
// tasks; who may ask for that, and how, `WebHost` decides.

public import SessionFolder
public import SystemCalls

/// A board that an operator looks after.
public protocol WebBoard: Sendable {
    /// The folder that its sessions are in.
    var sessions: String { get }

    /// What there is now: tasks, devices, and room on the disk.
    func survey() async -> BoardSurvey

    /// Checks the session at a path; the calling thread waits for it.
    func check(_ session: String) throws -> SessionCheck

    /// Draws the session at a path; the calling thread waits for it.
    func plot(_ session: String) throws -> BoardPlot

    /// The run that is going on, if any is.
    @MainActor var run: BoardRun? { get }

    /// What became of the last one, if there was one.
    @MainActor var last: BoardEnding? { get }

    /// Begins a task of the survey, by its name, for whoever takes part.
    @MainActor func begin(_ task: String, for participant: Participant?) throws(BoardRefusal)

    /// Ends a run, with all that was recorded.
    @MainActor func end(_ run: BoardRun.ID) throws(BoardRefusal)
}

/// Why something is not done, in words for whoever asked.
public struct BoardRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}

/// What there is on a board.
public struct BoardSurvey: Sendable, Hashable, Encodable {
    public var tasks: [BoardTask]
    /// Why there is no task, where there is none.
    public var tasksNote: String?
    public var devices: [BoardDevice]
    /// What is to be said of all devices, as that there is none.
    public var devicesNote: String?
    public var disk: BoardDisk?
    public var batteries: [Battery]
    /// What is asked of who takes part.
    public var study: BoardStudy

    public init(
        tasks: [BoardTask],
        tasksNote: String? = nil,
        devices: [BoardDevice],
        devicesNote: String? = nil,
        disk: BoardDisk? = nil,
        batteries: [Battery] = [],
        study: BoardStudy = BoardStudy()
    ) {
        self.tasks = tasks
        self.tasksNote = tasksNote
        self.devices = devices
        self.devicesNote = devicesNote
        self.disk = disk
        self.batteries = batteries
        self.study = study
    }
}

/// A task that can be begun, or why it cannot.
public struct BoardTask: Sendable, Hashable, Encodable {
    /// The name of its file.
    public var name: String
    public var title: String?
    public var identifier: String?
    public var canBegin: Bool
    /// What is wrong with it, a line each.
    public var faults: [String]

    public init(
        name: String,
        title: String?,
        identifier: String?,
        canBegin: Bool,
        faults: [String]
    ) {
        self.name = name
        self.title = title
        self.identifier = identifier
        self.canBegin = canBegin
        self.faults = faults
    }
}

/// A sensor or an input device.
public struct BoardDevice: Sendable, Hashable, Encodable {
    public var name: String
    /// What it gives, a line each.
    public var lines: [String]
    /// What stands in the way of recording it, a line each.
    public var obstacles: [String]

    public init(name: String, lines: [String], obstacles: [String]) {
        self.name = name
        self.lines = lines
        self.obstacles = obstacles
    }
}

/// The disk that sessions are written to.
public struct BoardDisk: Sendable, Hashable, Encodable {
    public var freeBytes: Int64
    public var totalBytes: Int64

    public init(freeBytes: Int64, totalBytes: Int64) {
        self.freeBytes = freeBytes
        self.totalBytes = totalBytes
    }
}

/// A page on which a session is drawn, that needs nothing else.
public struct BoardPlot: Sendable, Hashable {
    /// The page, as HTML.
    public var page: [UInt8]
    /// What it may load and run, as a browser takes it.
    public var policy: String

    public init(page: [UInt8], policy: String) { (self.page, self.policy) = (page, policy) }
}

/// A run that is going on.
public struct BoardRun: Sendable, Hashable, Identifiable {
    /// What it is told apart by from other runs of the task.
    public var id: String
    /// The name of the task's file.
    public var task: String
    /// The name of its session's folder, once there is one.
    public var session: String?
    /// Since when it runs.
    public var seconds: Double

    public init(id: String, task: String, session: String?, seconds: Double) {
        self.id = id
        self.task = task
        self.session = session
        self.seconds = seconds
    }
}

/// What became of a run.
public struct BoardEnding: Sendable, Hashable, Encodable {
    /// The name of the task's file.
    public var task: String
    /// How it ended, such as "is done".
    public var words: String
    /// The name of its session's folder, if it left one.
    public var session: String?
    public var notes: [String]

    public init(task: String, words: String, session: String?, notes: [String]) {
        self.task = task
        self.words = words
        self.session = session
        self.notes = notes
    }
}
