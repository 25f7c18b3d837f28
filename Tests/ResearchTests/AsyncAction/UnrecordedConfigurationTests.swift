import FoundationEssentials
import Research
import Testing

@Suite("The configurations without a recorder in this package")
struct UnrecordedConfigurationTests {
    private func read(_ json: String) throws -> any RSDAsyncActionConfiguration {
        let task = #"{ "identifier": "t", "steps": [], "asyncActions": [\#(json)] }"#
        return try #require(RSDFactory().decodeTask(with: Data(task.utf8)).asyncActions?.first)
    }

    @Test("of a microphone saves the sound only if the file says so")
    func microphone() throws {
        let plain = try read(#"{ "identifier": "m", "type": "microphone" }"#)
        var made = MicrophoneRecorderConfiguration(identifier: "m")
        #expect(plain as? MicrophoneRecorderConfiguration == made)
        #expect(!made.saveAudioFile)
        made.saveAudioFile = true
        let loud = try read(#"{ "identifier": "m", "type": "microphone", "saveAudioFile": true }"#)
        #expect(loud as? MicrophoneRecorderConfiguration == made)
    }

    @Test("of the weather is that of a request, and names the service")
    func weather() throws {
        let configuration = try read(
            """
            { "identifier": "w", "type": "weather", "services": [
              { "identifier": "air", "provider": "station", "key": "k" } ] }
            """
        )
        #expect(
            configuration as? WeatherConfiguration
                == WeatherConfiguration(
                    identifier: "w",
                    services: [.init(identifier: "air", provider: "station", key: "k")]
                )
        )
        #expect(!(configuration is any RSDRecorderConfiguration))
    }
}
