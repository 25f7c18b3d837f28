// The transformer of task files: a task or step in a file beside them.

/// Reads a task or step out of a resource.
public struct RSDResourceTransformerObject: RSDTaskTransformer, Codable, Hashable {
    public var resourceName: String
    public var bundleIdentifier: String?
    public var classType: String?

    public var estimatedFetchTime: Double { 0 }

    public init(
        resourceName: String,
        bundleIdentifier: String? = nil,
        classType: String? = nil
    ) {
        self.resourceName = resourceName
        self.bundleIdentifier = bundleIdentifier
        self.classType = classType
    }

    public func fetchTask(by factory: RSDFactory) async throws -> sending any RSDTask {
        try factory.decodeTask(with: factory.surroundings.resources.load(resourceName))
    }

    public func step(by factory: RSDFactory) throws -> any RSDStep {
        let data = try factory.surroundings.resources.load(resourceName)
        return try TaskFile.decode(CodedStep.self, from: data, by: factory).value
    }
}
