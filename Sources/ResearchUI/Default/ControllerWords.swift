// Texts of the default controllers, in three languages. A host's string table may replace any of them.

public import ViewTree

extension StringKey {
    /// Pauses a timer.
    public static let pause: StringKey = "button.pause"
    /// Resumes a timer.
    public static let resume: StringKey = "button.resume"
    /// Says that something is being fetched.
    public static let loading: StringKey = "loading"
    /// How long a task takes; `%1$@` is the number of minutes.
    public static let minutesNeeded: StringKey = "taskInfo.minutes"
    /// The left of two buttons to tap.
    public static let tapLeft: StringKey = "tapping.left"
    /// The right of two buttons to tap.
    public static let tapRight: StringKey = "tapping.right"
    /// The number of taps; `%1$@` is the number.
    public static let tapCount: StringKey = "tapping.count"
}

extension StepWords {
    /// The text for a key of the default controllers.
    ///
    /// The nearest language that has a text counts, and in each language the host's text replaces the built-in one. So
    /// a host that has its own text in English only does not show it to participants of the other built-in languages.
    func own(_ key: StringKey, _ values: String...) -> String {
        Self.controllerStrings.merging(table).string(key, in: language, values: values)
    }

    private static let controllerStrings = StringTable([
        .english: [
            .pause: "Pause", .resume: "Resume", .loading: "Loading",
            .minutesNeeded: "This takes about %1$@ min.",
            .tapLeft: "Left", .tapRight: "Right", .tapCount: "Taps: %1$@",
        ],
        .german: [
            .pause: "Pause", .resume: "Fortsetzen", .loading: "Wird geladen",
            .minutesNeeded: "Das dauert etwa %1$@ Min.",
            .tapLeft: "Links", .tapRight: "Rechts", .tapCount: "Berührungen: %1$@",
        ],
        .arabic: [
            .pause: "إيقاف مؤقت", .resume: "متابعة", .loading: "جارٍ التحميل",
            .minutesNeeded: "المدة التقريبية بالدقائق: %1$@.",
            .tapLeft: "يسار", .tapRight: "يمين", .tapCount: "عدد النقرات: %1$@",
        ],
    ])
}
