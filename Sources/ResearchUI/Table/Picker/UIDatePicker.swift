// A date to pick. What is picked comes as text, in the form that the question's answer has, so that a
// host may have a calendar for it, or a line to type in.

internal import FoundationEssentials
public import Research
public import ViewTree

/// A date to pick.
open class UIDatePicker: UIView, RSDPickerViewProtocol {
    public final let dates: RSDDatePickerDataSource
    public final weak var observer: (any RSDPickerObserver)?
    /// What is picked, in the form that the answer has.
    public private(set) final var text: String? {
        didSet { if text != oldValue { setNeedsDisplay() } }
    }
    private let say: (AnswerValue) -> String

    /// A date to pick; `say` puts it into the form that the answer has.
    public init(_ dates: RSDDatePickerDataSource, say: @escaping (AnswerValue) -> String) {
        self.dates = dates
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

    /// What can be picked, without a bound that is that of now: it would be that of the form's opening.
    ///
    /// What lies beyond it is refused when it is picked.
    private var bounds: DateBounds {
        func written(_ date: Date?) -> String? { date.map { say(.date($0)) } }
        return DateBounds(
            format: dates.dateFormat,
            minimum: dates.minimumIsNow ? nil : written(dates.minimumDate),
            maximum: dates.maximumIsNow ? nil : written(dates.maximumDate),
            minuteInterval: dates.minuteInterval,
            initial: written(dates.defaultDate)
        )
    }

    private var kind: PickerContent.Kind {
        switch dates.mode {
        case .date: .date
        case .time: .time
        case .dateAndTime: .dateAndTime
        }
    }
}
