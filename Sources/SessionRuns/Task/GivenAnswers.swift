// Answers that a file has ready, for a task that runs without a person. A name that the task does not
// have is refused before anything runs: its answer would be missing from the result in silence.

internal import FoundationEssentials
internal import PlainWords
internal import Research
internal import SystemCalls

/// The answers of a file.
public struct GivenAnswers {
    /// The file.
    public let path: String
    /// What stands in it: the answers of a step, or an answer by the name that `answers.json` has for it.
    let entries: [String: JSONValue]
    /// The keys that stand twice in one object: of two answers nobody can tell which is meant.
    let repeatedKeys: [RSDTaskFileError]

    /// How a file of answers is written by hand.
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
