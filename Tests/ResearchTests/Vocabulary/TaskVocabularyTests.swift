import FoundationEssentials
import InputRecorder
import MotionRecorder
import Research
import Testing
import Timebase

@Suite("The vocabulary of task files")
struct TaskVocabularyTests {
    private static let families: [TaskVocabulary.Family] = [
        .task, .step, .action, .asyncAction, .image, .colors, .transformer, .result,
    ]

    /// The words of all families, but for the transform: what is written again is the step itself.
    private static let words =
        families.flatMap { family in
            TaskVocabulary.words(of: family).filter { $0.kind != .transformStep }
                .map { Word(family: family, word: $0.word, kind: $0.kind) }
        } + [Word(family: .asyncAction, word: "airQuality", kind: .otherAction)]

    struct Word: Sendable, CustomTestStringConvertible {
        let family: TaskVocabulary.Family
        let word: String
        let kind: TaskVocabulary.Kind

        var testDescription: String { "\(family) \(word)" }
    }

    @Test("is read and written again, each key with each kind of value", arguments: words)
    func roundTrip(word: Word) throws {
        let factory = Self.factory
        for object in VocabularySamples.objects(word.kind, type: word.word) {
            let (document, path) = Self.document(of: .object(object), in: word.family)
            let bytes = try factory.createJSONEncoder().encode(document)
            let again: Data
            do {
                if word.family == .result {
                    let read = try factory.createJSONDecoder()
                        .decode(RSDCollectionResultObject.self, from: bytes)
                    again = try factory.createJSONEncoder().encode(read)
                } else {
                    again = try factory.encodeTask(factory.decodeTask(with: bytes))
                }
            } catch {
                Issue.record("\(object): \(error)")
                continue
            }
            let written = try factory.createJSONDecoder().decode(JSONValue.self, from: again)
            #expect(written[path]?.plain == JSONValue.object(Self.shortest(object)).plain)
        }
    }

    /// A factory that knows every configuration of our own recorders.
    private static var factory: RSDFactory {
        let factory = RSDFactory(writingDatesIn: .utc)
        factory.register(MotionRecorderConfiguration.self, for: .motion)
        factory.register(InputRecorderConfiguration.self, for: .input)
        factory.register(TouchRecorderConfiguration.self, for: .touch)
        return factory
    }

    /// An object as it is written: all kinds of events are what is recorded without the key, too.
    private static func shortest(_ object: VocabularySamples.Object) -> VocabularySamples.Object {
        object.filter { key, value in key != "events" || value != .array([.string("all")]) }
    }

    @Test("of async actions is read by a type for each word, which knows their keys")
    func asyncActionTypes() throws {
        let factory = Self.factory
        for (word, _) in TaskVocabulary.words(of: .asyncAction) {
            let action: JSONValue = .object(["identifier": "m", "type": .string(word)])
            let (document, _) = Self.document(of: action, in: .asyncAction)
            let bytes = try factory.createJSONEncoder().encode(document)
            let read = try factory.decodeTask(with: bytes).asyncActions?.first
            #expect(read != nil && !(read is RSDStandardAsyncActionConfiguration), "\(word)")
        }
    }

    @Test("makes files in which the check finds nothing wrong", arguments: words)
    func check(word: Word) throws {
        guard word.family != .result else { return }
        let factory = RSDFactory()
        for object in VocabularySamples.objects(word.kind, type: word.word) {
            let (document, _) = Self.document(of: .object(object), in: word.family)
            let bytes = try factory.createJSONEncoder().encode(document)
            #expect(TaskFileCheck.faults(in: bytes, factory: factory) == [], "\(object)")
        }
    }

    /// A file that has an object at a place, and the way to the place.
    private static func document(
        of value: JSONValue,
        in family: TaskVocabulary.Family
    ) -> (JSONValue, [String]) {
        func task(_ key: String, _ value: JSONValue) -> JSONValue {
            var object: [String: JSONValue] = ["identifier": "t", "type": "task"]
            // The step that is spoken of must be there.
            let steps: [JSONValue] = [
                .object(["identifier": "goal", "type": "instruction"])
            ]
            object["steps"] = .array(steps)
            if key == "steps", case .array(let own) = value {
                object["steps"] = .array(own + steps)
            }
            if key != "steps" { object[key] = value }
            return .object(object)
        }
        func step(_ type: String, _ key: String, _ value: JSONValue) -> JSONValue {
            let step: [String: JSONValue] = ["identifier": "s", "type": .string(type), key: value]
            return task("steps", .array([.object(step)]))
        }
        switch family {
        case .task:
            return (value, [])
        case .step:
            return (task("steps", .array([value])), ["steps", "0"])
        case .action:
            let actions = JSONValue.object(["goForward": value])
            return (step("active", "actions", actions), ["steps", "0", "actions", "goForward"])
        case .asyncAction:
            return (task("asyncActions", .array([value])), ["asyncActions", "0"])
        case .image:
            return (step("active", "image", value), ["steps", "0", "image"])
        case .colors:
            return (step("active", "colorMapping", value), ["steps", "0", "colorMapping"])
        case .transformer:
            let key = "taskTransformer"
            return (step("taskInfo", key, value), ["steps", "0", key])
        case .inputField, .surveyRule:
            return (
                step("form", "inputFields", .array([value])), ["steps", "0", "inputFields", "0"]
            )
        case .result:
            let collection: [String: JSONValue] = [
                "identifier": "c", "type": "collection", "inputResults": .array([value]),
                "startDate": "2026-11-21T10:15:00.123Z", "endDate": "2026-11-21T10:15:00.123Z",
            ]
            return (.object(collection), ["inputResults", "0"])
        }
    }
}

