// The step with a timer. Files use it for instructions too, which may have a duration and commands.

/// A step that has a timer, and may speak and record.
open class RSDActiveUIStepObject: RSDUIStepObject, RSDActiveUIStep {
    // What somebody has said; the rest is the class's own, and is not written to files.
    private var toldDuration: Double?
    private var toldCommands: CommandWords?
    private var toldBackgroundAudio: Bool?
    private var toldEndOnInterrupt: Bool?
    private var spoken: SpokenInstructions?

    open var duration: Double {
        get { toldDuration ?? Self.defaultDuration() }
        set { toldDuration = newValue }
    }

    open var commands: RSDActiveUIStepCommand {
        get { (toldCommands?.commands ?? []).union(Self.standingCommands()) }
        set { toldCommands = CommandWords(newValue) }
    }

    open var requiresBackgroundAudio: Bool {
        get { toldBackgroundAudio ?? false }
        set { toldBackgroundAudio = newValue }
    }

    open var shouldEndOnInterrupt: Bool {
        get { toldEndOnInterrupt ?? false }
        set { toldEndOnInterrupt = newValue }
    }

    /// What is spoken, by the word or the second at which it is.
    open var spokenInstructions: [String: String]? {
        get { spoken?.texts }
        set { spoken = newValue.map(SpokenInstructions.init(texts:)) }
    }

    open override class func defaultType() -> RSDStepType { .active }

    /// The seconds of a step at most, about three years: dozens of such steps still end within the
    /// dates that can be written.
    private static let longestDuration = 100_000_000.0

    /// How long steps of this class take that do not say so, in seconds.
    open class func defaultDuration() -> Double { 0 }

    /// What steps of this class do by themselves, whatever else they are told.
    open class func standingCommands() -> RSDActiveUIStepCommand { [] }

    open override func copyInto(_ copy: RSDUIStepObject) {
        super.copyInto(copy)
        guard let copy = copy as? RSDActiveUIStepObject else { return }
        copy.toldDuration = toldDuration
        copy.toldCommands = toldCommands
        copy.toldBackgroundAudio = toldBackgroundAudio
        copy.toldEndOnInterrupt = toldEndOnInterrupt
        copy.spoken = spoken
    }

    open func spokenInstruction(at seconds: Double) -> String? {
        spoken?.text(at: seconds, of: duration)
    }

    /// The seconds behind one instant and until another at which something is spoken, in their order: a
    /// timer that came late leaves nothing out.
    open func spokenInstants(after earlier: Double?, through seconds: Double) -> [Double] {
        spoken?.instants(after: earlier, through: seconds, of: duration) ?? []
    }

    open override func validate() throws {
        try super.validate()
        if let fault = Self.fault(ofDuration: duration) { throw fault }
    }

    /// Why a step cannot take so many seconds; `nil` if it can.
    static func fault(ofDuration seconds: Double) -> RSDTaskFileError? {
        // Either comparison is false for what is no number.
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
        try replace(&toldDuration, "duration")
        try replace(&toldCommands, "commands")
        try replace(&toldBackgroundAudio, "requiresBackgroundAudio")
        let endsTask: Bool? = try container.value(of: "shouldEndOnInterrupt")
        if let endsTask { shouldEndOnInterrupt = endsTask }
        try replace(&spoken, "spokenInstructions")
    }

    open override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encodeIfPresent(toldDuration, forKey: "duration")
        try container.encodeIfPresent(toldCommands, forKey: "commands")
        try container.encodeIfPresent(toldBackgroundAudio, forKey: "requiresBackgroundAudio")
        try container.encodeIfPresent(toldEndOnInterrupt, forKey: "shouldEndOnInterrupt")
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
                "Whether the step goes on, and speaks, while the screen is off; false if not given."
            ),
            RSDKey(
                "shouldEndOnInterrupt",
                .boolean,
                "Whether the task ends where something interrupts the step; false if not given."
            ),
            RSDKey(
                "spokenInstructions",
                .instants(SpokenInstructions.words),
                "What is spoken, each text under its second, or at start, halfway and end; under "
                    + "countdown, from how many seconds one counts down."
            ),
        ]
}

extension RSDActiveUIStepObject {
    /// Finds a duration that no step can have; a type of step that derives from this one has it, too.
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

    /// A step that is read.
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
