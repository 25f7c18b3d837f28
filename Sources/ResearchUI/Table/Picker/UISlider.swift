// A number to slide to, where there are too many to turn a wheel for.

public import Research
public import ViewTree

/// A number to slide to.
open class UISlider: UIView, RSDPickerViewProtocol {
    public final let numbers: RSDNumberPickerDataSource
    public final weak var observer: (any RSDPickerObserver)?
    /// Where it stands; `nil` until somebody has slid it.
    public private(set) final var value: Double? {
        didSet { if value != oldValue { setNeedsDisplay() } }
    }

    /// A number as somebody has typed it, while it is judged.
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
        // The host has moved it already, and has to move it to the step.
        if value == self.value, value != place { setNeedsDisplay() }
        self.value = value
        observer?.pickerValueChanged(self)
        return true
    }

    /// Has the question read what was typed: it knows how its numbers are written, and says what is wrong.
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

    /// The number that lies nearest, by whole steps from the least one.
    private func nearest(to place: Double) -> Double {
        let inside = min(max(place, numbers.minimum), numbers.maximum)
        guard numbers.step > 0 else { return inside }
        let last = ((numbers.maximum - numbers.minimum) / numbers.step + 1e-9).rounded(.down)
        let steps = ((inside - numbers.minimum) / numbers.step).rounded()
        let nearest = numbers.minimum + min(steps, last) * numbers.step
        // Ends that are too far apart for any number between would make one that is none.
        return nearest.isFinite ? nearest : inside
    }
}
