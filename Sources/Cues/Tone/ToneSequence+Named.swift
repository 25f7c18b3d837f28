// Sounds for the names that SageResearch's task files use. The names are SageResearch's; the sounds are ours, and
// differ from each other in pitch, number and length.

extension ToneSequence {
    /// Returns the sound with a name; `nil` if there is none.
    public init?(named name: String) {
        guard let sequence = Self.named[name] else { return nil }
        self = sequence
    }

    /// The names that have a sound, sorted.
    public static var names: [String] { named.keys.sorted() }

    private static let named: [String: ToneSequence] = [
        "short_low_high": ToneSequence([
            .tone(hertz: 587, .milliseconds(90)), .gap(.milliseconds(30)),
            .tone(hertz: 880, .milliseconds(130)),
        ]),
        "short_double_high": ToneSequence([
            .tone(hertz: 988, .milliseconds(80)), .gap(.milliseconds(60)),
            .tone(hertz: 988, .milliseconds(80)),
        ]),
        "short_double_low": ToneSequence([
            .tone(hertz: 440, .milliseconds(90)), .gap(.milliseconds(60)),
            .tone(hertz: 440, .milliseconds(90)),
        ]),
        "alarm": ToneSequence(
            Array(
                repeating: [
                    .tone(hertz: 1047, .milliseconds(160), gain: 0.9),
                    .tone(hertz: 784, .milliseconds(160), gain: 0.9),
                ],
                count: 4
            ).flatMap(\.self)
        ),
        "photoShutter": ToneSequence([
            .tone(hertz: 2400, .milliseconds(12)), .gap(.milliseconds(55)),
            .tone(hertz: 1600, .milliseconds(18)),
        ]),
        "Tock": ToneSequence([.tone(hertz: 660, .milliseconds(24))]),
        "Tink": ToneSequence([.tone(hertz: 2093, .milliseconds(36), gain: 0.35)]),
        "lock": ToneSequence([
            .tone(hertz: 330, .milliseconds(28)), .gap(.milliseconds(40)),
            .tone(hertz: 220, .milliseconds(48)),
        ]),
    ]
}
