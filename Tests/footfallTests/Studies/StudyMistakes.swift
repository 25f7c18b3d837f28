// Mistakes that authors of studies make, one a file: each is JSON that a program can read, or nearly, and a study
// that nobody meant.

/// A mistake in a task file.
struct StudyMistake: Sendable, CustomStringConvertible {
    /// What the author did.
    let description: String
    let file: String
    /// Where the check is to tell it.
    let path: String
    /// Where it may tell what follows from it.
    let alsoTold: [String]

    init(_ description: String, _ file: String, at path: String, and alsoTold: String...) {
        self.description = description
        self.file = file
        self.path = path
        self.alsoTold = alsoTold
    }

    /// The files beside the task.
    static let folder = ["walker.svg", "standing.svg"]

    static let all = words + answers + recorders + files + ranges + loops + names + values

    private static func task(_ steps: String, _ more: String = "") -> String {
        #"{ "identifier": "study", "steps": [\#(steps)]\#(more.isEmpty ? "" : ", ")\#(more) }"#
    }

    private static func question(_ keys: String) -> String {
        task(
            #"{ "identifier": "form", "type": "form", "inputFields": [{ "identifier": "q", \#(keys) }] }, "#
                + done
        )
    }

    private static func recorder(_ keys: String) -> String {
        task(walk, #""asyncActions": [{ "identifier": "belt", \#(keys) }]"#)
    }

    private static let done = #"{ "identifier": "done", "type": "completion" }"#
    private static let walk =
        #"{ "identifier": "intro", "type": "instruction" }, "#
        + #"{ "identifier": "walk", "type": "active", "duration": 30 }, "# + done
    private static let aids =
        #""type": "singleChoice", "choices": [{ "value": "stick", "text": "A stick" }, { "value": "walker", "text": "A walker" }]"#

    /// The word of another tool for a key.
    private static let words = [
        StudyMistake(
            "calls recorders by their name",
            task(walk, #""recorders": [{ "identifier": "belt", "type": "motion" }]"#),
            at: "recorders"
        ),
        StudyMistake(
            "calls them sensors",
            task(walk, #""sensors": [{ "identifier": "belt", "type": "motion" }]"#),
            at: "sensors"
        ),
        StudyMistake(
            "gives a sampling rate",
            recorder(#""type": "motion", "samplingRate": 100"#),
            at: "asyncActions[0].samplingRate"
        ),
        StudyMistake(
            "gives the speed of a port by itself",
            recorder(
                #""type": "lines", "port": "/dev/ttyUSB0", "map": "ax,ay,az", "baud": 921600"#
            ),
            at: "asyncActions[0].baud"
        ),
        StudyMistake(
            "asks a question by that word",
            question(#""type": "boolean", "question": "Do you smoke?""#),
            at: "steps[0].inputFields[0].question"
        ),
        StudyMistake(
            "labels a choice",
            question(
                #""type": "singleChoice", "choices": [{ "value": 1, "label": "One" }, { "value": "2" }]"#
            )
            .replacing(#""value": 1"#, with: #""value": "1""#),
            at: "steps[0].inputFields[0].choices[0].label"
        ),
        StudyMistake(
            "offers options",
            question(#""type": "singleChoice", "options": ["yes", "no"]"#),
            at: "steps[0].inputFields[0].options",
            and: "steps[0].inputFields[0]"
        ),
        StudyMistake(
            "gives a step an id",
            task(#"{ "id": "intro", "type": "instruction" }, "# + done),
            at: "steps[0].id",
            and: "steps[0]"
        ),
        StudyMistake(
            "says of what kind a step is",
            task(#"{ "identifier": "intro", "kind": "instruction" }, "# + done),
            at: "steps[0].kind"
        ),
        StudyMistake(
            "says what is next",
            task(#"{ "identifier": "intro", "type": "instruction", "next": "done" }, "# + done),
            at: "steps[0].next"
        ),
        StudyMistake(
            "requires an answer",
            question(#""type": "integer", "required": true"#),
            at: "steps[0].inputFields[0].required"
        ),
        StudyMistake(
            "bounds a number beside its range",
            question(#""type": "integer", "min": 0"#),
            at: "steps[0].inputFields[0].min"
        ),
    ]

    /// A rule on an answer that there is not.
    private static let answers = [
        StudyMistake(
            "skips by what is no choice",
            question(
                aids
                    + #", "surveyRules": [{ "matchingAnswer": "crutch", "skipToIdentifier": "done" }]"#
            ),
            at: "steps[0].inputFields[0].surveyRules[0].matchingAnswer"
        ),
        StudyMistake(
            "skips by the text of a choice",
            question(
                aids
                    + #", "surveyRules": [{ "matchingAnswer": "A walker", "skipToIdentifier": "done" }]"#
            ),
            at: "steps[0].inputFields[0].surveyRules[0].matchingAnswer"
        ),
        StudyMistake(
            "skips by yes where the answer is true",
            question(
                #""type": "boolean", "surveyRules": [{ "matchingAnswer": "yes", "skipToIdentifier": "done" }]"#
            ),
            at: "steps[0].inputFields[0].surveyRules[0].matchingAnswer"
        ),
        StudyMistake(
            "compares a number with words",
            question(
                #""type": "integer", "surveyRules": [{ "matchingAnswer": "three", "ruleOperator": "ge", "skipToIdentifier": "done" }]"#
            ),
            at: "steps[0].inputFields[0].surveyRules[0].matchingAnswer"
        ),
        StudyMistake(
            "skips by a number beyond the range",
            question(
                #""type": "integer", "range": { "minimumValue": 0, "maximumValue": 10 }, "surveyRules": [{ "matchingAnswer": 11, "skipToIdentifier": "done" }]"#
            ),
            at: "steps[0].inputFields[0].surveyRules[0].matchingAnswer"
        ),
        StudyMistake(
            "skips by a text that the pattern refuses",
            question(
                #""type": "string", "textFieldOptions": { "textValidator": "^[A-Z]{2}$" }, "surveyRules": [{ "matchingAnswer": "ab", "skipToIdentifier": "done" }]"#
            ),
            at: "steps[0].inputFields[0].surveyRules[0].matchingAnswer"
        ),
        StudyMistake(
            "chooses beforehand what is no choice",
            question(aids + #", "defaultAnswer": "none""#),
            at: "steps[0].inputFields[0].defaultAnswer"
        ),
        StudyMistake(
            "asks for a cohort that is spelled otherwise where it is given",
            task(
                #"{ "identifier": "falls", "type": "form", "inputFields": [{ "identifier": "q", "type": "boolean", "surveyRules": [{ "matchingAnswer": true, "cohort": "fallers" }] }] }, { "identifier": "advice", "type": "instruction", "beforeCohortRules": [{ "requiredCohorts": ["faller"], "skipToIdentifier": "done" }] }, "#
                    + done
            ),
            at: "steps[1].beforeCohortRules[0].requiredCohorts"
        ),
    ]

    /// Recorders that do not record what they are for.
    private static let recorders = [
        StudyMistake(
            "stops a recorder before it starts",
            recorder(
                #""type": "motion", "startStepIdentifier": "walk", "stopStepIdentifier": "intro""#
            ),
            at: "asyncActions[0].stopStepIdentifier"
        ),
        StudyMistake(
            "stops a recorder within a section before it starts",
            task(
                #"{ "identifier": "part", "type": "section", "steps": [\#(walk)] }"#,
                #""asyncActions": [{ "identifier": "belt", "type": "motion", "startStepIdentifier": "walk", "stopStepIdentifier": "intro" }]"#
            ),
            at: "asyncActions[0].stopStepIdentifier"
        ),
        StudyMistake(
            "stops a section's recorder at a step before the section",
            task(
                #"{ "identifier": "first", "type": "instruction" }, { "identifier": "part", "type": "section", "steps": [\#(walk)], "asyncActions": [{ "identifier": "belt", "type": "motion", "startStepIdentifier": "walk", "stopStepIdentifier": "first" }] }"#
            ),
            at: "steps[1].asyncActions[0].stopStepIdentifier"
        ),
        StudyMistake(
            "asks for the weather, which nothing here does",
            recorder(#""type": "weather", "startStepIdentifier": "walk", "services": []"#),
            at: "asyncActions[0].type"
        ),
        StudyMistake(
            "names a recorder after its sensor",
            recorder(#""type": "accelerometer""#),
            at: "asyncActions[0].type"
        ),
        StudyMistake(
            "gives a touch screen a rate",
            recorder(#""type": "touch", "frequency": 100"#),
            at: "asyncActions[0].frequency"
        ),
    ]

    /// Files that are not there.
    private static let files = [
        StudyMistake(
            "shows a picture that is not there",
            task(
                #"{ "identifier": "intro", "type": "instruction", "image": { "imageName": "corridor.png" } }, "#
                    + done
            ),
            at: "steps[0].image.imageName"
        ),
        StudyMistake(
            "slips in the name of a picture",
            task(
                #"{ "identifier": "intro", "type": "instruction", "image": { "imageName": "wlaker" } }, "#
                    + done
            ),
            at: "steps[0].image.imageName"
        ),
        StudyMistake(
            "takes a step from a file that is not there",
            task(
                #"{ "identifier": "walk", "type": "transform", "resourceTransformer": { "resourceName": "Walking" } }, "#
                    + done
            ),
            at: "steps[0].resourceTransformer.resourceName"
        ),
    ]

    /// Ranges of the wrong form.
    private static let ranges = [
        StudyMistake(
            "exchanges the bounds of a number",
            question(#""type": "integer", "range": { "minimumValue": 10, "maximumValue": 0 }"#),
            at: "steps[0].inputFields[0].range.maximumValue"
        ),
        StudyMistake(
            "steps further than the range goes",
            question(
                #""type": "integer", "range": { "minimumValue": 0, "maximumValue": 10, "stepInterval": 20 }"#
            ),
            at: "steps[0].inputFields[0].range.stepInterval"
        ),
        StudyMistake(
            "exchanges the bounds of a date",
            question(
                #""type": "dateOnly", "range": { "minimumDate": "2026-12-31", "maximumDate": "2026-01-01" }"#
            ),
            at: "steps[0].inputFields[0].range.maximumDate"
        ),
        StudyMistake(
            "answers beforehand with a date beyond the bounds",
            question(
                #""type": "dateOnly", "range": { "minimumDate": "1920-01-01", "maximumDate": "2008-12-31", "defaultDate": "2020-01-01" }"#
            ),
            at: "steps[0].inputFields[0].range.defaultDate"
        ),
    ]

    /// Ways that do not end.
    private static let loops = [
        StudyMistake(
            "leads two steps to each other",
            task(
                #"{ "identifier": "a", "type": "instruction" }, { "identifier": "b", "type": "instruction", "nextStepIdentifier": "a" }, "#
                    + done
            ),
            at: "steps[1].nextStepIdentifier"
        ),
        StudyMistake(
            "asks again whatever is answered",
            task(
                #"{ "identifier": "a", "type": "instruction" }, { "identifier": "ready", "type": "form", "inputFields": [{ "identifier": "ready", "type": "boolean", "surveyRules": [{ "matchingAnswer": true, "skipToIdentifier": "a" }, { "matchingAnswer": false, "skipToIdentifier": "ready" }] }] }, "#
                    + done
            ),
            at: "steps[1].inputFields[0].surveyRules"
        ),
    ]

    /// Names that are there twice, or not at all.
    private static let names = [
        StudyMistake(
            "leads to a step that is nowhere",
            task(
                #"{ "identifier": "intro", "type": "instruction", "nextStepIdentifier": "finish" }, "#
                    + done
            ),
            at: "steps[0].nextStepIdentifier"
        ),
        StudyMistake(
            "has a question twice",
            task(
                #"{ "identifier": "form", "type": "form", "inputFields": [{ "identifier": "q", "type": "boolean" }, { "identifier": "q", "type": "integer" }] }, "#
                    + done
            ),
            at: "steps[0].inputFields[1].identifier"
        ),
    ]

    /// Slips of the pen, and values of another type.
    private static let values = [
        StudyMistake(
            "slips in a key",
            task(#"{ "identifier": "intro", "type": "instruction", "titel": "Walk" }, "# + done),
            at: "steps[0].titel"
        ),
        StudyMistake(
            "slips in a type",
            task(#"{ "identifier": "intro", "type": "instuction" }, "# + done),
            at: "steps[0].type"
        ),
        StudyMistake(
            "writes a number as a text",
            task(#"{ "identifier": "walk", "type": "active", "duration": "30" }, "# + done),
            at: "steps[0].duration"
        ),
    ]
}
