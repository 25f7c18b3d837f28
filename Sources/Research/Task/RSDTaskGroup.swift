// Tasks that a host shows together. The group only has what is needed to list them; a task is fetched when it is
// chosen.

/// Tasks that belong together.
public protocol RSDTaskGroup: Sendable {
    var identifier: String { get }
    var title: String? { get }
    var detail: String? { get }
    /// The name of its icon.
    var icon: String? { get }
    /// What is known of the tasks.
    var tasks: [any RSDTaskInfo] { get }
}

/// A group of tasks, as a file describes it.
public struct RSDTaskGroupObject: RSDTaskGroup, Codable, Hashable {
    public var identifier: String
    public var title: String?
    public var detail: String?
    public var icon: String?
    /// What is known of the tasks.
    public var infos: [RSDTaskInfoObject]

    public var tasks: [any RSDTaskInfo] { infos }

    public init(identifier: String, tasks: [RSDTaskInfoObject]) {
        self.identifier = identifier
        infos = tasks
    }

    private enum CodingKeys: String, CodingKey {
        case identifier, title, detail, icon
        case infos = "tasks"
    }
}
