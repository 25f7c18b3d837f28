// The keys of what steps are made of, and of async actions.

extension TaskVocabulary {
    private static func type(_ family: Family, isRequired: Bool = false) -> Row {
        Row("type", .openWord(words(of: family).map(\.word)), isRequired: isRequired)
    }

    static func partRows(of kind: Kind) -> [Row] {
        switch kind {
        case .action:
            [
                type(.action, isRequired: true), Row("buttonTitle", .text), Row("iconName", .text),
                Row("bundleIdentifier", .text),
            ]
        case .navigationAction: [Row("skipToIdentifier", .step, isRequired: true)]
        case .reminderAction: [Row("reminderIdentifier", .text, isRequired: true)]
        case .webViewAction:
            [
                Row("url", .text, isRequired: true), Row("title", .text),
                Row("usesBackButton", .boolean), Row("closeButtonTitle", .text),
            ]
        case .videoViewAction: [Row("url", .text, isRequired: true)]
        case .fetchableImage: [Row("imageName", .text, isRequired: true)] + imageRows
        case .animatedImage:
            [
                Row("imageNames", .list(.text), isRequired: true),
                Row("animationDuration", .number, isRequired: true),
                Row("animationRepeatCount", .integer),
            ] + imageRows
        case .size:
            [Row("width", .number, isRequired: true), Row("height", .number, isRequired: true)]
        case .colors:
            [
                type(.colors), Row("customColor", .object(.customColor)),
                Row("bundleIdentifier", .text),
            ]
        case .singleColor: [Row("colorStyle", .text)]
        case .placementColors:
            [
                Row(
                    "placement",
                    .map(RSDColorPlacement.allCases.map(\.rawValue), .text),
                    isRequired: true
                )
            ]
        case .customColor:
            [Row("color", .text, isRequired: true), Row("usesLightStyle", .boolean)]
        case .viewTheme:
            [
                Row("viewIdentifier", .text, isRequired: true), Row("storyboardIdentifier", .text),
                Row("bundleIdentifier", .text),
            ]
        case .permission: permissionRows
        case .icon:
            [Row("icon", .text, isRequired: true), Row("title", .text), Row("subtitle", .text)]
        case .cohortRule:
            [
                Row("requiredCohorts", .list(.text), isRequired: true),
                Row("operator", .word(RSDCohortRuleOperator.allCases.map(\.rawValue))),
                Row("skipToIdentifier", .step),
            ]
        case .schemaInfo:
            [
                Row("identifier", .text, isRequired: true),
                Row("revision", .integer, isRequired: true),
            ]
        case .transformer:
            [
                type(.transformer), Row("resourceName", .text, isRequired: true),
                Row("bundleIdentifier", .text), Row("classType", .text),
            ]
        default: []
        }
    }

    private static let imageRows = [
        type(.image), Row("placementType", .word(RSDImagePlacementType.allCases.map(\.rawValue))),
        Row("size", .object(.size)), Row("bundleIdentifier", .text), Row("caption", .text),
    ]

    private static let permissionRows = [
        Row(
            "permissionType",
            .openWord([
                "camera", "location", "locationWhenInUse", "microphone", "motion", "photoLibrary",
            ]),
            isRequired: true
        ),
        Row("title", .text), Row("reason", .text), Row("deniedMessage", .text),
        Row("restrictedMessage", .text), Row("requestIfNeeded", .boolean),
        Row("optional", .boolean),
    ]

    // MARK: Async actions

    static func asyncActionRows(of kind: Kind) -> [Row] {
        switch kind {
        case .asyncAction:
            [
                Row("identifier", .text, isRequired: true), type(.asyncAction, isRequired: true),
                Row("startStepIdentifier", .step), Row("stopStepIdentifier", .awaitedStep),
            ]
        case .otherAction: [Row("permissions", .list(.object(.permission)))]
        case .recorder:
            [Row("requiresBackgroundAudio", .boolean), Row("shouldDeletePrevious", .boolean)]
        case .motion:
            [
                Row(
                    "recorderTypes",
                    .list(
                        .word([
                            "accelerometer", "gyro", "magnetometer", "attitude", "gravity",
                            "magneticField", "rotationRate", "userAcceleration",
                        ])
                    )
                ),
                Row("frequency", .number), Row("device", .text), Row("placement", .text),
                Row("usesCSVEncoding", .boolean), Row("usesRootDictionary", .boolean),
            ]
        case .input:
            [
                Row(
                    "events",
                    .list(
                        .word([
                            "keys", "touches", "pointer", "switches", "accelerometer", "all",
                        ])
                    )
                ),
                Row("includeKeys", .list(.keyName)), Row("markers", .list(.object(.keyMarker))),
            ] + inputDeviceRows
        case .touch: inputDeviceRows
        case .keyMarker:
            [Row("key", .keyName, isRequired: true), Row("marker", .text, isRequired: true)]
        case .distance:
            [Row("motionStepIdentifier", .step), Row("usesCSVEncoding", .boolean)]
        case .microphone: [Row("saveAudioFile", .boolean)]
        case .weather: [Row("services", .list(.object(.weatherService)))]
        case .weatherService:
            [
                Row("identifier", .text, isRequired: true), Row("provider", .text),
                Row("key", .text),
            ]
        default: []
        }
    }

    /// What is said of an input device, whatever is recorded of it.
    private static let inputDeviceRows = [
        Row("device", .text), Row("grab", .boolean), Row("reconnect", .number),
        Row("usesCSVEncoding", .boolean), Row("usesRootDictionary", .boolean),
    ]
}
