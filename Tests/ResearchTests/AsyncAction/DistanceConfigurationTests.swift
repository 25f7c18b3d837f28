import FoundationEssentials
import Research
import Testing

@Suite("The configuration of a distance")
struct DistanceConfigurationTests {
    private func read(_ json: String) throws -> any RSDAsyncActionConfiguration {
        let task = #"{ "identifier": "t", "steps": [], "asyncActions": [\#(json)] }"#
        return try #require(RSDFactory().decodeTask(with: Data(task.utf8)).asyncActions?.first)
    }

    @Test("is that of a recorder, which runs on while the screen is off")
    func distance() throws {
        let configuration = try #require(
            try read(
                """
                { "identifier": "walk", "type": "distance", "motionStepIdentifier": "run",
                  "startStepIdentifier": "a", "stopStepIdentifier": "b", "usesCSVEncoding": true }
                """
            ) as? DistanceRecorderConfiguration
        )
        #expect(configuration.asyncActionType == .distance)
        #expect(configuration.motionStepIdentifier == "run")
        #expect(configuration.startStepIdentifier == "a")
        #expect(configuration.stopStepIdentifier == "b")
        #expect(configuration.requiresBackgroundAudio)
        #expect(configuration.usesCSVEncoding)
        let plain = try read(#"{ "identifier": "walk", "type": "distance" }"#)
        let made = DistanceRecorderConfiguration(identifier: "walk", motionStepIdentifier: nil)
        #expect(plain as? DistanceRecorderConfiguration == made)
        #expect(!made.usesCSVEncoding)
    }

    @Test("asks for coordinates only where a file does, and keeps each key that it says")
    func keys() throws {
        #expect(
            !DistanceRecorderConfiguration(identifier: "w", motionStepIdentifier: nil).coordinates
        )
        let text =
            #"{"coordinates":true,"identifier":"w","motionStepIdentifier":"m","#
            + #""shouldDeletePrevious":false,"startStepIdentifier":"a","stopStepIdentifier":"b","#
            + #""type":"distance","usesCSVEncoding":true,"usesRootDictionary":true}"#
        let configuration = try JSONDecoder().decode(
            DistanceRecorderConfiguration.self,
            from: Data(text.utf8)
        )
        #expect(configuration.coordinates && !configuration.shouldDeletePrevious)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(configuration), as: UTF8.self) == text)
        var plain = DistanceRecorderConfiguration(identifier: "w", motionStepIdentifier: nil)
        #expect(
            String(decoding: try encoder.encode(plain), as: UTF8.self)
                == #"{"identifier":"w","type":"distance"}"#
        )
        plain.coordinates = true
        #expect(plain.coordinates)
    }
}
