import FoundationEssentials
import InputRecorder
import Testing

@Suite("The configuration of an input recorder")
struct InputConfigurationTests {
    private func read(_ keys: String) throws -> InputRecorderConfiguration {
        let text = #"{ "identifier": "i", "type": "input"\#(keys) }"#
        return try JSONDecoder().decode(InputRecorderConfiguration.self, from: Data(text.utf8))
    }

    @Test("asks for all events, and names no key, unless it says so")
    func defaults() throws {
        let request = try read("").request
        #expect(request.kinds == Set(InputKind.allCases))
        #expect(request.keys.isEmpty)
        #expect(!request.grabs)
        #expect(try read(#", "events": ["keys", "all"]"#).request.kinds == request.kinds)
    }

    @Test("names the keys of its list and of its markers, and no others")
    func keys() throws {
        let request = try read(
            #", "events": ["keys"], "includeKeys": ["KEY_A"], "markers": [{"key":"KEY_F13","marker":"heelStrikeLeft"}]"#
        ).request
        #expect(request.kinds == [.keys])
        #expect(request.keys == ["KEY_A", "KEY_F13"])
        #expect(request.markers == [KeyMarker(key: "KEY_F13", marker: "heelStrikeLeft")])
    }

    @Test(
        "is refused where it cannot be recorded",
        arguments: [
            #", "events": []"#, #", "reconnect": -1"#, #", "reconnect": 1e9"#,
            #", "markers": [{"key":"KEY_A","marker":"a"},{"key":"KEY_A","marker":"b"}]"#,
        ]
    )
    func refused(keys: String) throws {
        let configuration = try read(keys)
        #expect(throws: InputRecorderError.self) { try configuration.validate() }
    }

    @Test("is written as it was read")
    func roundTrip() throws {
        let read = try read(
            #", "events": ["touches"], "device": "pad", "grab": true, "reconnect": 5, "usesCSVEncoding": true"#
        )
        let bytes = try JSONEncoder().encode(read)
        #expect(try JSONDecoder().decode(InputRecorderConfiguration.self, from: bytes) == read)
    }
}
