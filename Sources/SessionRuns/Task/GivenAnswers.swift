// Reads a file of answers for a task that runs without a participant. A name that the task does not have is refused
// before the run (see `AnswerMatching`); otherwise its answer would silently be missing from the result.

internal import FoundationEssentials
internal import PlainWords
internal import Research
internal import SystemCalls

/// The content of a file of answers.
public struct GivenAnswers {
    /// The file.
    public let path: String
    /// Its entries: the answers of a step by its identifier, or one answer by its key in `answers.json`.
    let entries: [String: JSONValue]
    /// The keys that occur twice in one object, so that it is unclear which of two answers is meant.
    let repeatedKeys: [RSDTaskFileError]

    /// The remedy in messages about the file's form.
    static let form = "write {\"STEP\": {\"QUESTION\": ANSWER}}"

    /// Reads a file of answers.
    public init(at path: String) throws {
        self.path = path
        let data: Data
        do throws(SystemError) {
            let file = try OpenFile.openPlain(path)
            data = Data(try file.readAll(limit: 16 << 20))
        } catch {
            throw RunFailure("--answers: \(FileWords.of(error, "a file of answers"))")
        }
        do {
            entries = try JSONDecoder().decode([String: JSONValue].self, from: data)
        } catch {
            let fault = RSDTaskFileError(error, in: data)
            throw RunFailure(
                "\(path.printable): \(fault.path): \(fault.what); \(Self.form)"
            )
        }
        repeatedKeys = RSDTaskFileError.repeatedKeys(in: data)
    }
}
