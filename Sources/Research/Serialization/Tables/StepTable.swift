// Which Swift type reads which `type` of step; any other is read as a generic one.

/// The types of steps that can be decoded.
struct StepTable: Sendable {
    private var types: [RSDStepType: any (RSDStep & Decodable).Type] = [
        .active: RSDActiveUIStepObject.self,
        .instruction: RSDActiveUIStepObject.self,
        .countdown: RSDCountdownUIStepObject.self,
        .completion: RSDResultSummaryStepObject.self,
        .feedback: RSDResultSummaryStepObject.self,
        .overview: RSDOverviewStepObject.self,
        .imagePicker: RSDImagePickerStepObject.self,
        .form: RSDFormUIStepObject.self,
        .demographics: RSDFormUIStepObject.self,
        .section: RSDSectionStepObject.self,
        .taskInfo: RSDTaskInfoStepObject.self,
        .transform: RSDStepTransformerObject.self,
        .subtask: RSDSubtaskStepObject.self,
    ]

    /// The words that are known, for suggestions.
    var knownWords: [String] { types.keys.map(\.rawValue).sorted() }

    subscript(type: RSDStepType) -> (any (RSDStep & Decodable).Type)? {
        get { types[type] }
        set { types[type] = newValue }
    }
}
