// Shows two buttons and counts how they are tapped. A hand that touches beside them is counted apart.

internal import Foundation
internal import Research
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

    open override func start() {
        let beginsAnew = clock?.stoppedAt != nil
        super.start()
        if beginsAnew, clock?.stoppedAt == nil { forgetTaps() }
    }

    open override func stop() {
        super.stop()
        keepTaps()
    }

    open override func stepWillLeave() {
        super.stepWillLeave()
        keepTaps()
    }

    private var count = TappingCount()
    private var keptCount: TappingCount?
}

extension RSDTappingStepViewController {
    private func addButtons() {
        leftButton.onTap = { [weak self] in self?.tapped(.left) }
        rightButton.onTap = { [weak self] in self?.tapped(.right) }
        tapArea.onTouch = { [weak self] touch in
            if touch.phase == .began { self?.tapped(.none) }
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

    private func note(_ button: TappingSample.Button) {
        guard let clock, clock.stoppedAt == nil, !clock.isPaused, !timer.isOver else { return }
        let seconds = clock.runningDuration / .seconds(1)
        count.add(TappingSample(timestamp: seconds, button: button))
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
    private var fingersDown = 0
    private var untoldTaps = 0

    override func receive(_ event: ViewEvent) -> Bool {
        switch event {
        case .touched(_, let touch):
            follow(touch.phase)
            return true
        case .tapped where untoldTaps > 0:
            untoldTaps -= 1
            return true
        default: return super.receive(event)
        }
    }

    private func follow(_ phase: ViewEvent.Touch.Phase) {
        switch phase {
        case .began:
            // The taps of touches before are not told any more.
            if fingersDown == 0 { untoldTaps = 0 }
            fingersDown += 1
            untoldTaps += 1
            if isEnabled { onTap?() }
        case .ended: fingersDown = max(0, fingersDown - 1)
        case .cancelled:
            fingersDown = max(0, fingersDown - 1)
            // Such a touch makes no tap.
            untoldTaps = max(0, untoldTaps - 1)
        case .moved: break
        }
    }
}
