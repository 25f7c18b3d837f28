// The origin of a run's files: what a person needs who finds them years later.

public import FoundationEssentials

/// The origin of a run's files.
public struct RSDTaskMetadata: Codable, Sendable, Hashable {
    public var taskIdentifier: String
    public var taskRunUUID: UUID
    public var startDate: Date
    public var endDate: Date
    public var schemaIdentifier: String?
    public var schemaRevision: Int?
    public var appName: String?
    public var appVersion: String?
    /// The version of this package.
    public var rsdFrameworkVersion: String?
    /// The machine, as a text for people.
    public var deviceInfo: String?
    /// The model of the machine.
    public var deviceTypeIdentifier: String?
    /// The version of the task itself.
    public var versionString: String?
    /// The files.
    public var files: [RSDFileManifest]

    /// Creates the metadata that can be derived from a result.
    public init(of result: any RSDTaskResult, files: [RSDFileManifest] = []) {
        taskIdentifier = result.identifier
        taskRunUUID = result.taskRunUUID
        startDate = result.startDate
        endDate = result.endDate
        schemaIdentifier = result.schemaInfo.identifier
        schemaRevision = result.schemaInfo.revision
        self.files = files
    }
}

/// The origin of one file.
public struct RSDFileManifest: Codable, Sendable, Hashable {
    /// The file's path within the run's folder.
    public var filename: String
    public var timestamp: Date
    public var contentType: String?
    /// The identifier of the result that the file belongs to.
    public var identifier: String?
    /// The path of the result within the task, such as `section/step`.
    public var stepPath: String?

    public init(
        filename: String,
        timestamp: Date,
        contentType: String? = nil,
        identifier: String? = nil,
        stepPath: String? = nil
    ) {
        self.filename = filename
        self.timestamp = timestamp
        self.contentType = contentType
        self.identifier = identifier
        self.stepPath = stepPath
    }
}
