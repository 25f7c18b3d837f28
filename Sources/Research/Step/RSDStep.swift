// What all steps have. Steps are made once, by a file or by code, and then belong to the main actor;
// they are not Sendable.

internal import FoundationEssentials

/// One step of a task.
public protocol RSDStep: SendableMetatype {
    /// The identifier, unique within its task or section.
    var identifier: String { get }
    /// What kind of step this is.
    var stepType: RSDStepType { get }
    /// A result for this step; whoever runs the task gives it its dates.
    func instantiateStepResult() -> any RSDResult
    /// Throws if the step asks for something that cannot be done, and says what.
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
    /// A copy that differs in its identifier only.
    func copy(with identifier: String) -> Self
    /// A copy whose values are replaced by those of a decoder.
    func copy(with identifier: String, decoder: (any Decoder)?) throws -> Self
}

/// Something whose values can be replaced by those of a decoder.
public protocol RSDDecodableReplacement {
    /// Replaces the values that the decoder has.
    func decode(from decoder: any Decoder) throws
}

/// A step that shows another one in a manner of its own, and takes part in a task as that one does.
package protocol RSDStepStandIn: RSDStep {
    /// The step that is shown; `nil` for this one.
    var standsFor: (any RSDStep)? { get }
}

extension RSDStep {
    /// The step that is shown: this one, or the one that it stands for.
    package var shownAs: any RSDStep { (self as? any RSDStepStandIn)?.standsFor ?? self }

    /// What the step says by a protocol of its own, and what the step says that it stands for.
    package func rules<Rule>(_ rule: Rule.Type) -> [Rule] {
        let model = (self as? any RSDStepStandIn)?.standsFor
        return [self as? Rule, model as? Rule].compactMap { $0 }
    }
}

/// A step that stands for another one.
public protocol RSDStepTransformer: RSDStep {
    /// The step that is shown in its place.
    var transformedStep: any RSDStep { get }
}
