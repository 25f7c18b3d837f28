// One of each result, and a task that nests them all.

import FoundationEssentials
import Research
import Timebase

enum SampleResults {
    static let begin = Date(timeIntervalSince1970: 1_795_252_500.123)
    static let end = Date(timeIntervalSince1970: 1_795_252_530.5)

    static let base = RSDResultObject(identifier: "intro", startDate: begin, endDate: end)
    static let skipping = RSDResultObject(
        identifier: "choice",
        startDate: begin,
        endDate: end,
        skipToIdentifier: "walk"
    )
    static let file = RSDFileResultObject(
        identifier: "walk_motion",
        startDate: begin,
        endDate: end,
        startUptime: BootInstant(nanoseconds: 123_456_789_012_345),
        contentType: "application/json",
        relativePath: "left/walk_motion.json"
    )
    static let bareFile = RSDFileResultObject(identifier: "walk_audio", startDate: begin)
    static let failure = RSDErrorResultObject(
        identifier: "walk_error",
        error: RecorderError.interrupted(identifier: "walk"),
        startDate: begin,
        endDate: end
    )
    static let collection = RSDCollectionResultObject(
        identifier: "walk",
        startDate: begin,
        endDate: end,
        inputResults: [file, bareFile, failure],
        skipToIdentifier: "rest"
    )
    static let section = RSDTaskResultObject(
        identifier: "left",
        taskRunUUID: run,
        startDate: begin,
        endDate: end,
        stepHistory: [base, collection],
        asyncResults: [file, failure]
    )
    static let task = RSDTaskResultObject(
        identifier: "Gait",
        taskRunUUID: run,
        schemaInfo: RSDSchemaInfoObject(identifier: "GaitV2", revision: 7),
        startDate: begin,
        endDate: end,
        stepHistory: [base, section, skipping],
        asyncResults: [collection, failure, bareFile]
    )
    static let unknown = RSDUnknownResultObject(
        identifier: "tap",
        type: "tapping",
        startDate: begin,
        endDate: end,
        userInfo: [
            "samples": .array([.object(["x": .number(0.1), "button": .string("left/up")]), .null]),
            "count": .integer(-3), "huge": .unsigned(.max), "done": .boolean(true),
            "whole": .integer(9_007_199_254_740_993), "empty": .object([:]),
        ]
    )

    static let navigation = RSDResultObject(
        identifier: "branch",
        type: .navigation,
        startDate: begin,
        endDate: end,
        skipToIdentifier: "rest"
    )
    static let answer = RSDAnswerResultObject(
        identifier: "age",
        answerType: RSDAnswerResultType(baseType: .integer),
        value: .integer(61),
        startDate: begin,
        endDate: end,
        questionText: "How old are you?"
    )
    static let form = RSDCollectionResultObject(
        identifier: "form",
        startDate: begin,
        endDate: end,
        inputResults: [answer, navigation, failure]
    )

    static let all: [any RSDResult] = [
        base, skipping, file, bareFile, failure, collection, section, task, unknown, navigation,
        answer, form,
    ]

    private static let run = UUID(
        uuid: (1, 35, 69, 103, 137, 171, 76, 222, 128, 1, 2, 3, 4, 5, 6, 7)
    )
}
