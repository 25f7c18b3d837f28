import FoundationEssentials
import Research
import Testing

@MainActor
@Suite("A recorder's result in the task's result")
struct AttachResultsTests {
    let path = RSDStandalonePath(identifier: "Gait")
    var task = RSDTaskResultObject(
        identifier: "Gait",
        taskRunUUID: SampleResults.task.taskRunUUID,
        startDate: SampleResults.begin
    )

    private func file(_ identifier: String, run: Int = 0) -> RSDFileResultObject {
        RSDFileResultObject(
            identifier: identifier,
            startDate: SampleResults.begin.addingTimeInterval(Double(run)),
            relativePath: "\(identifier)-\(run).json"
        )
    }

    private func controller(
        _ identifier: String,
        run: Int = 0,
        isRecorded: Bool = true,
        shouldDeletePrevious: Bool = true,
        error: (any Error)? = nil
    ) -> ScriptedController {
        ScriptedController(
            configuration: RecorderConfiguration(
                identifier: identifier,
                shouldDeletePrevious: shouldDeletePrevious
            ),
            path: path,
            result: isRecorded ? file(identifier, run: run) : nil,
            error: error
        )
    }

    private var attached: [String] {
        (task.asyncResults ?? []).map {
            ($0 as? RSDFileResultObject)?.relativePath ?? $0.identifier
        }
    }

    @Test("is in the order in which the recorders were handled")
    mutating func keepsOrder() {
        for identifier in ["walk", "balance", "audio"] {
            task.attachResults(of: controller(identifier), at: SampleResults.end)
        }
        #expect(attached == ["walk-0.json", "balance-0.json", "audio-0.json"])
    }

    @Test("is the partial file and then the error after a failure")
    mutating func keepsPartialFile() {
        task.attachResults(of: controller("walk", error: Fault.disk), at: SampleResults.end)
        task.attachResults(of: controller("balance"), at: SampleResults.end)
        #expect(attached == ["walk-0.json", "walk_error", "balance-0.json"])
        #expect(task.asyncResults?[1].endDate == SampleResults.end)
    }

    @Test("is the error alone if nothing was recorded, and nothing without an error")
    mutating func keepsErrorAlone() {
        task.attachResults(of: controller("audio", isRecorded: false), at: SampleResults.end)
        #expect(task.asyncResults == nil)
        task.attachResults(
            of: controller("walk", isRecorded: false, error: Fault.device),
            at: SampleResults.end
        )
        #expect(attached == ["walk_error"])
    }

    @Test("is replaced by a later run that deletes the earlier one, and moves last")
    mutating func replacesEarlier() {
        task.attachResults(of: controller("walk", error: Fault.disk), at: SampleResults.end)
        task.attachResults(of: controller("balance"), at: SampleResults.end)
        task.attachResults(of: controller("walk", run: 1), at: SampleResults.end)
        #expect(attached == ["balance-0.json", "walk-1.json"])
    }

    @Test("stays beside that of a later run that keeps the earlier one")
    mutating func keepsEarlier() {
        for run in 0...1 {
            let walk = controller("walk", run: run, shouldDeletePrevious: false, error: Fault.disk)
            task.attachResults(of: walk, at: SampleResults.end)
        }
        #expect(attached == ["walk-0.json", "walk_error", "walk-1.json", "walk_error"])
    }

    @Test("is there once, though the same run is attached twice", arguments: [true, false])
    mutating func notesOnce(shouldDeletePrevious: Bool) {
        let walk = controller(
            "walk",
            shouldDeletePrevious: shouldDeletePrevious,
            error: Fault.disk
        )
        task.attachResults(of: walk, at: SampleResults.begin)
        task.attachResults(of: walk, at: SampleResults.end)
        #expect(attached == ["walk-0.json", "walk_error"])
    }

    @Test("stays when a later run fails before it has recorded anything")
    mutating func keepsWhatWasRecorded() {
        task.attachResults(of: controller("walk"), at: SampleResults.begin)
        task.attachResults(
            of: controller("walk", isRecorded: false, error: Fault.device),
            at: SampleResults.end
        )
        #expect(attached == ["walk-0.json", "walk_error"])
    }

    @Test("is replaced by identifier for what is no recorder")
    mutating func replacesRequests() {
        for run in 0...1 {
            let request = ScriptedController(
                configuration: PlainConfiguration(identifier: "weather"),
                path: path,
                result: file("weather", run: run)
            )
            task.attachResults(of: request, at: SampleResults.end)
        }
        #expect(attached == ["weather-1.json"])
    }
}

@Suite("Results with the same identifier")
struct SameIdentifierTests {
    @Test("replace each other and move last, in a collection")
    func inCollection() {
        var collection = RSDCollectionResultObject(
            identifier: "form",
            startDate: SampleResults.begin
        )
        for identifier in ["a", "b", "a"] {
            collection.appendInputResults(
                with: RSDResultObject(identifier: identifier, startDate: SampleResults.end)
            )
        }
        #expect(collection.inputResults.map(\.identifier) == ["b", "a"])
    }

    @Test("replace each other and move last, among a task's async results")
    func inTask() {
        var task = SampleResults.task
        task.appendAsyncResult(with: SampleResults.collection)
        #expect(task.asyncResults?.map(\.identifier) == ["walk_error", "walk_audio", "walk"])
    }
}
