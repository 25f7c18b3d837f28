// The step with a timer. Task files also use it for instructions, which may have a duration and commands.

/// A step that has a timer, and may speak and record.
open class RSDActiveUIStepObject: RSDUIStepObject, RSDActiveUIStep {
    // `nil` unless given explicitly: values that come from the class are not written to files.
    private var givenDuration: Double?
    private var givenCommands: CommandWords?
    private var givenBackgroundAudio: Bool?
    private var givenEndOnInterrupt: Bool?
    private var spoken: SpokenInstructions?

    open var duration: Double {
        get { givenDuration ?? Self.defaultDuration() }
        set { givenDuration = newValue }
    }

    open var commands: RSDActiveUIStepCommand {
        get { (givenCommands?.commands ?? []).union(Self.standingCommands()) }
        set { givenCommands = CommandWords(newValue) }
    }

    open var requiresBackgroundAudio: Bool {
        get { givenBackgroundAudio ?? false }
        set { givenBackgroundAudio = newValue }
    }

    open var shouldEndOnInterrupt: Bool {
        get { givenEndOnInterrupt ?? false }
        set { givenEndOnInterrupt = newValue }
    }

    /// The texts to speak, by the word or second at which they are spoken.
    open var spokenInstructions: [String: String]? {
        get { spoken?.texts }
        set { spoken = newValue.map(SpokenInstructions.init(texts:)) }
    }

    open override class func defaultType() -> RSDStepType { .active }

    /// The longest duration in seconds, about three years.
    ///
    /// With this limit, even dozens of such steps end within the range of dates that can be written.
    private static let longestDuration = 100_000_000.0

    /// The duration of steps of this class if none is given, in seconds.
    open class func defaultDuration() -> Double { 0 }

    /// The commands that steps of this class always have, in addition to the given ones.
    open class func standingCommands() -> RSDActiveUIStepCommand { [] }

    open override func copyInto(_ copy: RSDUIStepObject) {
        super.copyInto(copy)
        guard let copy = copy as? RSDActiveUIStepObject else { return }
        copy.givenDuration = givenDuration
        copy.givenCommands = givenCommands
        copy.givenBackgroundAudio = givenBackgroundAudio
        copy.givenEndOnInterrupt = givenEndOnInterrupt
        copy.spoken = spoken
    }

    open func spokenInstruction(at seconds: Double) -> String? {
        spoken?.text(at: seconds, of: duration)
    }

    /// Returns the times at which a text is due after `earlier`, up to and including `seconds`, in order.
    ///
    /// A timer that fires late passes the whole interval since its last call, so no text is skipped.
    open func spokenInstants(after earlier: Double?, through seconds: Double) -> [Double] {
        spoken?.instants(after: earlier, through: seconds, of: duration) ?? []
    }

    open override func validate() throws {
        try super.validate()
        if let fault = Self.fault(ofDuration: duration) { throw fault }
    }

    /// Returns why a step cannot have a duration; `nil` if it can.
    static func fault(ofDuration seconds: Double) -> RSDTaskFileError? {
        // Both comparisons are false for NaN.
        if seconds >= 0, seconds <= longestDuration { return nil }
        return RSDTaskFileError(
            "a step cannot take \(seconds) seconds",
            at: JSONPath().appending("duration"),
            remedy: "write 0 for a step without a timer, or its seconds, at most 100000000 "
                + "(about three years)"
        )
    }

    open override func decode(
        from decoder: any Decoder,
        for deviceType: RSDDeviceType?
    ) throws {
        try super.decode(from: decoder, for: deviceType)
        let container = try decoder.container(keyedBy: JSONKey.self)
        func replace<Value: Decodable>(_ value: inout Value?, _ key: JSONKey) throws {
            value = try container.value(of: key) ?? value
        }
        try replace(&givenDuration, "duration")
        try replace(&givenCommands, "commands")
        try replace(&givenBackgroundAudio, "requiresBackgroundAudio")
        let endsTask: Bool? = try container.value(of: "shouldEndOnInterrupt")
        if let endsTask { shouldEndOnInterrupt = endsTask }
        try replace(&spoken, "spokenInstructions")
    }

    open override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encodeIfPresent(givenDuration, forKey: "duration")
        try container.encodeIfPresent(givenCommands, forKey: "commands")
        try container.encodeIfPresent(givenBackgroundAudio, forKey: "requiresBackgroundAudio")
        try container.encodeIfPresent(givenEndOnInterrupt, forKey: "shouldEndOnInterrupt")
        try container.encodeIfPresent(spoken, forKey: "spokenInstructions")
    }
}

extension RSDKey {
    /// The keys of a step with a timer.
    public static let activeStep =
        uiStep + [
            RSDKey(
                "duration",
                .number,
                "How long the step takes, in seconds; 0 for no timer, which is usual."
            ),
            RSDKey(
                "commands",
                .list(.word(RSDActiveUIStepCommand.words.map(\.word))),
                "What the step does by itself: sounds, vibration, starting its timer, going on at its end."
            ),
            RSDKey(
                "requiresBackgroundAudio",
                .boolean,
                "Whether the step continues, and speaks, while the screen is off; false if not given."
            ),
            RSDKey(
                "shouldEndOnInterrupt",
                .boolean,
                "Whether the task ends if something interrupts the step; false if not given."
            ),
            RSDKey(
                "spokenInstructions",
                .instants(SpokenInstructions.words),
                "What is spoken: each text at its second, or at start, halfway and end; the value of "
                    + "countdown is the number of seconds from which to count down."
            ),
        ]
}

extension RSDActiveUIStepObject {
    /// Reports an invalid duration; types of steps that derive from this one use the same rule.
    public static let durationRule: RSDWords.Rule = { members, place in
        guard let seconds = members["duration"]?.double, let fault = fault(ofDuration: seconds)
        else { return [] }
        return [
            RSDTaskFileFault(fault.what, at: place.appending("duration"), expected: fault.remedy)
        ]
    }
}

extension RSDDeclaration<any RSDStep> {
    /// A step that records, or has a timer.
    public static var active: Self {
        Self(
            .active,
            RSDActiveUIStepObject.self,
            "A step with a timer, during which something is done or recorded.",
            keys: RSDKey.activeStep,
            rule: RSDActiveUIStepObject.durationRule
        )
    }

    /// A step with instructions to read.
    public static var instruction: Self {
        Self(
            .instruction,
            RSDActiveUIStepObject.self,
            "A step that is read; it may have a timer and speak, as an active step does.",
            keys: RSDKey.activeStep,
            rule: RSDActiveUIStepObject.durationRule
        )
    }
}
