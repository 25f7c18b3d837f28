// A date picker. The picked date comes as text in the format of the participant's language, so that a host can use a
// calendar or a text line for it.

internal import FoundationEssentials
public import Research
public import ViewTree

/// A picker for a date, a time or both.
open class UIDatePicker: UIView, RSDPickerViewProtocol {
    public final let dates: RSDDatePickerDataSource
    public final weak var observer: (any RSDPickerObserver)?
    /// The picked date, as it is shown or typed.
    public private(set) final var text: String? {
        didSet { if text != oldValue { setNeedsDisplay() } }
    }
    private let form: String?
    private let say: (AnswerValue) -> String

    /// Creates a date picker.
    ///
    /// - Parameters:
    ///   - dates: The dates that can be picked.
    ///   - form: The format for typing a date, in letters of the participant's language.
    ///   - say: Formats a date.
    public init(
        _ dates: RSDDatePickerDataSource,
        form: String? = nil,
        say: @escaping (AnswerValue) -> String
    ) {
        self.dates = dates
        self.form = form
        self.say = say
        super.init(name: "picker")
    }

    open override var content: ViewContent {
        .picker(PickerContent(kind, columns: [], selected: [], text: text, dates: bounds))
    }

    open override func receive(_ event: ViewEvent) -> Bool {
        guard case .entered(_, let whole) = event else { return false }
        text = whole.isEmpty ? nil : whole
        observer?.pickerValueChanged(self)
        return true
    }

    open var input: AnswerInput? { text.map(AnswerInput.text) }

    open func setCurrentAnswer(_ answer: AnswerValue?) { text = answer.map(say) }

    private var bounds: DateBounds {
        let limits = DateLimits(
            minimum: dates.minimumDate,
            maximum: dates.maximumDate,
            minimumIsNow: dates.minimumIsNow,
            maximumIsNow: dates.maximumIsNow
        )
        var bounds = DateBounds(dates.dateFormat, form: form, limits, say: say)
        bounds.minuteInterval = dates.minuteInterval
        bounds.initial = dates.defaultDate.map { say(.date($0)) }
        return bounds
    }

    private var kind: PickerContent.Kind {
        switch dates.mode {
        case .date: .date
        case .time: .time
        case .dateAndTime: .dateAndTime
        }
    }
}
