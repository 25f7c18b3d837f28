// What a task file says about asking for the weather. No module here asks for it; the field's files
// do, and a host that can finds what they say.

/// The configuration of a request for the weather: it ends by itself, at the latest with the task.
public struct WeatherConfiguration: RSDAsyncActionConfiguration, Codable, Hashable {
    public var identifier: String
    public let asyncActionType: RSDAsyncActionType
    public var startStepIdentifier: String?
    /// A step that some files name all the same.
    public var stopStepIdentifier: String?
    /// Who is asked.
    public var services: [Service]?

    /// Somebody who knows the weather.
    public struct Service: Codable, Sendable, Hashable {
        public var identifier: String
        /// Whose service it is.
        public var provider: String?
        /// What one is known there by.
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
            "Asks once for the weather where the participant is; only a host that brings a recorder can.",
            keys: RSDKey.asyncAction + [
                RSDKey(
                    "services",
                    .list(.object(.weatherService)),
                    "Who is asked for the weather, one after the other."
                )
            ]
        )
    }
}

extension RSDWords {
    /// Somebody who knows the weather.
    static let weatherService = RSDWords(
        "weatherService",
        [
            RSDKey(
                "identifier",
                .text,
                isRequired: true,
                "What the service's part of the result is called."
            ),
            RSDKey("provider", .text, "Whose service it is, by the host's name for it."),
            RSDKey("key", .text, "The key that the service knows its user by."),
        ]
    )
}
