// Shows two buttons and counts how they are tapped. A hand that touches beside them is counted apart.

internal import Foundation
internal import Research
internal import Timebase
internal import ViewTree

/// Counts taps on two buttons while its timer runs.
open class RSDTappingStepViewController: RSDStepViewController {
    public final let leftButton: UIButton = TapButton(name: "left")
    public final let rightButton: UIButton = TapButton(name: "right")
    /// Where the buttons are, and what is beside them.
    public final let tapArea = RSDTouchArea(name: "tapArea")
    /// How often the buttons were tapped.
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

    /// Waits for the taps that are on their way still, and goes on then.
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
    /// How long the tap that is being told was on its way.
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
        // A tap that was on its way when the time was over is one of that time.
        let instant = clock.timekeeper.now.advanced(by: .seconds(-secondsOnItsWay))
        guard instant >= clock.start,
            (clock.stoppedAt ?? clock.pausedAt).map({ instant < $0 }) ?? true
        else { return }
        let seconds = clock.running(at: instant) / .seconds(1)
        let duration = activeStep?.duration ?? 0
        guard duration <= 0 || seconds < duration else { return }
        // No tap lies before the beginning, nor before one that was told earlier.
        let earliest = count.samples.last?.timestamp ?? 0
        count.add(TappingSample(timestamp: max(seconds, earliest), button: button))
        showCount()
    }

    /// What was tapped in a time that is over is not of the one that begins.
    private func forgetTaps() {
        count = TappingCount()
        showCount()
    }

    private func showCount() { countLabel.text = words.own(.tapCount, "\(count.taps)") }

    /// Writes the taps into the step's result, once for each number of them.
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

/// A button that counts as a hand comes down, for hosts that tell touches.
///
/// Such a host may tell the tap that a touch makes as well: that is the same one.
private final class TapButton: UIButton {
    /// The hands that are on it.
    private var down: Set<Int> = []
    /// The hands that have tapped it, and whose taps may still be told.
    private var untold: Set<Int> = []
    /// How long the touch that taps it now was on its way.
    private(set) var secondsOnItsWay = 0.0

    override func receive(_ event: ViewEvent) -> Bool {
        switch event {
        case .touched(_, let touch):
            follow(touch)
            return true
        case .tapped where !untold.isEmpty:
            untold.removeFirst()
            return true
        default: return super.receive(event)
        }
    }

    private func follow(_ touch: ViewEvent.Touch) {
        switch touch.phase {
        case .began:
            // The taps of touches before are not told any more. A hand that is on it already has gone
            // elsewhere meanwhile: its end was told there.
            if down.subtracting([touch.index]).isEmpty { untold = [] }
            untold.remove(touch.index)
            down.insert(touch.index)
            guard isEnabled else { return }
            secondsOnItsWay = touch.secondsAgo
            onTap?()
            secondsOnItsWay = 0
        case .ended:
            // A hand that is let go beside it makes no tap.
            guard down.remove(touch.index) != nil, touch.isWithin else { return }
            untold.insert(touch.index)
        case .cancelled: down.remove(touch.index)
        case .moved: break
        }
    }
}

extension ViewEvent.Touch {
    /// Whether it is on the element that it is told to.
    fileprivate var isWithin: Bool { (0...1).contains(x) && (0...1).contains(y) }
}
