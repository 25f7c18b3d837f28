import FoundationEssentials
import Research
import Testing
import Timebase

/// A task that knows a result before anything has recorded.
private final class MeasuredTask: RSDTaskObject {
    override func instantiateTaskResult() -> any RSDTaskResult {
        var result = super.instantiateTaskResult()
        result.asyncResults = [Sample.answer("own", .integer(1)), Sample.answer("both", nil)]
        return result
    }
}

@MainActor
@Suite("A task that is fetched")
struct FetchedResultTests {
    @Test("has its own async results beside those that the run has recorded by then")
    func merges() {
        let info = RSDTaskInfoStepObject(
            info: RSDTaskInfoObject(identifier: "info"),
            taskTransformer: nil
        )
        let path = RSDTaskViewModel(taskInfo: info, timekeeper: ManualTimekeeper())
        path.taskResult.asyncResults = [
            Sample.answer("both", .integer(2)), Sample.answer("run", .integer(3)),
        ]
        path.didFetch(MeasuredTask(identifier: "fetched", steps: Sample.plain("a")))
        let results = path.taskResult.asyncResults ?? []
        #expect(results.map(\.identifier) == ["own", "both", "run"])
        #expect((results[1] as? any RSDAnswerResult)?.value == .integer(2))
    }
}
