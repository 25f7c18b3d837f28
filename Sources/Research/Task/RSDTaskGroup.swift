// Tasks that a host shows together. What is known of them suffices to show them; they are fetched
// when one is chosen.

/// Tasks that belong together.
public protocol RSDTaskGroup: Sendable {
    var identifier: String { get }
    var title: String? { get }
    var detail: String? { get }
    /// The name of its picture.
    var icon: String? { get }
    /// What is known of the tasks.
    var tasks: [any RSDTaskInfo] { get }
}

/// Tasks that belong together, as a file has them.
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
