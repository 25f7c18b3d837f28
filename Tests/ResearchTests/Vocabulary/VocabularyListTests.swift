import Research
import Testing

/// The words as the field has them, written out once more: a key that is lost from its declaration would
/// otherwise be lost from every test.
///
/// An object is named by its family and type; without a type it is what has none, and without a family
/// what others share.
@Suite("The declared words")
struct VocabularyListTests {
    private static let keys: [(String, String)] = [
        (
            "task/task",
            "identifier type steps progressMarkers asyncActions schemaInfo copyright "
                + "usesTrackedData actions shouldHideActions"
        ),
        (
            "step/",
            "identifier type title text detail footnote fullInstructionsOnly nextStepIdentifier "
                + "permissions viewTheme colorMapping image beforeCohortRules afterCohortRules "
                + "actions shouldHideActions computer phone tablet tv watch"
        ),
        ("viewTheme", "viewIdentifier storyboardIdentifier bundleIdentifier"),
        (
            "step/active",
            "title duration commands requiresBackgroundAudio shouldEndOnInterrupt "
                + "spokenInstructions"
        ),
        ("step/form", "inputFields"),
        ("step/section", "identifier type steps progressMarkers asyncActions"),
        (
            "step/taskInfo",
            "identifier title subtitle detail icon estimatedMinutes taskTransformer schemaInfo"
        ),
        ("step/subtask", "task"),
        ("step/overview", "icons duration"),
        ("icon", "icon title subtitle"),
        ("step/imagePicker", "sourceType mediaTypes title"),
        (
            "step/feedback",
            "resultIdentifier stepResultIdentifier resultTitle unitText duration"
        ),
        ("step/transform", "identifier resourceTransformer"),
        ("transformer/resource", "resourceName bundleIdentifier classType"),
        ("action/default", "type buttonTitle iconName bundleIdentifier"),
        ("action/navigation", "skipToIdentifier buttonTitle"),
        ("action/reminder", "reminderIdentifier buttonTitle"),
        ("action/webView", "url title usesBackButton closeButtonTitle"),
        ("action/videoView", "url"),
        ("image/fetchable", "imageName placementType size"),
        ("image/animated", "imageNames animationDuration animationRepeatCount placementType size"),
        ("colors/placementMapping", "placement customColor"),
        ("colors/singleColor", "customColor"),
        ("customColor", "color usesLightStyle"),
        (
            "permission",
            "permissionType title reason deniedMessage restrictedMessage requestIfNeeded optional"
        ),
        ("cohortRule", "requiredCohorts operator skipToIdentifier"),
        ("asyncAction/distance", "identifier type startStepIdentifier stopStepIdentifier"),
        ("asyncAction/", "identifier type startStepIdentifier stopStepIdentifier permissions"),
        (
            "asyncAction/motion",
            "recorderTypes frequency device placement mountMatrix requiresBackgroundAudio "
                + "usesCSVEncoding usesRootDictionary shouldDeletePrevious"
        ),
        (
            "asyncAction/input",
            "events device grab includeKeys markers reconnect usesCSVEncoding usesRootDictionary "
                + "shouldDeletePrevious startStepIdentifier stopStepIdentifier"
        ),
        (
            "asyncAction/touch",
            "device grab reconnect usesCSVEncoding usesRootDictionary shouldDeletePrevious "
                + "startStepIdentifier stopStepIdentifier"
        ),
        ("keyMarker", "key marker"),
        (
            "asyncAction/distance",
            "motionStepIdentifier coordinates usesCSVEncoding usesRootDictionary shouldDeletePrevious"
        ),
        ("asyncAction/microphone", "saveAudioFile"),
        ("asyncAction/weather", "services"),
        ("weatherService", "identifier provider key"),
        ("surveyRule/comparable", "matchingAnswer ruleOperator skipToIdentifier cohort"),
        (
            "inputField/integer",
            "identifier prompt promptDetail placeholder type uiHint optional textFieldOptions "
                + "range surveyRules"
        ),
        ("inputField/singleChoice", "choices defaultAnswer separator"),
        ("inputField/multipleComponent", "choices defaultAnswer separator"),
        ("inputField/detail", "transitionStyle inputFields"),
        (
            "textFieldOptions",
            "textValidator invalidMessage maximumLength isSecureTextEntry autocapitalizationType "
                + "autocorrectionType spellCheckingType keyboardType"
        ),
        ("choice", "value text detail icon isExclusive"),
        ("numberRange", "minimumValue maximumValue stepInterval unit formatter"),
        ("numberFormatter", "maximumDigits"),
        (
            "dateRange",
            "minimumDate maximumDate allowFuture allowPast minuteInterval codingFormat defaultDate"
        ),
        ("durationRange", "minimumValue maximumValue stepInterval unit durationUnits"),
        ("yearRange", "minimumValue maximumValue allowFuture allowPast minimumDate maximumDate"),
        ("schemaInfo", "identifier revision"),
        ("size", "width height"),
        ("result/base", "identifier type startDate endDate skipToIdentifier"),
        ("result/answer", "answerType value questionText"),
        (
            "answerType",
            "baseType sequenceType formDataType dateFormat dateLocaleIdentifier unit "
                + "sequenceSeparator"
        ),
        ("result/collection", "inputResults skipToIdentifier"),
        ("result/task", "taskRunUUID schemaInfo stepHistory asyncResults"),
        ("result/file", "identifier type startDate endDate startUptime contentType relativePath"),
        ("result/error", "errorDescription errorDomain errorCode"),
    ]

