// Lists what a session is meant to record, before any device is opened. So the manifest has this list even if the run
// is killed at once.

internal import FoundationEssentials
public import Research

extension SessionManifest {
    /// A recorder of the session, as configured.
    public struct Recorder: Hashable, Sendable, Codable {
        /// Its identifier, which its files have, too.
        public var identifier: String
        /// Its type, such as "motion".
        public var type: String
        /// Where on the body its sensors are, if given.
        public var placement: String?
        /// Its configuration, such as the rate, as in a task file; absent if it has none.
        public var configuration: JSONValue?

        /// Describes a recorder by its configuration.
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
