// The JSON of a sensor's bouts, turns and standing phases.

internal import Gait
internal import Research

/// The JSON of a low-back sensor.
struct BackGaitDocument {
    private let gait: BackGait
    private let sensor: SensorGait

    init(_ gait: BackGait, of sensor: SensorGait) {
        (self.gait, self.sensor) = (gait, sensor)
    }

    func add(to list: inout FigureList, _ methods: inout Set<GaitMethod>) {
        var found: Set<GaitMethod> = []
        list.set("bouts", .array(gait.bouts.map { object(of: $0, noting: &found) }))
        list.set("standing", .array(gait.standing.map { object(of: $0, noting: &found) }))
        list.set("restsTooLongToBeStanding", .integer(Int64(gait.rests)))
        if !gait.cuts.isEmpty {
            list.set("cutAtInSeconds", .array(gait.cuts.map(JSONValue.number)))
        }
        switch gait.turns {
        case .figure(let turns, let method, let confidence):
            found.insert(method)
            var members: [String: JSONValue] = [
                "method": .string(method.rawValue),
                "confidence": .string(confidence.rawValue),
                "list": .array(turns.map(Self.object)),
            ]
            if !gait.withoutTurns.isEmpty {
                members["unknown"] = .array(gait.withoutTurns.map(Self.object))
            }
            list.set("turns", .object(members))
        case .absent(let absence): list.note("turns", absent: absence.name, absence.words)
        }
        addFreezing(to: &list, &found)
        methods.formUnion(found)
    }

    private func object(
        of report: BoutReport,
        noting methods: inout Set<GaitMethod>
    ) -> JSONValue {
        var list = FigureList()
        list.add(report)
        list.set("contacts", .array(report.contacts.map(Self.object)))
        for name in ["stanceTime", "swingTime", "strideLength"] {
            list.note(
                name,
                absent: "noSensorOnFoot",
                "a sensor at the low back does not see it; record one on a foot"
            )
        }
        methods.formUnion(list.methods)
        return list.object
    }

    private static func object(of contact: FootContact) -> JSONValue {
        var list = FigureList()
        list.set("atInSeconds", number: contact.seconds)
        list.set("side", contact.side.map { .string($0.rawValue) })
        if contact.followsLoss { list.set("followsLoss", .boolean(true)) }
        return list.object
    }

    private static func object(of turn: BodyTurn) -> JSONValue {
        var list = FigureList()
        list.set("startInSeconds", number: turn.start)
        list.set("endInSeconds", number: turn.end)
        list.set("angleInDegrees", number: turn.angle * 180 / .pi)
        list.set("peakRateInDegreesPerSecond", number: turn.peakRate * 180 / .pi)
        return list.object
    }

    private static func object(of time: Range<Double>) -> JSONValue {
        var list = FigureList()
        list.set("startInSeconds", number: time.lowerBound)
        list.set("endInSeconds", number: time.upperBound)
        return list.object
    }

    private func object(
        of standing: BackGait.Standing,
        noting methods: inout Set<GaitMethod>
    ) -> JSONValue {
        var list = FigureList()
        list.set("startInSeconds", number: standing.time.lowerBound)
        list.set("endInSeconds", number: standing.time.upperBound)
        list.set("step", standing.step.map(JSONValue.string))
        list.set("foundBy", .string(standing.step == nil ? "stillness" : "step"))
        list.add("sway", standing.sway) { sway in
            [
                "rootMeanSquareInMetresPerSecond2": sway.rootMeanSquare,
                "meanDistanceInMetresPerSecond2": sway.meanDistance,
                "pathInMetresPerSecond2": sway.path,
                "meanVelocityInMetresPerSecond3": sway.meanVelocity,
                "ellipseAreaInMetres2PerSecond4": sway.ellipseArea,
                "meanFrequencyInHertz": sway.meanFrequency,
                "medianFrequencyInHertz": sway.medianFrequency,
                "frequency95InHertz": sway.frequency95,
                "centroidalFrequencyInHertz": sway.centroidalFrequency,
                "frequencyDispersion": sway.frequencyDispersion,
            ]
        }
        methods.formUnion(list.methods)
        return list.object
    }

    private func addFreezing(to list: inout FigureList, _ methods: inout Set<GaitMethod>) {
        let found = gait.freezingIndices
        guard !found.isEmpty else {
            let absence =
                gait.freezing.first?.index.absence
                ?? .tooShort(seconds: 0, needed: FreezingIndex.windowInSeconds)
            list.note("freezingIndex", absent: absence.name, absence.words)
            return
        }
        methods.insert(.bandPower)
        let least = gait.freezing.compactMap(\.index.confidence).min() ?? .poor
        list.set(
            "freezingIndex",
            .object([
                "method": .string(GaitMethod.bandPower.rawValue),
                "confidence": .string(least.rawValue),
                "windowInSeconds": .number(FreezingIndex.windowInSeconds),
                "windowsWithoutIndex": .integer(Int64(gait.freezing.count - found.count)),
                "windows": .array(
                    found.map { start, index in
                        .object(["startInSeconds": .number(start), "index": .number(index)])
                    }
                ),
            ])
        )
    }
}

/// The JSON of a foot sensor's bout.
enum FootBoutDocument {
    static func object(
        of report: FootBoutReport,
        noting methods: inout Set<GaitMethod>
    ) -> JSONValue {
        var list = FigureList()
        list.add(report)
        list.set("strides", .array(report.strides.map(object)))
        methods.formUnion(list.methods)
        return list.object
    }

    private static func object(of stride: FootStride) -> JSONValue {
        var list = FigureList()
        list.set("startInSeconds", number: stride.start)
        list.set("endInSeconds", number: stride.end)
        list.set("toeOffInSeconds", number: stride.toeOff)
        list.set("contactInSeconds", number: stride.contact)
        list.set("lengthInMetres", number: stride.lengthInMetres)
        list.set("riseInMetres", number: stride.riseInMetres)
        list.set("driftInMetresPerSecond", number: stride.driftInMetresPerSecond)
        if let absence = stride.displacement.absence {
            list.note("length", absent: absence.name, absence.words)
        }
        return list.object
    }
}

extension FigureList {
    /// Adds a bout's start and end, its missing share, and its figures.
    fileprivate mutating func add(_ report: some FiguredBout) {
        set("startInSeconds", number: report.bout.start)
        set("endInSeconds", number: report.bout.end)
        set("contactCount", .integer(Int64(report.bout.contacts)))
        set("lostShare", number: report.bout.lostShare)
        for figure in report.figures { add(figure) }
    }
}