    private static let types: [(RSDFamily, String)] = [
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

    private static let words: [(String, String, String)] = [
        (
            "step/active", "commands",
            "playSoundOnStart playSoundOnFinish playSound vibrateOnStart vibrateOnFinish vibrate "
                + "startTimerAutomatically continueOnFinish transitionAutomatically "
                + "shouldDisableIdleTimer speakWarningOnPause"
        ),
        ("step/active", "spokenInstructions", "start halfway countdown end"),
        ("step/imagePicker", "sourceType", "camera photoLibrary"),
        ("step/imagePicker", "mediaTypes", "photo video"),
        (
            "image/fetchable", "placementType",
            "iconBefore iconAfter fullsizeBackground topBackground topMarginBackground"
        ),
        (
            "permission", "permissionType",
            "camera location locationWhenInUse microphone motion photoLibrary"
        ),
        ("cohortRule", "operator", "all any"),
        ("surveyRule/comparable", "ruleOperator", "de eq ne lt gt le ge ot always"),
        (
            "asyncAction/motion", "recorderTypes",
            "accelerometer gyro magnetometer attitude gravity magneticField rotationRate "
                + "userAcceleration"
        ),
        ("asyncAction/input", "events", "keys touches pointer switches accelerometer all"),
        (
            "step/", "shouldHideActions",
            "goForward goBackward skip cancel learnMore reviewInstructions"
        ),
        ("answerType", "baseType", "boolean data date decimal integer string codable"),
        ("answerType", "sequenceType", "array dictionary"),
        (
            "inputField/integer", "uiHint",
            "button checkbox combobox disclosureArrow link list multipleLine picker popover "
                + "radioButton section slider textfield toggle"
        ),
        ("colors/placementMapping", "placement", "header body footer"),
    ]

    @Test("have every key of the field", arguments: keys)
    func everyKey(object: String, keys: String) throws {
        let (words, family) = try Self.object(object)
        let known = Set(words.keys.map(\.name) + (family.map { [$0.typeKey.name] } ?? []))
        #expect(Set(keys.split(separator: " ").map(String.init)).subtracting(known) == [])
    }

    @Test("have every type of the field", arguments: types)
    func everyType(family: RSDFamily, types: String) {
        #expect(
            Self.declared[family].all.map(\.word).sorted()
                == types.split(separator: " ").map(String.init).sorted()
        )
    }

    @Test("have every word of the field", arguments: words)
    func everyWord(object: String, key: String, words: String) throws {
        let key = try #require(try Self.object(object).words[key])
        #expect(
            Self.words(of: key.shape).sorted()
                == words.split(separator: " ").map(String.init).sorted()
        )
    }

    private static let declared = RSDFactory.withRecorders.declared

    private static func object(_ name: String) throws -> (words: RSDWords, family: RSDFamily?) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            return (try #require(declared.objects.first { $0.name == name }), nil)
        }
        let family = try #require(RSDFamily(rawValue: parts[0]))
        let words = parts[1].isEmpty ? family.fallback : declared[family].found(parts[1])?.words
        return (try #require(words), family)
    }

    private static func words(of shape: RSDKey.Shape) -> [String] {
        switch shape {
        case .word(let words), .openWord(let words), .instants(let words), .map(let words, _):
            words
        case .list(let element): Self.words(of: element)
        default: []
        }
    }
}
