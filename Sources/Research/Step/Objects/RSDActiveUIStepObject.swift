// The step with a timer. Files use it for instructions too, which may have a duration and commands.

/// A step that has a timer, and may speak and record.
open class RSDActiveUIStepObject: RSDUIStepObject, RSDActiveUIStep {
    open var duration: Double = 0
    open var commands: RSDActiveUIStepCommand = []
    open var requiresBackgroundAudio = false
    open var shouldEndOnInterrupt = false
    /// What is spoken, by the word or the second at which it is.
    open var spokenInstructions: [String: String]?

    open override class func defaultType() -> RSDStepType { .active }

    open override func copyInto(_ copy: RSDUIStepObject) {
        super.copyInto(copy)
        guard let copy = copy as? RSDActiveUIStepObject else { return }
        copy.duration = duration
        copy.commands = commands
        copy.requiresBackgroundAudio = requiresBackgroundAudio
        copy.shouldEndOnInterrupt = shouldEndOnInterrupt
        copy.spokenInstructions = spokenInstructions
    }

    open func spokenInstruction(at seconds: Double) -> String? { nil }

    open override func decode(
        from decoder: any Decoder,
        for deviceType: RSDDeviceType?
    ) throws {
        try super.decode(from: decoder, for: deviceType)
        let container = try decoder.container(keyedBy: JSONKey.self)
        duration = try container.decodeIfPresent(Double.self, forKey: "duration") ?? duration
        commands =
            try container.decodeIfPresent(RSDActiveUIStepCommand.self, forKey: "commands")
            ?? commands
        requiresBackgroundAudio =
            try container.decodeIfPresent(Bool.self, forKey: "requiresBackgroundAudio")
            ?? requiresBackgroundAudio
        shouldEndOnInterrupt =
            try container.decodeIfPresent(Bool.self, forKey: "shouldEndOnInterrupt")
            ?? shouldEndOnInterrupt
        spokenInstructions =
            try container.decodeIfPresent([String: String].self, forKey: "spokenInstructions")
            ?? spokenInstructions
    }

    open override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: JSONKey.self)
        if duration != 0 { try container.encode(duration, forKey: "duration") }
        if !commands.isEmpty { try container.encode(commands, forKey: "commands") }
        if requiresBackgroundAudio {
            try container.encode(true, forKey: "requiresBackgroundAudio")
        }
        if shouldEndOnInterrupt { try container.encode(true, forKey: "shouldEndOnInterrupt") }
        try container.encodeIfPresent(spokenInstructions, forKey: "spokenInstructions")
    }
}
