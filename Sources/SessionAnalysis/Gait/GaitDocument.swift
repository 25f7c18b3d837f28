// The gait of a session as JSON; Documentation/Gait.md describes its layout. A change of a key needs a new version
// number.

internal import FoundationEssentials
internal import Gait
public import Research
internal import SessionFolder
internal import Timebase

/// Makes JSON of a session's gait.
public struct GaitDocument: Sendable {
    public static let format = "footfall-gait"
    public static let version = 1

    /// The document.
    public let json: JSONValue

    /// Makes the document of a session's gait.
    ///
    /// - Parameters:
    ///   - gait: The gait.
    ///   - software: The name and version of the program.
    public init(of gait: SessionGait, by software: (name: String, version: String)) {
        var methods: Set<GaitMethod> = []
        var members: [String: JSONValue] = [
            "format": .string(Self.format), "version": .integer(Int64(Self.version)),
            "software": .object([
                "name": .string(software.name), "version": .string(software.version),
            ]),
            "session": Self.session(gait),
            "asked": Self.asked(gait.request),
        ]
        members["sensors"] = .array(gait.sensors.map { Self.sensor($0, noting: &methods) })
        members["left"] = .array(
            gait.left.map { .object(["file": .string($0.path), "why": .string($0.why)]) }
        )
        members["methods"] = .object(
            Dictionary(
                uniqueKeysWithValues: methods.map { method in
                    let words = method.words
                    return (
                        method.rawValue,
                        JSONValue.object([
                            "summary": .string(words.summary), "paper": .string(words.paper),
                            "parameters": .string(words.parameters),
                        ])
                    )
                }
            )
        )
        json = .object(members)
    }

    private static func session(_ gait: SessionGait) -> JSONValue {
        let manifest = gait.session.manifest
        var list = FigureList()
        list.set("identifier", .string(manifest.identifier))
        list.set("taskRunUUID", .string(manifest.taskRunUUID.uuidString))
        list.set("startDate", .string(manifest.startDate.text))
        list.set("startUptimeInSeconds", number: manifest.startUptime.seconds)
        list.set("subject", manifest.participant?.subject.map(JSONValue.string))
        list.set("visit", manifest.participant?.visit.map(JSONValue.string))
        list.set("group", manifest.participant?.group.map(JSONValue.string))
        return list.object
    }

    private static func asked(_ request: GaitRequest) -> JSONValue {
        var list = FigureList()
        list.set("fromInSeconds", number: request.from)
        list.set("toInSeconds", number: request.to)
        list.set("step", request.step.map(JSONValue.string))
        list.set("standingStep", request.standingStep.map(JSONValue.string))
        list.set("legLengthInMetres", number: request.leg?.lengthInMetres)
        if case .ofStature(let stature) = request.leg {
            list.set("statureInMetres", number: stature)
            list.set(
                "legLengthFrom",
                .string("\(GaitRequest.Leg.shareOfStature) of the stature: Winter 2009")
            )
        }
        return list.object
    }

    private static func sensor(
        _ sensor: SensorGait,
        noting methods: inout Set<GaitMethod>
    ) -> JSONValue {
        var list = FigureList()
        list.set("file", .string(sensor.file))
        list.set("placement", .string(sensor.placement.name))
        list.set("placementSource", .string(sensor.placementSource.rawValue))
        list.set("rateInHertz", number: sensor.rateInHertz)
        list.set("hasGyroscope", .boolean(sensor.hasGyroscope))
        list.set("readings", .integer(Int64(sensor.readings)))
        list.set("leftOut", .integer(Int64(sensor.leftOut)))
        list.set("startInSeconds", number: sensor.time?.lowerBound)
        list.set("endInSeconds", number: sensor.time?.upperBound)
        list.set("lostShare", number: sensor.lostShare)
        if case .recorded(let length)? = sensor.leg {
            list.set("legLengthInMetres", number: length)
            list.set("legLengthFrom", .string("session"))
        }
        switch sensor.content {
        case .lowBack(let gait): BackGaitDocument(gait, of: sensor).add(to: &list, &methods)
        case .foot(let gait):
            list.set(
                "bouts",
                .array(gait.bouts.map { FootBoutDocument.object(of: $0, noting: &methods) })
            )
        }
        methods.formUnion(list.methods)
        return list.object
    }
}
