// What all steps have. A step is created once, by a file or by code, and then belongs to the main actor; steps are not
// `Sendable`.

internal import FoundationEssentials

/// One step of a task.
public protocol RSDStep: SendableMetatype {
    /// The identifier, unique within its task or section.
    var identifier: String { get }
    /// The type of the step.
    var stepType: RSDStepType { get }
    /// Creates a result for this step; the runner sets its dates.
    func instantiateStepResult() -> any RSDResult
    /// Throws if the step asks for something impossible; the error says what.
    func validate() throws
}

extension RSDStep {
    public func instantiateStepResult() -> any RSDResult {
        RSDResultObject(identifier: identifier, startDate: Date(timeIntervalSince1970: 0))
    }

    public func validate() throws {}
}

/// A step that can be copied under another identifier.
public protocol RSDCopyStep: RSDStep {
    /// Returns a copy with another identifier.
    func copy(with identifier: String) -> Self
    /// Returns a copy with another identifier and the values that the decoder has.
    func copy(with identifier: String, decoder: (any Decoder)?) throws -> Self
}

/// An object whose values can be replaced by those of a decoder.
public protocol RSDDecodableReplacement {
    /// Replaces the values for which the decoder has a key.
    func decode(from decoder: any Decoder) throws
}

/// A step that presents another step in its own way; navigation follows the rules of the other step, too.
package protocol RSDStepStandIn: RSDStep {
    /// The step that is presented; `nil` if the step presents itself.
    var standsFor: (any RSDStep)? { get }
}

extension RSDStep {
    /// The step that is presented: this step, or the one that it stands for.
    package var shownAs: any RSDStep { (self as? any RSDStepStandIn)?.standsFor ?? self }

    /// Returns this step and the step that it stands for, each only if it conforms to the navigation rule `Rule`.
    package func rules<Rule>(_ rule: Rule.Type) -> [Rule] {
        let model = (self as? any RSDStepStandIn)?.standsFor
        return [self as? Rule, model as? Rule].compactMap { $0 }
    }
}

/// A step that is replaced by another one.
public protocol RSDStepTransformer: RSDStep {
    /// The step that is shown in its place.
    var transformedStep: any RSDStep { get }
}
