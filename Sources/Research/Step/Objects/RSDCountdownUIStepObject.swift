// The seconds before a recording: it starts and goes on by itself.

/// A step that counts down to the next.
open class RSDCountdownUIStepObject: RSDActiveUIStepObject {
    open override class func defaultType() -> RSDStepType { .countdown }

    public required init(identifier: String, type: RSDStepType? = nil) {
        super.init(identifier: identifier, type: type)
        duration = 5
        commands = .transitionAutomatically
    }

    public required init(from decoder: any Decoder) throws {
        try super.init(from: decoder)
        let container = try decoder.container(keyedBy: JSONKey.self)
        if !container.contains("duration") { duration = 5 }
        commands.formUnion(.transitionAutomatically)
    }
}
