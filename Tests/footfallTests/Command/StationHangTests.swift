// What a station's watchdog takes for a hang.

import FoundationEssentials
import Patience
import RecorderKinds
import Research
import SessionFolder
import SessionRuns
import StandardRecorders
import Station
import SystemCalls
import Testing
import Timebase

@testable import footfall

@Suite("What a station takes for a hang")
struct StationHangTests {
    /// Whether a recorder should give samples all the time; `nil` if it is of another kind.
    private static func isSteady<Kind: RecorderKind>(
        _ kind: Kind,
        _ configuration: any RSDAsyncActionConfiguration
    ) -> Bool? {
        (configuration as? Kind.Configuration).map { kind.isSteady(for: $0) }
    }

    @Test(
        "is the silence of a sensor with a rate, and not that of one that may have nothing to say",
        arguments: [
            (#""type": "motion""#, true), (#""type": "microphone""#, true),
            (#""type": "lines", "port": "-", "map": "ax,ay,az", "frequency": 50"#, true),
            (#""type": "lines", "port": "-", "map": "ax,ay,az""#, false),
            (#""type": "distance""#, false), (#""type": "input""#, false),
            (#""type": "touch""#, false),
        ] as [(String, Bool)]
    )
    func silence(recorder: String, isHang: Bool) throws {
        let factory = RSDFactory(writingDatesIn: .utc)
        for kind in StandardKinds.all { try factory.register(kind) }
        let file = #"""
            { "identifier": "walk", "steps": [{ "identifier": "one", "type": "instruction" }],
              "asyncActions": [{ "identifier": "recorder", \#(recorder) }] }
            """#
        let task = try factory.decodeTask(with: Data(file.utf8))
        let configuration = try #require(task.asyncActions?.first)
        let answers = StandardKinds.all.compactMap { Self.isSteady($0, configuration) }
        #expect(answers == [isHang])
    }
}