/// The words as the field has them, written out once more: a row that is lost from the table would
/// otherwise be lost from every test.
@Suite("The table of words")
struct VocabularyListTests {
    private static let keys: [(TaskVocabulary.Kind, String)] = [
        (
            .task,
            "identifier type steps progressMarkers asyncActions schemaInfo copyright "
                + "usesTrackedData actions shouldHideActions"
        ),
        (
            .uiStep,
            "identifier type title text detail footnote fullInstructionsOnly nextStepIdentifier "
                + "permissions viewTheme colorMapping image beforeCohortRules afterCohortRules "
                + "actions shouldHideActions computer phone tablet tv watch"
        ),
        (.viewTheme, "viewIdentifier storyboardIdentifier bundleIdentifier"),
        (
            .activeStep,
            "title duration commands requiresBackgroundAudio shouldEndOnInterrupt "
                + "spokenInstructions"
        ),
        (.formStep, "inputFields"),
        (.sectionStep, "identifier type steps progressMarkers asyncActions"),
        (
            .taskInfoStep,
            "identifier title subtitle detail icon estimatedMinutes taskTransformer schemaInfo"
        ),
        (.subtaskStep, "task"),
        (.overviewStep, "icons duration"),
        (.icon, "icon title subtitle"),
        (.imagePickerStep, "sourceType mediaTypes title"),
        (
            .resultSummaryStep,
            "resultIdentifier stepResultIdentifier resultTitle unitText duration"
        ),
        (.transformStep, "identifier resourceTransformer"),
        (.transformer, "resourceName bundleIdentifier classType"),
        (.action, "type buttonTitle iconName bundleIdentifier"),
        (.navigationAction, "skipToIdentifier buttonTitle"),
        (.reminderAction, "reminderIdentifier buttonTitle"),
        (.webViewAction, "url title usesBackButton closeButtonTitle"),
        (.videoViewAction, "url"),
        (.fetchableImage, "imageName placementType size"),
        (.animatedImage, "imageNames animationDuration animationRepeatCount placementType size"),
        (.placementColors, "placement customColor"),
        (.singleColor, "customColor"),
        (.customColor, "color usesLightStyle"),
        (
            .permission,
            "permissionType title reason deniedMessage restrictedMessage requestIfNeeded optional"
        ),
        (.cohortRule, "requiredCohorts operator skipToIdentifier"),
        (.asyncAction, "identifier type startStepIdentifier stopStepIdentifier"),
        (.otherAction, "identifier type startStepIdentifier stopStepIdentifier permissions"),
        (
            .motion,
            "recorderTypes frequency device placement requiresBackgroundAudio usesCSVEncoding "
                + "usesRootDictionary shouldDeletePrevious"
        ),
        (
            .input,
            "events device grab includeKeys markers reconnect usesCSVEncoding usesRootDictionary "
                + "shouldDeletePrevious startStepIdentifier stopStepIdentifier"
        ),
        (
            .touch,
            "device grab reconnect usesCSVEncoding usesRootDictionary shouldDeletePrevious "
                + "startStepIdentifier stopStepIdentifier"
        ),
        (.keyMarker, "key marker"),
        (.distance, "motionStepIdentifier usesCSVEncoding"),
        (.microphone, "saveAudioFile"),
        (.weather, "services"),
        (.weatherService, "identifier provider key"),
        (.surveyRule, "matchingAnswer ruleOperator skipToIdentifier cohort"),
        (
            .inputField,
            "identifier prompt promptDetail placeholder type uiHint optional textFieldOptions "
                + "range surveyRules"
        ),
        (.choiceField, "choices defaultAnswer separator"),
        (.columnField, "choices defaultAnswer separator"),
        (.detailField, "transitionStyle inputFields"),
        (
            .textOptions,
            "textValidator invalidMessage maximumLength isSecureTextEntry autocapitalizationType "
                + "autocorrectionType spellCheckingType keyboardType"
        ),
        (.choice, "value text detail icon isExclusive"),
        (.numberRange, "minimumValue maximumValue stepInterval unit formatter"),
        (.formatter, "maximumDigits"),
        (
            .dateRange,
            "minimumDate maximumDate allowFuture allowPast minuteInterval codingFormat defaultDate"
        ),
        (.durationRange, "minimumValue maximumValue stepInterval unit durationUnits"),
        (.yearRange, "minimumValue maximumValue allowFuture allowPast minimumDate maximumDate"),
        (.schemaInfo, "identifier revision"),
        (.size, "width height"),
        (.baseResult, "identifier type startDate endDate skipToIdentifier"),
        (.answerResult, "answerType value questionText"),
        (
            .answerType,
            "baseType sequenceType formDataType dateFormat dateLocaleIdentifier unit "
                + "sequenceSeparator"
        ),
        (.collectionResult, "inputResults skipToIdentifier"),
        (.taskResult, "taskRunUUID schemaInfo stepHistory asyncResults"),
        (.fileResult, "identifier type startDate endDate startUptime contentType relativePath"),
        (.errorResult, "errorDescription errorDomain errorCode"),
    ]

