// What an answer is picked with, as controllers of the field expect it.

public import Research

/// A view in which an answer is picked.
@MainActor
public protocol RSDPickerViewProtocol: AnyObject {
    /// What is picked, as a question takes it; `nil` until something is.
    var input: AnswerInput? { get }
    /// Who hears when something was picked.
    var observer: (any RSDPickerObserver)? { get set }
    /// Turns to an answer.
    func setCurrentAnswer(_ answer: AnswerValue?)
}

/// Hears when something was picked.
@MainActor
public protocol RSDPickerObserver: AnyObject {
    /// Something was picked; the sender is the picker.
    func pickerValueChanged(_ sender: Any)
}
