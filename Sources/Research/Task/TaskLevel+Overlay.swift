// Applies overrides to a section. A step that reads a section from a resource may override values of the section's
// steps and async actions, which are matched by identifier.

internal import FoundationEssentials

extension TaskLevel {
    /// Applies the overrides in the container to this level.
    ///
    /// A step that the level does not have is ignored, because its position is unknown. An async action that
    /// it does not have is added.
    mutating func overlay(from container: KeyedDecodingContainer<JSONKey>) throws {
        if let markers = try container.decodeIfPresent([String].self, forKey: "progressMarkers") {
            progressMarkers = markers
        }
        if container.contains("steps") { try overlaySteps(from: container) }
        if container.contains("asyncActions") { try overlayActions(from: container) }
    }

    private mutating func overlaySteps(from container: KeyedDecodingContainer<JSONKey>) throws {
        let places = Self.places(of: steps.map(\.identifier))
        for decoder in try Self.elements(of: "steps", in: container) {
            let identifier = try Self.identifier(of: decoder)
            guard let place = places[identifier] else { continue }
            guard let copyable = steps[place] as? any RSDCopyStep else {
                throw decoder.fault(
                    "the step '\(identifier)' cannot be changed from here",
                    remedy: "let its Swift type be an RSDCopyStep"
                )
            }
            steps[place] = try copyable.copy(with: identifier, decoder: decoder)
        }
        steps = Self.linked(steps)
    }

    private mutating func overlayActions(from container: KeyedDecodingContainer<JSONKey>) throws {
        var actions = asyncActions ?? []
        var places = Self.places(of: actions.map(\.identifier))
        for decoder in try Self.elements(of: "asyncActions", in: container) {
            let identifier = try Self.identifier(of: decoder)
            if let place = places[identifier] {
                actions[place] = try Self.merged(actions[place], with: decoder)
            } else {
                let action = try decoder.factory.decodeAsyncActionConfiguration(from: decoder)
                places[action.identifier] = places[action.identifier] ?? actions.count
                actions.append(action)
            }
        }
        asyncActions = actions
    }

    /// Returns the index of each identifier; of two equal ones, the first counts.
    private static func places(of identifiers: [String]) -> [String: Int] {
        Dictionary(zip(identifiers, identifiers.indices)) { first, _ in first }
    }

    /// Returns a configuration with changed keys.
    ///
    /// Configurations are values of unknown types, so this one is encoded, changed as JSON, and decoded again. One that
    /// is not `Encodable` is replaced as a whole.
    private static func merged(
        _ action: any RSDAsyncActionConfiguration,
        with decoder: any Decoder
    ) throws -> any RSDAsyncActionConfiguration {
        let factory = try decoder.factory
        let changes = try [String: JSONValue](from: decoder)
        guard let encodable = action as? any Encodable else {
            return try factory.decodeAsyncActionConfiguration(from: decoder)
        }
        let written = try factory.createJSONEncoder().encode(encodable)
        let reader = factory.createJSONDecoder()
        var object = try reader.decode([String: JSONValue].self, from: written)
        object.merge(changes) { $1 }
        do {
            let bytes = try factory.createJSONEncoder().encode(object)
            return try reader.decode(CodedAsyncAction.self, from: bytes).value
        } catch {
            throw RSDTaskFileError(error).prefixed(by: JSONPath(decoder.codingPath).components)
        }
    }

    private static func elements(
        of key: JSONKey,
        in container: KeyedDecodingContainer<JSONKey>
    ) throws -> [any Decoder] {
        var list = try container.nestedUnkeyedContainer(forKey: key)
        var elements: [any Decoder] = []
        while !list.isAtEnd { elements.append(try list.superDecoder()) }
        return elements
    }

    private static func identifier(of decoder: any Decoder) throws -> String {
        try decoder.container(keyedBy: JSONKey.self).decode(String.self, forKey: "identifier")
    }
}
