// A row that is filled in, with all that whoever shows it must know of its question.

public import FoundationEssentials
public import Research

/// A row that is filled in.
public struct RSDTextInputTableItem: Sendable {
    public var item: RSDTableItem
    public var indexPath: IndexPath
    public var question: FormQuestion
    /// What it is answered now.
    public var answer: FormAnswer
    /// What it is picked from; `nil` where it is typed.
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
    /// What stands in an empty field.
    public var placeholder: String? { question.placeholder }
    /// The answer as a field shows it; empty without one.
    public var answerText: String { answer.value.map { question.typedText(for: $0) } ?? "" }
    /// How many characters a text may have.
    public var maximumLength: Int { question.mostCharacters }
}
