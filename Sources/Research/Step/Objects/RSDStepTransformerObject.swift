// A step that is defined in another file. It is read while the task is decoded, and copied with the identifier and the
// overrides of the placeholder.

/// A placeholder for a step that is defined in another file.
public struct RSDStepTransformerObject: RSDStepTransformer, Decodable {
    public let identifier: String
    public let stepType: RSDStepType
    public let transformedStep: any RSDStep

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONKey.self)
        identifier = try container.decode(String.self, forKey: "identifier")
        stepType = .transform
        guard container.contains("resourceTransformer") else {
            throw decoder.fault(
                "the step '\(identifier)' does not say where it is",
                at: "resourceTransformer",
                remedy: "add a 'resourceTransformer' with a 'resourceName'"
            )
        }
        let nested = try container.superDecoder(forKey: "resourceTransformer")
        let transformer = try decoder.factory.decodeTaskTransformer(from: nested)
        let step: any RSDStep
        do {
            step = try transformer.step(by: decoder.factory)
        } catch {
            throw RSDTaskFileError(error).prefixed(by: JSONPath(nested.codingPath).components)
        }
        guard let copied = try (step as? any RSDCopyStep)?.copy(with: identifier, decoder: decoder)
        else {
            throw decoder.fault(
                "the step '\(step.identifier)' cannot be copied",
                remedy: "let its Swift type be an RSDCopyStep"
            )
        }
        transformedStep = copied
    }
}

extension RSDDeclaration<any RSDStep> {
    /// A step that is defined in another file.
    public static var transform: Self {
        Self(
            .transform,
            RSDStepTransformerObject.self,
            "A step that is read from another file; the other keys here override the keys of that step.",
            keys: RSDKey.step + [
                RSDKey(
                    "resourceTransformer",
                    .fetched(.step),
                    isRequired: true,
                    "Where the step is, for instance in a file beside this one."
                )
            ]
        )
    }
}
