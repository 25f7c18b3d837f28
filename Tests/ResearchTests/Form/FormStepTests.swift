import FoundationEssentials
import Research
import Testing
import Timebase

/// A rule that leads to a step after one given answer, or without an answer.
private struct FixedRule: RSDSurveyRule {
    var answer: Bool?
    var target: String

    func evaluateRule(with result: (any RSDResult)?) -> String? {
        let value = (result as? any RSDAnswerResult)?.value
        return value == answer.map(AnswerValue.boolean) ? target : nil
    }

    func evaluateCohorts(with result: (any RSDResult)?) -> CohortChange { CohortChange() }
}

/// Collects the sections whose answers changed.
@MainActor
private final class Listener: RSDTableDataSourceDelegate {
    var sections: [Int] = []

    func tableDataSource(_ dataSource: any RSDTableDataSource, didChangeAnswersIn section: Int) {
        sections.append(section)
    }
}

@Suite("A form step")
@MainActor
struct FormStepTests {
    static let task = #"""
        {"identifier":"survey","steps":[
          {"identifier":"intro","type":"instruction"},
          {"identifier":"form","type":"form","footnote":"Thanks","inputFields":[
            {"identifier":"sex","type":"singleChoice","prompt":"Sex","choices":["f","m"],
             "defaultAnswer":"f"},
            {"identifier":"age","type":"integer","prompt":"Age","range":{"minimumValue":18}},
            {"identifier":"note","type":"string","optional":true}]},
          {"identifier":"end","type":"completion"}]}
        """#

    private func path() throws -> RSDTaskViewModel {
        let factory = RSDFactory(writingDatesIn: .utc)
        let task = try factory.decodeTask(with: Data(Self.task.utf8))
        return RSDTaskViewModel(task: task, timekeeper: ManualTimekeeper())
    }

    private func form(_ path: RSDTaskViewModel) throws -> RSDFormUIStepObject {
        try #require(path.task?.stepNavigator.step(with: "form") as? RSDFormUIStepObject)
    }

    private func shown(_ path: RSDTaskViewModel) throws -> any RSDTableDataSource {
        _ = path.moveForward()
        _ = path.moveForward()
        let step = try form(path)
        return try #require(
            step.instantiateDataSource(with: path, for: RSDFormUIHint.tableHints)
        )
    }

    private func answers(_ path: RSDTaskViewModel) -> [String: AnswerValue?] {
        let result = path.taskResult.findResult(for: "form") as? any RSDCollectionResult
        let pairs = (result?.inputResults ?? []).map { ($0.identifier, $0 as? any RSDAnswerResult) }
        return Dictionary(pairs.map { ($0.0, $0.1?.value) }) { _, last in last }
    }

    @Test("puts its default answers into its result when it appears")
    func hasDefaults() throws {
        let path = try path()
        let table = try shown(path)
        #expect(answers(path) == ["sex": .string("f")])
        #expect(!table.allAnswersValid())
        #expect(table.sections.map(\.items.count) == [2, 2, 1])
        #expect(path.taskResult.stepHistory.map(\.identifier) == ["intro", "form"])
    }

    @Test("writes each answer to its result, and removes cleared ones")
    func writes() throws {
        let path = try path()
        let table = try shown(path)
        let listener = Listener()
        table.delegate = listener
        try table.saveAnswer(.text("61"), toField: "age")
        try table.saveAnswer(.text("hello"), toField: "note")
        #expect(
            answers(path) == ["sex": .string("f"), "age": .integer(61), "note": .string("hello")]
        )
        #expect(table.allAnswersValid())
        let place = try #require(table.indexPath(ofField: "sex"))
        let group = try #require(table.itemGroup(at: place))
        let result = try table.selectAnswer(item: group.items[1], at: IndexPath(row: 1, section: 0))
        #expect(result.isSelected && result.reloadSection)
        try table.saveAnswer(.cleared, toField: "note")
        #expect(answers(path) == ["sex": .string("m"), "age": .integer(61)])
        #expect(listener.sections == [1, 1, 0, 1])
        let form = try #require(
            path.taskResult.findResult(for: "form") as? RSDCollectionResultObject
        )
        let age = try #require(form.findResult(with: "age") as? RSDAnswerResultObject)
        #expect(age.questionText == "Age")
        #expect(age.startDate >= form.startDate && age.endDate >= age.startDate)
    }

    @Test("does not change its result when it refuses an answer")
    func refuses() throws {
        let path = try path()
        let table = try shown(path)
        try table.saveAnswer(.text("61"), toField: "age")
        #expect(throws: RSDInputFieldError.self) {
            try table.saveAnswer(.text("17"), toField: "age")
        }
        #expect(throws: RSDInputFieldError.self) {
            try table.saveAnswer(.text("17"), toField: "nothing")
        }
        #expect(answers(path) == ["sex": .string("f"), "age": .integer(61)])
    }

    @Test("restores its answers when it appears again")
    func restores() throws {
        let path = try path()
        let table = try shown(path)
        try table.saveAnswer(.text("61"), toField: "age")
        try table.saveAnswer(.value(.string("m")), toField: "sex")
        let again = try #require(
            try form(path).instantiateDataSource(with: path, for: RSDFormUIHint.tableHints)
        )
        #expect(again.allAnswersValid())
        #expect(answers(path) == ["sex": .string("m"), "age": .integer(61)])
    }

    @Test("uses the stored answers of earlier runs, if they are valid")
    func hasStoredAnswers() throws {
        let path = try path()
        path.storedAnswers = ["form": ["age": .integer(44), "note": .string("hi")], "x": [:]]
        let table = try shown(path)
        #expect(
            answers(path) == ["sex": .string("f"), "age": .integer(44), "note": .string("hi")]
        )
        #expect(table.allAnswersValid())
        // An answer of this run takes precedence.
        try table.saveAnswer(.text("61"), toField: "age")
        let step = try form(path)
        _ = step.instantiateDataSource(with: path, for: RSDFormUIHint.tableHints)
        #expect(answers(path)["age"] == .integer(61))
        let own = RSDFormStepDataSource(
            step: step,
            parent: nil,
            locale: Forms.locale,
            stored: ["age": .integer(17), "sex": .string("m")]
        )
        // The stored age 17 is below the minimum.
        #expect(own.editor.groups.map(\.answer.value) == [.string("m"), nil, nil])
    }

    @Test("parses numbers, measures and dates by the host's locale and time zone")
    func hasLocale() throws {
        let text = #"""
            {"identifier":"t","steps":[{"identifier":"form","type":"form","inputFields":[
              {"identifier":"h","type":"height"},{"identifier":"d","type":"decimal"},
              {"identifier":"day","type":"dateOnly"}]}]}
            """#
        let zone = UTCOffset(secondsFromGMT: 20_700, identifier: "Asia/Kathmandu")
        let factory = RSDFactory(
            writingDatesIn: zone,
            surroundings: FactorySurroundings(
                answerLocale: AnswerLocale(regionCode: "US", decimalSeparator: ",")
            )
        )
        let task = try factory.decodeTask(with: Data(text.utf8))
        let path = RSDTaskViewModel(task: task, timekeeper: ManualTimekeeper())
        _ = path.moveForward()
        let step = try #require(path.currentStep as? RSDFormUIStepObject)
        #expect(step.answerLocale.offset == zone)
        let table = try #require(
            step.copy(with: "form").instantiateDataSource(with: path, for: RSDFormUIHint.tableHints)
        )
        try table.saveAnswer(.text("5 ft 0 in"), toField: "h")
        try table.saveAnswer(.text("1,5"), toField: "d")
        try table.saveAnswer(.text("1990-05-12"), toField: "day")
        #expect(answers(path)["h"] == .decimal(152.4))
        #expect(answers(path)["d"] == .decimal(1.5))
        // The encoded day is the typed day.
        let result = try #require(path.taskResult as? RSDTaskResultObject)
        let written = try factory.createJSONEncoder().encode(result)
        #expect(String(decoding: written, as: UTF8.self).contains(#""1990-05-12""#))
        #expect(FactorySurroundings().answerLocale == AnswerLocale())
        let bare = RSDFormUIStepObject(identifier: "form", inputFields: step.inputFields)
        #expect(bare.answerLocale == AnswerLocale())
    }

    @Test(
        "is refused without questions, with its path",
        arguments: [
            ("", "steps[1]"), (#","inputFields":null"#, "steps[1].inputFields"),
            (#","inputFields":[]"#, "steps[1].inputFields"),
        ]
    )
    func isRefusedWithoutQuestions(keys: String, place: String) throws {
        for type in ["form", "demographics"] {
            let text = #"""
                {"identifier":"t","steps":[{"identifier":"i","type":"instruction"},
                  {"identifier":"f","type":"\#(type)"\#(keys)}]}
                """#
            let error = #expect(throws: RSDTaskFileError.self) {
                try RSDFactory().decodeTask(with: Data(text.utf8))
            }
            #expect(error?.path.description == place)
            #expect(error?.remedy != nil)
            let found = TaskFileCheck.faults(in: Data(text.utf8))
            #expect(found.contains { $0.path.description == place })
        }
        let made = #expect(throws: RSDValidationError.self) {
            try RSDFormUIStepObject(identifier: "f", inputFields: []).validate()
        }
        #expect(made?.faults.map(\.path.description) == ["inputFields"])
    }

    @Test("keeps its answers through encoding and decoding")
    func keepsThroughFile() throws {
        let path = try path()
        try shown(path).saveAnswer(.text("61"), toField: "age")
        let factory = RSDFactory(writingDatesIn: .utc)
        let first = try factory.createJSONEncoder().encode(
            #require(path.taskResult as? RSDTaskResultObject)
        )
        let read = try factory.createJSONDecoder().decode(RSDTaskResultObject.self, from: first)
        #expect(try factory.createJSONEncoder().encode(read) == first)
        let form = read.findResult(for: "form") as? RSDCollectionResultObject
        let age = form?.findResult(with: "age") as? RSDAnswerResultObject
        #expect(age?.value == .integer(61))
    }

    @Test("gives a question without an identifier its own identifier, and refuses duplicates")
    func givesIdentifier() throws {
        func step(_ fields: String) throws -> RSDFormUIStepObject {
            let text = #"{"identifier":"mood","type":"form","inputFields":[\#(fields)]}"#
            return try RSDFactory().createJSONDecoder()
                .decode(RSDFormUIStepObject.self, from: Data(text.utf8))
        }
        let one = try step(#"{"type":"integer"}"#)
        #expect(one.inputFields.map(\.identifier) == ["mood"])
        try one.validate()
        let two = try step(#"{"type":"integer"},{"type":"string"}"#)
        let error = #expect(throws: RSDValidationError.self) { try two.validate() }
        #expect(error?.faults.map(\.path.description) == ["inputFields[1].identifier"])
        let nested = try step(#"{"type":"detail","inputFields":[{"type":"string"}]}"#)
        let detail = try #require(nested.inputFields[0] as? RSDDetailInputFieldObject)
        #expect(detail.inputFields.map(\.identifier) == ["mood"])
    }

    @Test("reports the path of a fault in a nested question")
    func placesOfQuestions() throws {
        let text = #"""
            {"identifier":"t","steps":[{"identifier":"s","type":"section","steps":[
              {"identifier":"f","type":"form","inputFields":[{"identifier":"a","type":"string"},
                {"identifier":"b","type":"detail","inputFields":[
                  {"identifier":"c","type":"string"},
                  {"identifier":"d","type":"singleChoice","choices":[]}]}]}]}]}
            """#
        let place = "steps[0].steps[0].inputFields[1].inputFields[1].choices"
        let found = TaskFileCheck.faults(in: Data(text.utf8))
        #expect(found.map(\.path.description) == [place])
        // The file decodes, and the validation of the task reports the fault.
        let task = try RSDFactory().decodeTask(with: Data(text.utf8))
        let error = #expect(throws: RSDValidationError.self) { try task.validate() }
        #expect(error?.faults.map(\.path.description) == [place])
    }

    @Test("validates questions that are made in code")
    func validates() {
        let field = RSDInputFieldObject(identifier: "", dataType: .base(.integer))
        field.range = RSDNumberRangeObject(minimumValue: 2, maximumValue: 1)
        field.textFieldOptions = RSDTextFieldOptionsObject()
        field.textFieldOptions?.textValidator = "("
        let error = #expect(throws: RSDValidationError.self) { try field.validate() }
        #expect(error?.faults.count == 3)
        field.range = RSDNumberRangeObject(minimumValue: .nan)
        let endless = #expect(throws: RSDValidationError.self) { try field.validate() }
        let places = endless?.faults.map(\.path.description) ?? []
        #expect(places.contains { $0.hasSuffix("range.minimumValue") })
        let bare = RSDChoiceInputFieldObject(
            identifier: "c",
            choices: [],
            dataType: .collection(.singleChoice, .string)
        )
        #expect(throws: RSDValidationError.self) { try bare.validate() }
    }

    @Test(
        "goes to the step that all matching rules name",
        arguments: [
            ([("a", true, "x")], ["a": true], "x"),
            ([("a", true, "x")], ["a": false], nil),
            ([("a", true, "x"), ("b", true, "x")], ["a": true, "b": true], "x"),
            ([("a", true, "x"), ("b", true, "y")], ["a": true, "b": true], nil),
            ([("a", true, "x"), ("b", true, "y")], ["a": true, "b": false], "x"),
            ([("a", nil, "x")], [:], "x"),
            ([("a", true, "x")], [:], "skipped"),
        ] as [([(String, Bool?, String)], [String: Bool], String?)]
    )
    func followsRules(
        rules: [(String, Bool?, String)],
        given: [String: Bool],
        target: String?
    ) {
        let fields = rules.map { rule in
            let field = RSDInputFieldObject(identifier: rule.0, dataType: .base(.boolean))
            field.surveyRules = [FixedRule(answer: rule.1, target: rule.2)]
            return field
        }
        let step = RSDFormUIStepObject(identifier: "form", inputFields: fields)
        step.actions = [.skip: RSDNavigationUIActionObject(skipToIdentifier: "skipped")]
        var form = RSDCollectionResultObject(identifier: "form", startDate: Forms.now)
        for (identifier, value) in given.sorted(by: { $0.key < $1.key }) {
            form.appendInputResults(
                with: RSDAnswerResultObject(
                    identifier: identifier,
                    answerType: RSDAnswerResultType(baseType: .boolean),
                    value: .boolean(value),
                    startDate: Forms.now
                )
            )
        }
        var result = RSDTaskResultObject(
            identifier: "task",
            taskRunUUID: UUID(),
            startDate: Forms.now
        )
        result.appendStepHistory(with: form)
        #expect(step.nextStepIdentifier(with: result, isPeeking: false) == target)
        #expect(step.nextStepIdentifier(with: result, isPeeking: true) == nil)
    }
}

@Suite("A result summary step")
struct ResultSummaryTests {
    private func step(result: String?, of step: String? = nil) -> RSDResultSummaryStepObject {
        let summary = RSDResultSummaryStepObject(identifier: "summary")
        summary.resultIdentifier = result
        summary.stepResultIdentifier = step
        return summary
    }

    @Test("is skipped if its result is missing")
    func isLeftOut() {
        var result = RSDTaskResultObject(
            identifier: "task",
            taskRunUUID: UUID(),
            startDate: SampleResults.begin
        )
        #expect(step(result: "age").shouldSkipStep(with: result, isPeeking: false))
        #expect(!step(result: nil).shouldSkipStep(with: result, isPeeking: false))
        result.stepHistory = [SampleResults.form]
        #expect(!step(result: "age").shouldSkipStep(with: result, isPeeking: false))
        #expect(!step(result: "age", of: "form").shouldSkipStep(with: result, isPeeking: false))
        #expect(step(result: "age", of: "other").shouldSkipStep(with: result, isPeeking: false))
        #expect(step(result: "weight").shouldSkipStep(with: result, isPeeking: false))
        #expect(step(result: "age", of: "form").answer(in: result)?.value == .integer(61))
    }

    @MainActor
    @Test("is shown in a section if a level around it has the answer", arguments: [true, false])
    func answerAround(hasAnswer: Bool) {
        let inner = Sample.section("inner", [step(result: "age"), RuledStep("end")])
        let walker = Walker([RuledStep("age"), Sample.section("outer", [inner])])
        walker.forward()
        if hasAnswer { walker.path.updateResult(Sample.answer("age", .integer(61))) }
        #expect(walker.forward() == (hasAnswer ? "summary" : "end"))
    }

    /// A summary with a reason of its own to be skipped.
    private final class Declined: RSDResultSummaryStepObject {
        override func shouldSkipStep(with result: (any RSDTaskResult)?, isPeeking: Bool) -> Bool {
            result?.findResult(for: "no") != nil
                || super.shouldSkipStep(with: result, isPeeking: isPeeking)
        }
    }

    @MainActor
    @Test(
        "is skipped for the reason that a subclass finds at the level of the step",
        arguments: [nil, "age"]
    )
    func ownReason(answer: String?) {
        let summary = Declined(identifier: "summary")
        summary.resultIdentifier = answer
        let section = Sample.section("s", [RuledStep("no"), summary, RuledStep("end")])
        let walker = Walker([section])
        walker.forward()
        if let answer { walker.path.currentNode.updateResult(Sample.answer(answer, .integer(61))) }
        #expect(walker.forward() == "end")
    }

    @Test("finds the answer of a step in nested sections by its path")
    func withinSections() {
        func task(_ identifier: String, _ history: [any RSDResult]) -> RSDTaskResultObject {
            var result = RSDTaskResultObject(
                identifier: identifier,
                taskRunUUID: UUID(),
                startDate: SampleResults.begin
            )
            result.stepHistory = history
            return result
        }
        let inner = task("inner", [SampleResults.form])
        let result = task("task", [task("left", []), task("right", [inner])])
        func found(_ place: String) -> AnswerValue? {
            step(result: "age", of: place).answer(in: result)?.value
        }
        #expect(found("right/inner/form") == .integer(61))
        for wrong in ["form", "left/form", "right/form", "right/", "/form", "right/inner/form/age"]
        {
            #expect(found(wrong) == nil)
        }
    }
}
