// Suggestions for keys with another tool's name, such as `rate` for `frequency`. A search for similar spellings would
// not find them.

/// The words of other tools for keys of task files.
enum KeyMeanings {
    /// A key that a word may stand for.
    struct Meaning: Sendable {
        /// The key that was meant.
        let key: String
        /// What to write, if replacing the word by the key is not enough.
        let remedy: String?
    }

    /// Returns the keys that a word may stand for, the most likely first.
    ///
    /// The caller picks one that the object may have.
    static func of(_ word: String) -> [Meaning] { table[folded(word)] ?? [] }

    /// Returns a word in the form in which it is compared: `sampling_rate` equals `samplingRate`.
    private static func folded(_ word: String) -> String {
        word.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    private static let table: [String: [Meaning]] = {
        var table: [String: [Meaning]] = [:]
        for (key, words) in plain {
            for word in words {
                table[folded(word), default: []].append(Meaning(key: key, remedy: nil))
            }
        }
        for (key, remedy, words) in inOtherWords {
            for word in words {
                table[folded(word), default: []].append(Meaning(key: key, remedy: remedy))
            }
        }
        return table
    }()

    /// Each key with the words that stand for it.
    ///
    /// If two keys share a word, the more likely key comes first.
    private static let plain: KeyValuePairs<String, [String]> = [
        "asyncActions": [
            "recorders", "sensors", "recordings", "asyncBackgroundActions", "backgroundActions",
            "asyncActionConfigurations", "recorderConfigurations", "sensorRecorders",
        ],
        "steps": ["screens", "pages", "stages", "stepList", "items", "elements"],
        "inputFields": [
            "questions", "fields", "inputs", "formItems", "inputItems", "formFields", "items",
        ],
        "identifier": ["id", "ident", "uid", "key", "name", "stepId", "taskId"],
        "type": [
            "kind", "class", "stepType", "questionType", "fieldType", "dataType", "actionType",
            "recorderType", "answerType",
        ],
        "prompt": ["question", "label", "title", "text", "name", "questionText", "caption"],
        "promptDetail": ["detail", "hint", "help", "helpText", "subtitle"],
        "placeholder": ["hintText", "placeholderText"],
        "choices": [
            "options", "answers", "alternatives", "values", "answerChoices", "textChoices",
            "responses",
            "items",
        ],
        "defaultAnswer": ["default", "defaultValue", "initial", "initialValue", "preselected"],
        "value": ["id", "key", "val", "code", "answer", "identifier"],
        "text": [
            "label", "body", "message", "content", "instruction", "instructions",
            "title",
            "name", "caption",
        ],
        "title": ["heading", "headline", "header", "question", "label", "name", "caption"],
        "detail": ["moreText", "longText", "subtitle"],
        "footnote": ["footer"],
        "nextStepIdentifier": [
            "next", "nextStep", "nextStepId", "goto", "jumpTo", "destination", "skipToIdentifier",
        ],
        "skipToIdentifier": [
            "next", "nextStep", "nextStepIdentifier", "goto", "jumpTo", "skipTo", "destination",
            "target",
        ],
        "matchingAnswer": ["answer", "value", "equals", "expectedAnswer", "matches", "expected"],
        "ruleOperator": ["operator", "op", "comparison", "comparator"],
        "operator": ["ruleOperator", "cohortOperator"],
        "requiredCohorts": ["cohorts", "cohort", "groups"],
        "cohort": ["group", "arm", "cohortIdentifier"],
        "surveyRules": [
            "rules", "navigationRules", "skipRules", "conditions", "branches", "skipLogic", "logic",
        ],
        "startStepIdentifier": [
            "start", "startStep", "startAt", "startStepId", "from", "beginStep",
        ],
        "stopStepIdentifier": [
            "stop", "stopStep", "stopAt", "stopStepId", "end", "endStep", "endStepIdentifier",
            "until",
            "to",
        ],
        "frequency": [
            "rate", "hz", "hertz", "fs", "samplingRate", "sampleRate", "samplingFrequency",
            "sampleFrequency",
            "freq",
            "samplesPerSecond",
        ],
        "recorderTypes": ["sensors", "sensorTypes", "channels", "streams"],
        "placement": ["position", "bodyPart", "bodyLocation", "wornAt"],
        "port": ["device", "serialPort", "tty", "address", "uri", "url"],
        "map": ["columns", "mapping", "format", "fields"],
        "events": ["eventTypes", "inputs"],
        "includeKeys": ["keys", "keyCodes", "buttons"],
        "usesCSVEncoding": ["csv", "isCSV", "asCSV", "useCSV"],
        "duration": [
            "time", "seconds", "timer", "length", "durationInSeconds", "durationSeconds",
            "stepDuration",
        ],
        "spokenInstructions": ["speech", "spoken", "say", "speak", "voice", "spokenText", "audio"],
        "commands": ["behavior", "behaviors", "behaviour", "behaviours"],
        "image": ["picture", "photo", "illustration"],
        "imageName": ["name", "file", "fileName", "src", "source", "image", "url", "path"],
        "imageNames": ["names", "files", "images", "frames"],
        "animationDuration": ["duration", "seconds"],
        "actions": ["buttons", "buttonActions"],
        "shouldHideActions": ["hideActions", "hiddenActions", "hiddenButtons", "hideButtons"],
        "buttonTitle": ["title", "label", "text", "name", "caption"],
        "url": ["link", "href", "address", "page", "src"],
        "progressMarkers": ["markers", "milestones", "progress"],
        "minimumValue": ["min", "minimum", "minValue", "lowerBound", "lower", "from", "least"],
        "maximumValue": ["max", "maximum", "maxValue", "upperBound", "upper", "to", "most"],
        "minimumDate": ["min", "minimum", "minDate", "earliest", "from", "after", "startDate"],
        "maximumDate": ["max", "maximum", "maxDate", "latest", "to", "before", "endDate"],
        "stepInterval": ["step", "interval", "increment", "stepSize"],
        "textValidator": [
            "regex", "regExp", "pattern", "validationRegex", "validator", "validation",
        ],
        "maximumLength": ["maxLength", "max", "length", "limit"],
        "invalidMessage": ["error", "errorMessage", "message"],
        "isExclusive": ["exclusive", "noneOfTheAbove"],
        "uiHint": ["widget", "inputType"],
        "resourceName": ["name", "file", "fileName", "resource", "src", "path"],
        "resourceTransformer": ["resource", "transformer", "file"],
        "permissions": ["requestPermissions", "rights", "authorizations"],
        "permissionType": ["permission", "name"],
        "optional": ["isOptional", "skippable", "canSkip"],
    ]

    /// Words that stand for a key but need another value.
    private static let inOtherWords: [(key: String, remedy: String, words: [String])] = [
        (
            "optional", "a question must be answered unless it has '\"optional\": true'",
            ["required", "isRequired", "mandatory"]
        ),
        (
            "port", "write the speed behind the port, as in /dev/ttyUSB0@115200",
            ["baud", "baudRate", "bauds", "bps", "speed"]
        ),
        (
            "range", "write it as 'minimumValue' in the question's 'range'",
            ["min", "minimum", "minValue", "lowerBound"]
        ),
        (
            "range", "write it as 'maximumValue' in the question's 'range'",
            ["max", "maximum", "maxValue", "upperBound"]
        ),
        ("range", "write it as 'stepInterval' in the question's 'range'", ["step", "increment"]),
        (
            "textFieldOptions", "write it as 'textValidator' in the question's 'textFieldOptions'",
            ["regex", "regExp", "pattern", "validationRegex"]
        ),
        (
            "textFieldOptions", "write it as 'maximumLength' in the question's 'textFieldOptions'",
            ["maxLength"]
        ),
        (
            "image", "write it as 'imageName' in the step's 'image'",
            ["imageFile", "imageURL", "picture", "photo", "illustration"]
        ),
    ]
}

extension TaskFileReading {
    /// Returns the key of an object that a word stands for; `nil` if there is none, or if the object has that key
    /// already.
    ///
    /// An object of an app may have keys that are unknown here, so for it only a required key is suggested.
    func meaning(
        of word: String,
        in object: [String: JSONValue],
        _ read: ReadObject,
        _ laidOver: RSDWords?,
        at place: Place
    ) -> KeyMeanings.Meaning? {
        let keys = read.keys + (laidOver?.keys ?? [])
        // If only the case differs, that key was meant; the caller suggests it as the most similar name.
        let letters = word.lowercased()
        if keys.contains(where: { $0.name.lowercased() == letters }) { return nil }
        return KeyMeanings.of(word).first { meaning in
            guard let key = read[meaning.key] ?? laidOver?[meaning.key] else { return false }
            // If the key itself is there, or the value does not fit it, the word means something else.
            let isFit =
                meaning.remedy == nil
                ? object[key.name] == nil && object[word]?.hasForm(of: key.shape) == true
                : object[word]?.isPlain == true
            guard isFit else { return false }
            if let other = key.otherName, object[other] != nil { return false }
            guard read.isApps else { return true }
            if key.name == "type", let family = read.family {
                return object["type"] == nil && words(ofType: object[word]?.text, in: family) != nil
            }
            return key.isRequired && !place.isOverlay
        }
    }
}

extension JSONValue {
    /// True for any value but an array or an object.
    fileprivate var isPlain: Bool {
        switch self {
        case .array, .object: false
        case .null, .boolean, .integer, .unsigned, .number, .string: true
        }
    }

    /// True if the value has the kind of JSON (array, object, string, number or boolean) that the shape expects.
    fileprivate func hasForm(of shape: RSDKey.Shape) -> Bool {
        switch (shape, self) {
        case (.anything, _): true
        case (.either(let shapes), _): shapes.contains(where: hasForm)
        case (.list, .array): true
        case (.map, .object), (.instants, .object), (.object, .object), (.member, .object),
            (.fetched, .object), (.overrides, .object):
            true
        case (.text, .string), (.date, .string), (.step, .string), (.awaitedStep, .string),
            (.named, .string), (.word, .string), (.openWord, .string):
            true
        case (.boolean, .boolean): true
        case (.integer, .integer), (.integer, .number), (.number, .integer), (.number, .unsigned),
            (.number, .number):
            true
        default: false
        }
    }
}
