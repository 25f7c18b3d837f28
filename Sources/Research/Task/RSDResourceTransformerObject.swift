// The transformer of task files: reads a task or step from another file.

/// Reads a task or step from a resource.
public struct RSDResourceTransformerObject: RSDTaskTransformer, Sendable {
    /// The `type` word; most files omit it.
    public var type: RSDTaskTransformerType?
    public var resourceName: String
    public var bundleIdentifier: String?
    public var classType: String?
    /// The resources that contain this transformer; to read one of them again would never end, and is an error.
    private let chain: ResourceChain

    public var estimatedFetchTime: Double { 0 }

    public init(
        resourceName: String,
        bundleIdentifier: String? = nil,
        classType: String? = nil
    ) {
        self.resourceName = resourceName
        self.bundleIdentifier = bundleIdentifier
        self.classType = classType
        chain = ResourceChain()
    }

    public func fetchTask(by factory: RSDFactory) async throws -> sending any RSDTask {
        try chain.later.decode(CodedTask.self, in: resourceName, by: factory).value
    }

    public func step(by factory: RSDFactory) throws -> any RSDStep {
        try chain.decode(CodedStep.self, in: resourceName, by: factory).value
    }
}

extension RSDResourceTransformerObject: Hashable {
    // Equality ignores `chain`: where a transformer was read does not matter.
    private var facts: [String?] { [type?.rawValue, resourceName, bundleIdentifier, classType] }

    public static func == (one: Self, other: Self) -> Bool { one.facts == other.facts }

    public func hash(into hasher: inout Hasher) { hasher.combine(facts) }
}

extension RSDResourceTransformerObject: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, resourceName, bundleIdentifier, classType
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decodeIfPresent(RSDTaskTransformerType.self, forKey: .type)
        resourceName = try container.decode(String.self, forKey: .resourceName)
        bundleIdentifier = try container.decodeIfPresent(String.self, forKey: .bundleIdentifier)
        classType = try container.decodeIfPresent(String.self, forKey: .classType)
        chain = decoder.resourceChain.deeper(by: decoder.codingPath.count)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(type, forKey: .type)
        try container.encode(resourceName, forKey: .resourceName)
        try container.encodeIfPresent(bundleIdentifier, forKey: .bundleIdentifier)
        try container.encodeIfPresent(classType, forKey: .classType)
    }
}

extension RSDKey {
    /// The keys of a transformer that reads a task or step from a file.
    public static let resourceTransformer = [
        RSDKey(
            "resourceName",
            .text,
            isRequired: true,
            "The file's name in the folders of resources; '.json' may be left out."
        ),
        RSDKey(
            "bundleIdentifier",
            .text,
            "The package that contains the file, on hosts with packages; other hosts do not read this key."
        ),
        RSDKey(
            "classType",
            .text,
            "The class that reads the file on other platforms; Footfall stores it, but does not use it."
        ),
    ]
}

extension RSDDeclaration<any RSDTaskTransformer> {
    /// A transformer that reads a file with a task or step.
    public static var resource: Self {
        Self(
            .resource,
            RSDResourceTransformerObject.self,
            "A file that has the task or the step, in the folders of resources.",
            keys: RSDKey.resourceTransformer
        )
    }
}