    private static let types: [(TaskVocabulary.Family, String)] = [
        (
            .step,
            "active instruction countdown completion feedback overview imagePicker form "
                + "demographics section taskInfo transform subtask"
        ),
        (.action, "default navigation reminder webView videoView"),
        (.image, "fetchable animated"),
        (.colors, "singleColor placementMapping"),
        (.asyncAction, "motion input touch distance microphone weather"),
        (.result, "base navigation answer collection task file error"),
    ]

    private static let words: [(TaskVocabulary.Kind, String, String)] = [
        (
            .activeStep, "commands",
            "playSoundOnStart playSoundOnFinish playSound vibrateOnStart vibrateOnFinish vibrate "
                + "startTimerAutomatically continueOnFinish transitionAutomatically "
                + "shouldDisableIdleTimer speakWarningOnPause"
        ),
        (.activeStep, "spokenInstructions", "start halfway countdown end"),
        (.imagePickerStep, "sourceType", "camera photoLibrary"),
        (.imagePickerStep, "mediaTypes", "photo video"),
        (
            .fetchableImage, "placementType",
            "iconBefore iconAfter fullsizeBackground topBackground topMarginBackground"
        ),
        (
            .permission, "permissionType",
            "camera location locationWhenInUse microphone motion photoLibrary"
        ),
        (.cohortRule, "operator", "all any"),
        (.surveyRule, "ruleOperator", "de eq ne lt gt le ge ot always"),
        (
            .motion, "recorderTypes",
            "accelerometer gyro magnetometer attitude gravity magneticField rotationRate "
                + "userAcceleration"
        ),
        (.input, "events", "keys touches pointer switches accelerometer all"),
        (
            .uiStep, "shouldHideActions",
            "goForward goBackward skip cancel learnMore reviewInstructions"
        ),
        (.answerType, "baseType", "boolean data date decimal integer string codable"),
        (.answerType, "sequenceType", "array dictionary"),
        (
            .inputField, "uiHint",
            "button checkbox combobox disclosureArrow link list multipleLine picker popover "
                + "radioButton section slider textfield toggle"
        ),
        (.colors, "type", "singleColor placementMapping"),
        (.placementColors, "placement", "header body footer"),
    ]

    @Test("has every key of the field", arguments: keys)
    func everyKey(kind: TaskVocabulary.Kind, keys: String) {
        let known = Set(TaskVocabulary.rows(of: kind).map(\.key))
        #expect(Set(keys.split(separator: " ").map(String.init)).subtracting(known) == [])
    }

    @Test("has every type of the field", arguments: types)
    func everyType(family: TaskVocabulary.Family, types: String) {
        #expect(
            TaskVocabulary.words(of: family).map(\.word).sorted()
                == types.split(separator: " ").map(String.init).sorted()
        )
    }

    @Test("has every word of the field", arguments: words)
    func everyWord(kind: TaskVocabulary.Kind, key: String, words: String) throws {
        let row = try #require(TaskVocabulary.rows(of: kind).first { $0.key == key })
        #expect(
            Self.words(of: row.shape).sorted()
                == words.split(separator: " ").map(String.init).sorted()
        )
    }

    private static func words(of shape: TaskVocabulary.Shape) -> [String] {
        switch shape {
        case .word(let words), .openWord(let words), .instants(let words), .map(let words, _):
            words
        case .list(let element): Self.words(of: element)
        default: []
        }
    }
}
