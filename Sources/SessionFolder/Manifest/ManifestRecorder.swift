// What a session is meant to record is known before a device is open. A run that is killed at once has said it.

internal import FoundationEssentials
public import Research

extension SessionManifest {
    /// A recorder of the session, as it was asked for.
    public struct Recorder: Hashable, Sendable, Codable {
        /// Its identifier, which its files have too.
        public var identifier: String
        /// Such as "motion".
        public var type: String
        /// Where on the body its sensors are, as far as that was said.
        public var placement: String?
        /// What else was asked of it, such as the rate, as a task file has it; absent of a kind without one.
        public var configuration: JSONValue?

        /// Describes a recorder by what configures it.
        public init(_ configuration: any RSDAsyncActionConfiguration, placement: String? = nil) {
            identifier = configuration.identifier
            type = configuration.asyncActionType.rawValue
            guard let encodable = configuration as? any Encodable,
                let text = try? JSONEncoder().encode(encodable),
                let value = try? JSONDecoder().decode(JSONValue.self, from: text)
            else {
                self.placement = placement
                return
            }
            self.configuration = value
            self.placement = placement ?? Self.placement(in: value)
        }

        private static func placement(in configuration: JSONValue) -> String? {
            guard case .object(let keys) = configuration,
                case .string(let place)? = keys["placement"]
            else { return nil }
            return place
        }
    }
}
