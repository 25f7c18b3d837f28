// What a task file says about requesting the weather. No module of Footfall requests it. Files of SageResearch do, and
// a host that can fetch the weather reads the request here.

/// The configuration of a request for the weather: it ends by itself, at the latest with the task.
public struct WeatherConfiguration: RSDAsyncActionConfiguration, Codable, Hashable {
    public var identifier: String
    public let asyncActionType: RSDAsyncActionType
    public var startStepIdentifier: String?
    /// The stop step that some files give; it has no effect, because the request ends by itself.
    public var stopStepIdentifier: String?
    /// The weather services to ask.
    public var services: [Service]?

    /// A weather service.
    public struct Service: Codable, Sendable, Hashable {
        public var identifier: String
        /// The provider of the service.
        public var provider: String?
        /// The user's key for the service.
        public var key: String?

        public init(identifier: String, provider: String? = nil, key: String? = nil) {
            self.identifier = identifier
            self.provider = provider
            self.key = key
        }
    }

    public init(identifier: String, services: [Service]? = nil) {
        self.identifier = identifier
        asyncActionType = .weather
        self.services = services
    }

    private enum CodingKeys: String, CodingKey {
        case identifier, startStepIdentifier, stopStepIdentifier, services
        case asyncActionType = "type"
    }
}

extension RSDDeclaration<any RSDAsyncActionConfiguration> {
    /// The weather where the participant is.
    public static var weather: Self {
        Self(
            .weather,
            WeatherConfiguration.self,
            "Asks once for the weather where the participant is; only a host with a recorder for this can do it.",
            keys: RSDKey.asyncAction + [
                RSDKey(
                    "services",
                    .list(.object(.weatherService)),
                    "The services that are asked for the weather, one after the other."
                )
            ]
        )
    }
}

extension RSDWords {
    /// A weather service.
    static let weatherService = RSDWords(
        "weatherService",
        [
            RSDKey(
                "identifier",
                .text,
                isRequired: true,
                "The identifier of the service's part of the result."
            ),
            RSDKey("provider", .text, "The provider of the service, by the host's name for it."),
            RSDKey("key", .text, "The key by which the service identifies its user."),
        ]
    )
}
