// Shows two buttons and counts the taps on them. Taps beside the buttons are recorded, but not counted.

internal import FoundationEssentials
internal import Research
internal import Timebase
internal import ViewTree

/// Counts taps on two buttons while its timer runs.
open class RSDTappingStepViewController: RSDStepViewController {
    public final let leftButton: UIButton = TapButton(name: "left")
    public final let rightButton: UIButton = TapButton(name: "right")
    /// The area around the buttons, which also receives taps beside them.
    public final let tapArea = RSDTouchArea(name: "tapArea")
    /// Shows the number of taps.
    public final let countLabel = UILabel(name: "tapCount", role: .value)

    /// The taps so far.
    public final var samples: [TappingSample] { count.samples }

    open override func viewDidLoad() {
        super.viewDidLoad()
        addButtons()
    }
    open override func wordsDidChange() {
        super.wordsDidChange()
        showWords()
    }

    /// Counts a tap, if the timer runs.
    open func tapped(_ button: TappingSample.Button) { note(button) }

    open override func stop() {
        waiting?.cancel()
        super.stop()
        keepTaps()
    }

    /// Waits for taps that were made in time and are still being transmitted, then goes on.
    override func timeIsOver() {
        guard let delay = host?.touchDelay, delay > .zero else { return super.timeIsOver() }
        let timekeeper = stepViewModel.timekeeper
        let end = timekeeper.now.advanced(by: delay)
        waiting = Task { [weak self] in
            guard (try? await timekeeper.sleep(until: end, tolerance: nil)) != nil,
                !Task.isCancelled
            else { return }
            self?.goForward()
        }
    }

    open override func stepWillLeave() {
        waiting?.cancel()
        super.stepWillLeave()
        keepTaps()
    }

    override func timerDidStart(anew: Bool) {
        super.timerDidStart(anew: anew)
        if anew { forgetTaps() }
    }

    private var count = TappingCount()
    /// The transmission time of the tap that is being reported, in seconds.
    private var secondsOnItsWay = 0.0
    private var keptCount: TappingCount?
    private var waiting: Task<Void, Never>?
}

extension RSDTappingStepViewController {
    private func addButtons() {
        for (button, side) in [(leftButton, TappingSample.Button.left), (rightButton, .right)] {
            button.onTap = { [weak self, weak button] in
                self?.tell(side, secondsAgo: (button as? TapButton)?.secondsOnItsWay ?? 0)
            }
        }
        tapArea.onTouch = { [weak self] touch in
            if touch.phase == .began { self?.tell(.none, secondsAgo: touch.secondsAgo) }
        }
        tapArea.addSubview(leftButton)
        tapArea.addSubview(rightButton)
        navigationBody?.addSubview(countLabel)
        navigationBody?.addSubview(tapArea)
        showWords()
    }

    private func showWords() {
        leftButton.title = words.own(.tapLeft)
        rightButton.title = words.own(.tapRight)
        showCount()
    }

    private func tell(_ button: TappingSample.Button, secondsAgo: Double) {
        secondsOnItsWay = secondsAgo
        tapped(button)
        secondsOnItsWay = 0
    }

    private func note(_ button: TappingSample.Button) {
        guard let clock else { return }
        // Date the tap by when it was made: one that was in transit when the time ended still counts.
        let instant = clock.timekeeper.now.advanced(by: .seconds(-secondsOnItsWay))
        guard clock.isRunning(at: instant) else { return }
        let seconds = clock.running(at: instant) / .seconds(1)
        let duration = activeStep?.duration ?? 0
        guard duration <= 0 || seconds < duration else { return }
        // Keep timestamps in order: no tap is before the start, or before a tap that was reported earlier.
        let earliest = count.samples.last?.timestamp ?? 0
        count.add(TappingSample(timestamp: max(seconds, earliest), button: button))
        showCount()
    }

    /// Discards the taps of the previous run of the timer.
    private func forgetTaps() {
        count = TappingCount()
        showCount()
    }

    private func showCount() { countLabel.text = words.own(.tapCount, "\(count.taps)") }

    /// Writes the taps into the step's result, unless they are unchanged since the last time.
    private func keepTaps() {
        guard !isFirstAppearance, keptCount != count,
            var result = currentResult as? any RSDCollectionResult
        else { return }
        keptCount = count
        let hand = (step as? RSDTappingStepObject)?.hand
        for answer in count.answers(hand: hand, at: nowAsDate) {
            result.appendInputResults(with: answer)
        }
        currentResult = result
    }
}

/// A button that counts a tap when a finger touches it, for hosts that report touches.
///
/// Such a host may also report the tap that the touch makes; that tap is not counted again.
private final class TapButton: UIButton {
    /// The touches on the button, by index.
    private var down: Set<Int> = []
    /// Ended touches whose taps the host may still report.
    private var unreported: Set<Int> = []
    /// The transmission time of the touch that is being handled, in seconds.
    private(set) var secondsOnItsWay = 0.0

    override func receive(_ event: ViewEvent) -> Bool {
        switch event {
        case .touched(_, let touch):
            follow(touch)
            return true
        case .tapped where !unreported.isEmpty:
            unreported.removeFirst()
            return true
        default: return super.receive(event)
        }
    }

    private func follow(_ touch: ViewEvent.Touch) {
        switch touch.phase {
        case .began:
            // Taps of earlier touches will not be reported any more. If this touch is on the button already, its end
            // was reported to another element.
            if down.subtracting([touch.index]).isEmpty { unreported = [] }
            unreported.remove(touch.index)
            down.insert(touch.index)
            guard isEnabled else { return }
            secondsOnItsWay = touch.secondsAgo
            onTap?()
            secondsOnItsWay = 0
        case .ended:
            // A touch that ends beside the button makes no tap.
            guard down.remove(touch.index) != nil, touch.isWithin else { return }
            unreported.insert(touch.index)
        case .cancelled: down.remove(touch.index)
        case .moved: break
        }
    }
}

extension ViewEvent.Touch {
    /// True if the touch is within the element that it is reported to.
    fileprivate var isWithin: Bool { (0...1).contains(x) && (0...1).contains(y) }
}
