// A slider for a number. The table uses it if a question asks for it, or has too many numbers for a column.

public import Research
public import ViewTree

/// A slider for a number.
open class UISlider: UIView, RSDPickerViewProtocol {
    public final let numbers: RSDNumberPickerDataSource
    public final weak var observer: (any RSDPickerObserver)?
    /// The selected number; `nil` before one is selected or set, and after an empty text or an answer without a number.
    public private(set) final var value: Double? {
        didSet { if value != oldValue { setNeedsDisplay() } }
    }

    /// The text that the participant typed; set only while the observer is called, which reads it from `input`.
    private var typed: String?

    public init(_ numbers: RSDNumberPickerDataSource) {
        self.numbers = numbers
        super.init(name: "slider")
    }

    open override var content: ViewContent {
        .slider(
            SliderContent(
                minimum: numbers.minimum,
                maximum: numbers.maximum,
                step: numbers.step,
                value: value,
                unit: numbers.unit
            )
        )
    }

    open override func receive(_ event: ViewEvent) -> Bool {
        if case .entered(_, let text) = event {
            take(text)
            return true
        }
        guard case .slid(_, let place) = event, place.isFinite else { return false }
        let value = nearest(to: place)
        // `value` does not change, so it does not redraw. The host would go on showing the position between two steps.
        if value == self.value, value != place { setNeedsDisplay() }
        self.value = value
        observer?.pickerValueChanged(self)
        return true
    }

    /// Tells the observer of a typed text; an empty text clears the value.
    ///
    /// The observer gets the text from `input`. The question then parses it in its number format, and reports errors.
    private func take(_ text: String) {
        if text.isEmpty { value = nil } else { typed = text }
        observer?.pickerValueChanged(self)
        typed = nil
    }

    open var input: AnswerInput? {
        if let typed { return .text(typed) }
        return value.map { value in
            guard numbers.isInteger, let whole = Int(exactly: value.rounded()) else {
                return .value(.decimal(value))
            }
            return .value(.integer(whole))
        }
    }

    open func setCurrentAnswer(_ answer: AnswerValue?) {
        switch answer {
        case .integer(let number): value = Double(number)
        case .decimal(let number): value = number
        case .boolean, .string, .date, .data, .codable, .array, .dictionary, nil: value = nil
        }
    }

    /// Returns the value nearest to `place` that is at `minimum + n * step`, for a whole `n`, within the range.
    ///
    /// Without a step, or if the computation overflows, returns `place` itself, limited to the range.
    private func nearest(to place: Double) -> Double {
        let inside = min(max(place, numbers.minimum), numbers.maximum)
        guard numbers.step > 0 else { return inside }
        let last = ((numbers.maximum - numbers.minimum) / numbers.step + 1e-9).rounded(.down)
        let steps = ((inside - numbers.minimum) / numbers.step).rounded()
        let nearest = numbers.minimum + min(steps, last) * numbers.step
        // With extreme bounds, the computation of `nearest` overflows.
        return nearest.isFinite ? nearest : inside
    }
}
