// The figures of a bout are written twice, as text for people and as JSON for programs: both must be complete.

import Gait
import Research
import SessionFolder
import Testing
import WalkSource

@testable import SessionAnalysis

@Suite("The figures of a bout")
struct BoutFigureTests {
    private static func back(legLengthInMetres leg: Double?) throws -> BoutReport {
        let samples = try MadeWalk.samples(walks: 1, seconds: 30, standing: 2)
        let report = GaitReport(of: samples, rateInHertz: 100, legLengthInMetres: leg)
        return try #require(report.bouts.first)
    }

    private static func foot() throws -> FootBoutReport {
        let readings = try MadeWalk.readings(of: .rightFoot, seconds: 30)
        let session = try MotionSession(MadeWalk.records(readings)) {
            $0.files[0].placement = "right foot"
        }
        let gait = try SessionGait(of: session.motion, GaitRequest())
        guard case .foot(let foot) = try #require(gait.sensors.first).content else {
            throw CancellationError()
        }
        return try #require(foot.bouts.first)
    }

    /// The names of all measured values of a report.
    private static func measured(_ report: some FiguredBout) -> Set<String> {
        let children = Mirror(reflecting: report).children.filter {
            $0.value is Measured<Double> || $0.value is Measured<Spread>
        }
        return Set(children.compactMap(\.label))
    }

    private static func check(_ report: some FiguredBout) throws {
        let figures = report.figures
        #expect(Set(figures.map(\.key)) == measured(report))
        #expect(Set(figures.map(\.key)).count == figures.count)
        #expect(Set(figures.map(\.name)).count == figures.count)

        var list = FigureList()
        for figure in figures { list.add(figure) }
        guard case .object(let object) = list.object else { throw CancellationError() }
        let absent = figures.filter { $0.absence != nil }
        #expect(Set(object.keys.filter { $0 != "absent" }).isDisjoint(with: absent.map(\.key)))
        #expect(object.count == figures.count - absent.count + (absent.isEmpty ? 0 : 1))

        let lines = FigureLines(of: report).lines
        let reasons = Set(absent.compactMap(\.absence?.words))
        #expect(lines.filter { $0.hasPrefix("      no ") }.count == reasons.count)
        let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        for figure in figures {
            let isTold = figure.absence == nil ? figure.label : figure.name
            #expect(text.contains(isTold), "\(figure.name)")
            #expect(text.contains(figure.unit.words) || figure.absence != nil, "\(figure.name)")
        }
    }

    @Test("at the low back are all in both forms, or absent in both", arguments: [nil, 0.9])
    func back(leg: Double?) throws {
        let report = try Self.back(legLengthInMetres: leg)
        try Self.check(report)
        #expect((report.figures.first { $0.key == "speed" }?.absence == nil) == (leg != nil))
        #expect(report.trust == report.stepTime.confidence && report.trust != nil)
    }

    @Test("at a foot are all in both forms")
    func foot() throws {
        let report = try Self.foot()
        try Self.check(report)
        #expect(report.trust == report.strideTime.confidence && report.trust != nil)
    }

    @Test("have keys that name their units, and a spread beside each mean")
    func keys() throws {
        let report = try Self.back(legLengthInMetres: 0.9)
        var list = FigureList()
        for figure in report.figures { list.add(figure) }
        guard case .object(let length) = list.members["stepLength"],
            case .object(let speed) = list.members["speed"]
        else { throw CancellationError() }
        #expect(
            Set(length.keys) == [
                "meanInMetres", "deviationInMetres", "coefficientOfVariation", "count", "method",
                "confidence",
            ]
        )
        #expect(Set(speed.keys) == ["metresPerSecond", "method", "confidence"])
    }
}

extension BoutFigure {
    fileprivate var absence: Absence? {
        switch value {
        case .number(let measured): measured.absence
        case .spread(let measured): measured.absence
        }
    }
}
