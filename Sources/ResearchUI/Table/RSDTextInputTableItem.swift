// A row whose answer is typed or picked, with all that is needed to show its question.

public import FoundationEssentials
public import Research

/// A row whose answer is typed or picked.
public struct RSDTextInputTableItem: Sendable {
    public var item: RSDTableItem
    public var indexPath: IndexPath
    public var question: FormQuestion
    /// The present answer.
    public var answer: FormAnswer
    /// The values to pick from; `nil` if the answer is typed.
    public var pickerSource: RSDPickerDataSource?

    public init(
        item: RSDTableItem,
        indexPath: IndexPath,
        question: FormQuestion,
        answer: FormAnswer = .unanswered,
        pickerSource: RSDPickerDataSource? = nil
    ) {
        self.item = item
        self.indexPath = indexPath
        self.question = question
        self.answer = answer
        self.pickerSource = pickerSource
    }

    public var identifier: String { question.identifier }
    /// How text is entered, and what is accepted.
    public var options: RSDTextFieldOptionsObject? { question.options }
    /// The text in an empty field.
    public var placeholder: String? { question.placeholder }
    /// The text of the answer in a field; empty without an answer.
    public var answerText: String { answer.value.map { question.typedText(for: $0) } ?? "" }
    /// The most characters that a text may have.
    public var maximumLength: Int { question.mostCharacters }
}
