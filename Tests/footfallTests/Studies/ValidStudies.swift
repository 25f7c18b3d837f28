// Studies that are right, each with something that another one has not: a kind of step, of question, of rule, of
// recorder, of section.

/// Parts of studies, and the studies that are made of them.
enum ValidStudies {
    /// The files beside the task.
    static let folder = ["walker.svg", "standing.png", "about.html", "film.mp4"]

    static let all: [String] =
        steps.map { task("\($0), \(done)") }
        + questions.map { task("\(form($0)), \(advice), \(done)") }
        + recorders.map { task(walk, #""asyncActions": [\#($0)]"#) }
        + tasks

    private static func task(_ steps: String, _ more: String = "") -> String {
        #"{ "identifier": "study", "steps": [\#(steps)]\#(more.isEmpty ? "" : ", ")\#(more) }"#
    }

    private static func form(_ keys: String, _ identifier: String = "form") -> String {
        #"{ "identifier": "\#(identifier)", "type": "form", "inputFields": [{ "identifier": "q", \#(keys) }] }"#
    }

    private static func rules(_ rules: String) -> String { #", "surveyRules": [\#(rules)]"# }

    private static func rule(_ answer: String, _ comparison: String = "eq") -> String {
        #"{ "matchingAnswer": \#(answer), "ruleOperator": "\#(comparison)", "skipToIdentifier": "done" }"#
    }

    private static let done = #"{ "identifier": "done", "type": "completion" }"#
    private static let advice = #"{ "identifier": "advice", "type": "instruction" }"#
    private static let walk =
        #"{ "identifier": "intro", "type": "instruction" }, { "identifier": "part", "type": "section", "steps": [{ "identifier": "countdown", "type": "countdown" }, { "identifier": "walk", "type": "active", "duration": 30 }] }, "#
        + done

    /// Every kind of step, with what it may have.
    private static let steps = [
        #"{ "identifier": "a", "type": "instruction", "title": "Walk", "text": "x", "detail": "y", "footnote": "z" }"#,
        #"{ "identifier": "a", "type": "instruction", "subtitle": "in version 4" }"#,
        #"{ "identifier": "a", "type": "instruction", "image": { "imageName": "walker" } }"#,
        #"{ "identifier": "a", "type": "instruction", "image": { "imageName": "walker.svg", "placementType": "iconBefore" } }"#,
        #"{ "identifier": "a", "type": "instruction", "image": { "imageName": "logo.png", "bundleIdentifier": "org.app" } }"#,
        #"{ "identifier": "a", "type": "instruction", "image": { "type": "animated", "imageNames": ["walker", "standing"], "animationDuration": 1 } }"#,
        #"{ "identifier": "a", "type": "instruction", "actions": { "learnMore": { "type": "webView", "url": "about.html#why" } } }"#,
        #"{ "identifier": "a", "type": "instruction", "actions": { "learnMore": { "type": "webView", "url": "https://example.org/walk" } } }"#,
        #"{ "identifier": "a", "type": "instruction", "actions": { "learnMore": { "type": "videoView", "url": "film.mp4" } } }"#,
        #"{ "identifier": "a", "type": "instruction", "actions": { "skip": { "type": "navigation", "skipToIdentifier": "done" } } }"#,
        #"{ "identifier": "a", "type": "instruction", "actions": { "skip": { "type": "reminder", "reminderIdentifier": "later" } } }"#,
        #"{ "identifier": "a", "type": "instruction", "phone": { "text": "x", "image": { "imageName": "standing" } } }"#,
        #"{ "identifier": "a", "type": "instruction", "fullInstructionsOnly": true, "nextStepIdentifier": "done" }"#,
        #"{ "identifier": "a", "type": "instruction", "shouldHideActions": ["goBackward"], "viewTheme": { "viewIdentifier": "v" } }"#,
        #"{ "identifier": "a", "type": "active", "duration": 10, "commands": ["transitionAutomatically"], "spokenInstructions": { "start": "x", "5": "y", "end": "z" } }"#,
        #"{ "identifier": "a", "type": "active", "duration": 10, "requiresBackgroundAudio": true, "shouldEndOnInterrupt": true }"#,
        #"{ "identifier": "a", "type": "countdown", "duration": 3 }"#,
        #"{ "identifier": "a", "type": "overview", "icons": [{ "icon": "walker", "title": "Shoes" }] }"#,
        #"{ "identifier": "a", "type": "overview", "permissions": [{ "permissionType": "motion", "reason": "x" }] }"#,
        #"{ "identifier": "a", "type": "imagePicker", "sourceType": "camera" }"#,
        #"{ "identifier": "a", "type": "tapping", "duration": 10 }"#,
        #"{ "identifier": "a", "type": "appStep", "question": "x", "options": [1], "rate": 3 }"#,
        #"{ "identifier": "a", "title": "without a type" }"#,
        #"{ "identifier": "a", "type": "subtask", "task": { "identifier": "inner", "steps": [{ "identifier": "b", "type": "instruction" }] } }"#,
        #"{ "identifier": "a", "type": "section", "steps": [{ "identifier": "b", "type": "instruction" }] }"#,
        #"{ "identifier": "a", "type": "section", "steps": [{ "identifier": "b", "type": "instruction", "nextStepIdentifier": "done" }, { "identifier": "c", "type": "instruction" }] }"#,
        #"{ "identifier": "a", "type": "instruction", "_remark": "x", "colorMapping": { "type": "placementMapping", "placement": { "header": "white" } } }"#,
    ]

    private static let sticks =
        #""type": "singleChoice", "choices": [{ "value": "stick", "text": "A stick" }, { "value": "walker", "icon": "walker" }, { "text": "Nothing" }]"#

    /// Every kind of question, with rules on answers that there are.
    private static let questions = [
        #""type": "boolean", "prompt": "x""# + rules(rule("true") + ", " + rule("false", "ne")),
        #""type": "boolean", "uiHint": "toggle", "optional": true"#
            + rules(#"{ "ruleOperator": "de", "skipToIdentifier": "done" }"#),
        #""type": "boolean""# + rules(#"{ "ruleOperator": "always", "skipToIdentifier": "done" }"#),
        #""type": "boolean""# + rules(#"{ "matchingAnswer": true }"#),
        #""type": "integer""# + rules(rule("3", "ge")),
        #""type": "integer", "range": { "minimumValue": 0, "maximumValue": 10 }"#
            + rules(rule("10")),
        #""type": "integer", "range": { "minimumValue": 0, "maximumValue": 10, "stepInterval": 5 }"#
            + rules(rule("5", "ne")),
        #""type": "integer", "range": { "minimumValue": 0, "maximumValue": 10, "stepInterval": 10 }"#
            + rules(rule("2.5", "gt")),
        #""type": "integer", "range": { "minimumValue": 0, "maximumValue": 10 }"#
            + rules(rule("10", "lt") + ", " + rule("0", "gt")),
        #""type": "integer", "range": { "minimumValue": 1, "maximumValue": 1, "stepInterval": 1 }"#,
        #""type": "decimal", "range": { "minimumValue": 0, "maximumValue": 1, "stepInterval": 0.1 }"#
            + rules(rule("0.3")),
        #""type": "decimal", "range": { "unit": "kg", "formatter": { "maximumDigits": 1 } }"#
            + rules(rule("72.5", "le")),
        #""type": "fraction""# + rules(rule(#""1/2""#) + ", " + rule("0.5", "gt")),
        #""type": "year", "range": { "minimumValue": 1900 }"# + rules(rule("1990", "lt")),
        #""type": "year", "range": { "minimumDate": "1900-01-01", "allowFuture": false }"#
            + rules(rule("1990", "lt")),
        #""type": "string", "textFieldOptions": { "maximumLength": 0 }"# + rules(rule(#""yes""#)),
        #""type": "string", "textFieldOptions": { "textValidator": "^[A-Z]{2}$", "maximumLength": 2 }"#
            + rules(rule(#""AB""#)),
        #""type": "codable""# + rules(rule(#"{ "a": 1 }"#)),
        #""type": "duration", "range": { "unit": "min", "durationUnits": ["hr", "min"], "maximumValue": 600 }"#
            + rules(rule("480", "ge")),
        #""type": "dateOnly", "range": { "minimumDate": "2000-01-01", "maximumDate": "2030-12-31", "defaultDate": "2020-02-29" }"#
            + rules(rule(#""2000-01-01""#) + ", " + rule(#""2010-06-01""#, "ge")),
        #""type": "dateOnly", "range": { "allowFuture": false }"#,
        #""type": "time", "range": { "minuteInterval": 15 }"# + rules(rule(#""22:00""#, "gt")),
        #""type": "timestamp""# + rules(rule(#""2026-08-14T10:30:00.000+02:00""#, "lt")),
        #""type": "date", "range": { "codingFormat": "yyyy-MM-dd" }"#
            + rules(rule(#""2026-08-14""#)),
        #""type": "height""# + rules(rule("180", "gt")),
        #""type": "weight.child""# + rules(rule("20", "lt")),
        #""type": "bloodPressure""# + rules(rule(#""120/80""#)),
        #""type": "postalCode""# + rules(rule(#""941**""#)),
        sticks + rules(rule(#""stick""#)),
        sticks + rules(rule(#"["stick", "walker"]"#, "ot")),
        sticks + #", "defaultAnswer": "walker""#,
        #""type": "singleChoice.integer", "choices": [1, 2, 3], "defaultAnswer": 2"#
            + rules(rule("2", "gt")),
        #""type": "singleChoice.decimal", "choices": [0.5, 1.5]"# + rules(rule("0.5")),
        #""type": "singleChoice", "uiHint": "combobox", "choices": ["a", "b"]"#
            + rules(rule(#""c""#)),
        #""type": "multipleChoice", "choices": ["a", "b", { "value": "none", "isExclusive": true }], "defaultAnswer": ["a", "b"]"#
            + rules(rule(#"["a", "b"]"#) + ", " + rule(#""none""#)),
        #""type": "multipleChoice.integer", "choices": [1, 2]"# + rules(rule("[1]", "ot")),
        #""type": "multipleComponent", "choices": [["a", "b"], ["c", "d"]], "separator": "-""#
            + rules(rule(#""a-c""#)),
        #""type": "detail", "inputFields": [{ "identifier": "x", "type": "integer" }]"#,
        #""type": "appQuestion", "prompt": "x""# + rules(rule(#""anything""#)),
    ]

    /// Every kind of recorder that there is here, from and to wherever it may.
    private static let recorders = [
        #"{ "identifier": "m", "type": "motion" }"#,
        #"{ "identifier": "m", "type": "motion", "startStepIdentifier": "walk", "stopStepIdentifier": "walk" }"#,
        #"{ "identifier": "m", "type": "motion", "startStepIdentifier": "intro", "stopStepIdentifier": "walk" }"#,
        #"{ "identifier": "m", "type": "motion", "startStepIdentifier": "walk", "stopStepIdentifier": "part" }"#,
        #"{ "identifier": "m", "type": "motion", "startStepIdentifier": "part", "stopStepIdentifier": "countdown" }"#,
        #"{ "identifier": "m", "type": "motion", "startStepIdentifier": "countdown", "stopStepIdentifier": "done" }"#,
        #"{ "identifier": "m", "type": "motion", "recorderTypes": ["accelerometer", "gyro"], "frequency": 100, "placement": "lowBack" }"#,
        #"{ "identifier": "m", "type": "motion", "usesCSVEncoding": true, "shouldDeletePrevious": true }"#,
        #"{ "identifier": "k", "type": "input", "events": ["keys"], "includeKeys": ["KEY_A"], "markers": [{ "key": "KEY_F13", "marker": "heel" }] }"#,
        #"{ "identifier": "t", "type": "touch", "stopStepIdentifier": "part" }"#,
        #"{ "identifier": "l", "type": "lines", "port": "/dev/ttyUSB0@921600", "map": "t_us,n,ax,ay,az", "units": "mg", "frequency": 100 }"#,
        #"{ "identifier": "air", "type": "airQuality", "rate": 1, "station": "roof" }"#,
    ]

    private static let again =
        #"{ "identifier": "again", "type": "form", "inputFields": [{ "identifier": "again", "type": "boolean", "surveyRules": [{ "matchingAnswer": true, "skipToIdentifier": "a" }] }] }"#
    private static let first = #"{ "identifier": "a", "type": "instruction" }"#

    /// Rules that lead back and on, cohorts, and recorders of sections.
    private static let tasks = [
        task("\(first), \(again), \(done)"),
        task(
            "\(first), \(again), \(done)",
            #""asyncActions": [{ "identifier": "m", "type": "motion", "startStepIdentifier": "again", "stopStepIdentifier": "a" }]"#
        ),
        task(
            #"\#(first), { "identifier": "b", "type": "instruction", "nextStepIdentifier": "a", "actions": { "skip": { "type": "navigation", "skipToIdentifier": "done" } } }, \#(done)"#
        ),
        task(
            #"\#(first), { "identifier": "b", "type": "instruction", "nextStepIdentifier": "a" }, \#(done)"#,
            #""actions": { "skip": { "type": "navigation", "skipToIdentifier": "exit" } }"#
        ),
        task(
            #"\#(first), { "identifier": "b", "type": "instruction", "nextStepIdentifier": "a" }, \#(done)"#,
            #""type": "appTask""#
        ),
        task(
            #"{ "identifier": "a", "type": "appStep" }, { "identifier": "b", "type": "instruction", "nextStepIdentifier": "a" }"#
        ),
        task(
            #"{ "identifier": "a", "type": "tapping" }, { "identifier": "b", "type": "instruction", "nextStepIdentifier": "a" }"#
        ),
        task(
            #"\#(first), { "identifier": "b", "type": "instruction", "nextStepIdentifier": "a", "afterCohortRules": [{ "requiredCohorts": ["done"], "skipToIdentifier": "exit" }] }"#
        ),
        task(
            #"\#(first), { "identifier": "b", "type": "instruction", "nextStepIdentifier": "a", "beforeCohortRules": [{ "requiredCohorts": ["done"] }] }, \#(done)"#
        ),
        task(
            #"\#(first), { "identifier": "b", "type": "form", "inputFields": [{ "identifier": "x", "type": "boolean", "optional": true, "surveyRules": [{ "matchingAnswer": true, "skipToIdentifier": "a" }, { "matchingAnswer": false, "skipToIdentifier": "a" }] }] }, \#(done)"#
        ),
        task(
            #"\#(first), { "identifier": "b", "type": "form", "inputFields": [{ "identifier": "x", "type": "boolean", "surveyRules": [{ "matchingAnswer": true, "skipToIdentifier": "a" }, { "matchingAnswer": false, "skipToIdentifier": "a" }] }, { "identifier": "y", "type": "boolean", "surveyRules": [{ "matchingAnswer": true, "skipToIdentifier": "done" }] }] }, \#(done)"#
        ),
        task(
            #"{ "identifier": "part", "type": "section", "steps": [\#(first), { "identifier": "b", "type": "instruction", "nextStepIdentifier": "done" }] }, { "identifier": "c", "type": "instruction", "nextStepIdentifier": "part" }, \#(done)"#
        ),
        // The task's button to skip is also in its section, and no rule applies to a form that is skipped.
        task(
            #"\#(first), { "identifier": "part", "type": "section", "steps": [{ "identifier": "b", "type": "form", "nextStepIdentifier": "done", "inputFields": [{ "identifier": "x", "type": "boolean", "surveyRules": [{ "matchingAnswer": true, "skipToIdentifier": "a" }, { "matchingAnswer": false, "skipToIdentifier": "a" }] }] }] }, { "identifier": "c", "type": "instruction", "nextStepIdentifier": "a" }, \#(done)"#,
            #""actions": { "skip": { "type": "default", "buttonTitle": "Skip" } }"#
        ),
        task(
            #"\#(first), { "identifier": "more", "type": "taskInfo" }, { "identifier": "b", "type": "instruction", "nextStepIdentifier": "a" }"#
        ),
        task(
            #"{ "identifier": "f", "type": "form", "inputFields": [{ "identifier": "q", "type": "boolean", "surveyRules": [{ "matchingAnswer": true, "cohort": "fallers" }] }] }, { "identifier": "b", "type": "instruction", "beforeCohortRules": [{ "requiredCohorts": ["fallers", "remoteArm"], "operator": "any", "skipToIdentifier": "done" }] }, \#(done)"#
        ),
        task(
            #"{ "identifier": "f", "type": "form", "inputFields": [{ "identifier": "q", "type": "boolean", "surveyRules": [{ "matchingAnswer": true, "cohort": "armA" }] }] }, { "identifier": "b", "type": "instruction", "beforeCohortRules": [{ "requiredCohorts": ["armB", "arm2"], "operator": "any", "skipToIdentifier": "done" }] }, \#(done)"#
        ),
        task(
            #"{ "identifier": "part", "type": "section", "asyncActions": [{ "identifier": "m", "type": "motion", "startStepIdentifier": "a", "stopStepIdentifier": "b" }], "steps": [\#(first), { "identifier": "b", "type": "active", "duration": 5 }] }, \#(done)"#
        ),
        task(
            #"{ "identifier": "left", "type": "section", "steps": [\#(first)] }, { "identifier": "right", "type": "section", "steps": [\#(first)] }, \#(done)"#,
            #""asyncActions": [{ "identifier": "m", "type": "motion", "startStepIdentifier": "right", "stopStepIdentifier": "a" }]"#
        ),
    ]
}
