// The interface of pickers, as controllers written for SageResearch expect it.

public import Research

/// A view for picking an answer.
@MainActor
public protocol RSDPickerViewProtocol: AnyObject {
    /// The picked answer, as input for a question; `nil` if nothing is picked.
    var input: AnswerInput? { get }
    /// The object that is notified of a picked answer.
    var observer: (any RSDPickerObserver)? { get set }
    /// Shows an answer.
    func setCurrentAnswer(_ answer: AnswerValue?)
}

/// Receives picked answers.
@MainActor
public protocol RSDPickerObserver: AnyObject {
    /// Called when an answer was picked; the sender is the picker.
    func pickerValueChanged(_ sender: Any)
}
