// A subclass of ORKStepViewController that overrides all that is open in it, as an app that was written to
// ResearchKit would.

import Research
import ResearchKitSteps
import ResearchUI

/// Shows a step for a host in ResearchKit's style, and logs the calls.
final class NotingORKStepViewController: ORKStepViewController {
    /// The step's name in the log.
    private var place: String { super.step?.identifier ?? "" }

    private func note(_ member: String = #function) {
        CallLog.ofRun.note(.orkStep, member, at: place)
    }

    private func noteSetter(_ member: String = #function) { note("\(member) =") }

    override var step: ORKStep? {
        get {
            note()
            return super.step
        }
        set {
            noteSetter()
            super.step = newValue
        }
    }
    override weak var delegate: (any ORKStepViewControllerDelegate)? {
        get {
            note()
            return super.delegate
        }
        set {
            noteSetter()
            super.delegate = newValue
        }
    }
    override var continueButtonTitle: String? {
        get {
            note()
            return super.continueButtonTitle
        }
        set {
            noteSetter()
            super.continueButtonTitle = newValue
        }
    }
    override var learnMoreButtonTitle: String? {
        get {
            note()
            return super.learnMoreButtonTitle
        }
        set {
            noteSetter()
            super.learnMoreButtonTitle = newValue
        }
    }
    override var skipButtonTitle: String? {
        get {
            note()
            return super.skipButtonTitle
        }
        set {
            noteSetter()
            super.skipButtonTitle = newValue
        }
    }
    override var backButtonItem: UIBarButtonItem? {
        get {
            note()
            return super.backButtonItem
        }
        set {
            noteSetter()
            super.backButtonItem = newValue
        }
    }
    override var cancelButtonItem: UIBarButtonItem? {
        get {
            note()
            return super.cancelButtonItem
        }
        set {
            noteSetter()
            super.cancelButtonItem = newValue
        }
    }
    override var result: ORKStepResult? {
        note()
        return super.result
    }
    override func addResult(_ result: ORKResult) {
        note()
        super.addResult(result)
    }
    override func hasPreviousStep() -> Bool {
        note()
        return super.hasPreviousStep()
    }
    override func hasNextStep() -> Bool {
        note()
        return super.hasNextStep()
    }
    override var taskViewController: RSDTaskViewController? {
        note()
        return super.taskViewController
    }
    override func goForward() {
        note()
        super.goForward()
    }
    override func goBackward() {
        note()
        super.goBackward()
    }
    override func skipForward() {
        note()
        super.skipForward()
    }
    override var hasBeenPresented: Bool {
        note()
        return super.hasBeenPresented
    }
    override func viewDidLoad() {
        note()
        super.viewDidLoad()
    }
    override func viewWillAppear(_ animated: Bool) {
        note()
        super.viewWillAppear(animated)
    }
    override func viewDidAppear(_ animated: Bool) {
        note()
        super.viewDidAppear(animated)
    }
    override func viewWillDisappear(_ animated: Bool) {
        note()
        super.viewWillDisappear(animated)
    }
}
