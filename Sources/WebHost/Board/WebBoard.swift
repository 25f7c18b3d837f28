// What an operator manages in a browser: tasks, devices, sessions. The program that uses `WebHost` lists them and
// begins tasks; `WebHost` decides who may ask for that, and how.

public import SessionFolder
public import SystemCalls

/// A board that an operator manages from a browser.
public protocol WebBoard: Sendable {
    /// The folder that its sessions are in.
    var sessions: String { get }

    /// Lists the current tasks and devices, and the free space on the disk.
    func survey() async -> BoardSurvey

    /// Checks the session at a path; blocks the calling thread.
    func check(_ session: String) throws -> SessionCheck

    /// Draws the session at a path; blocks the calling thread.
    func plot(_ session: String) throws -> BoardPlot

    /// The current run, if there is one.
    @MainActor var run: BoardRun? { get }

    /// How the last run ended, if there was one.
    @MainActor var last: BoardEnding? { get }

    /// Begins a task, by its name in the survey, for a participant.
    @MainActor func begin(_ task: String, for participant: Participant?) throws(BoardRefusal)

    /// Ends a run and keeps what was recorded.
    @MainActor func end(_ run: BoardRun.ID) throws(BoardRefusal)
}

/// Why a request was refused, in words for the operator.
public struct BoardRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}

/// The tasks, devices and disk of a board.
public struct BoardSurvey: Sendable, Hashable, Encodable {
    public var tasks: [BoardTask]
    /// Why there is no task; `nil` if there is one.
    public var tasksNote: String?
    public var devices: [BoardDevice]
    /// A remark on the devices as a whole, for example that there is none.
    public var devicesNote: String?
    public var disk: BoardDisk?
    public var batteries: [Battery]
    /// The codes to ask for.
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
    /// What is wrong with the task, a line each.
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
    /// What it delivers, a line each.
    public var lines: [String]
    /// What prevents recording from it, a line each.
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

/// A self-contained page that plots a session.
public struct BoardPlot: Sendable, Hashable {
    /// The page, as HTML.
    public var page: [UInt8]
    /// The page's `Content-Security-Policy`: what it may load and run.
    public var policy: String

    public init(page: [UInt8], policy: String) { (self.page, self.policy) = (page, policy) }
}

/// A run in progress.
public struct BoardRun: Sendable, Hashable, Identifiable {
    /// Distinguishes this run from other runs of the same task.
    public var id: String
    /// The name of the task's file.
    public var task: String
    /// The name of its session's folder, once there is one.
    public var session: String?
    /// How long it has run.
    public var seconds: Double

    public init(id: String, task: String, session: String?, seconds: Double) {
        self.id = id
        self.task = task
        self.session = session
        self.seconds = seconds
    }
}

/// How a run ended.
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
