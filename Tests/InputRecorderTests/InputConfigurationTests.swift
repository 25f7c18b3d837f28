import FoundationEssentials
import InputRecorder
import Research
import Testing

@Suite("The configuration of an input recorder")
struct InputConfigurationTests {
    private func read(_ keys: String) throws -> InputRecorderConfiguration {
        let text = #"{ "identifier": "i", "type": "input"\#(keys) }"#
        return try JSONDecoder().decode(InputRecorderConfiguration.self, from: Data(text.utf8))
    }

    @Test("requests all events and names no keys by default")
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
        "is refused if it cannot be recorded",
        arguments: [
            #", "events": []"#, #", "reconnect": -1"#, #", "reconnect": 1e9"#,
            #", "markers": [{"key":"KEY_A","marker":"a"},{"key":"KEY_A","marker":"b"}]"#,
            #", "markers": [{"key":"","marker":"a"}]"#, #", "includeKeys": [""]"#,
            #", "markers": [{"key":"KEY_A","marker":""}]"#,
            #", "markers": [{"key":"KEY_A","marker":"start"}]"#,
            #", "markers": [{"key":"KEY_A","marker":"resume"}]"#,
        ]
    )
    func refused(keys: String) throws {
        let configuration = try read(keys)
        #expect(throws: InputRecorderError.self) { try configuration.validate() }
    }

    @Test(
        "limits the wait for a device to an hour, whatever is requested",
        arguments: [1e300, 3601]
    )
    func longReconnect(seconds: Double) throws {
        var configuration = InputRecorderConfiguration(identifier: "i")
        configuration.reconnect = seconds
        #expect(configuration.request.reconnectLimit == .seconds(3600))
        configuration.reconnect = -seconds
        #expect(configuration.request.reconnectLimit == .zero)
        configuration.reconnect = .nan
        #expect(configuration.request.reconnectLimit == .zero)
        #expect(throws: InputRecorderError.self) { try configuration.validate() }
        var touches = TouchRecorderConfiguration(identifier: "t")
        touches.reconnect = seconds
        #expect(touches.request.reconnectLimit == .seconds(3600))
        #expect(throws: InputRecorderError.self) { try touches.validate() }
    }

    @Test("treats two names of one key as one key")
    func namesOfOneKey() throws {
        func markers(_ keys: String...) -> [KeyMarker] {
            keys.map { KeyMarker(key: $0, marker: "m") }
        }
        try KeyMarker.check(markers("KEY_A", "KEY_B", "BTN_LEFT", "BTN_SOUTH"))
        for (key, other) in [
            ("BTN_LEFT", "BTN_MOUSE"), ("BTN_MOUSE", "BTN_LEFT"), ("BTN_A", "BTN_SOUTH"),
            ("BTN_A", "BTN_GAMEPAD"), ("KEY_COFFEE", "KEY_SCREENLOCK"),
        ] {
            #expect(throws: KeyMarkerFault.sameKey(other, key)) {
                try KeyMarker.check(markers("KEY_A", key, other))
            }
        }
        #expect(throws: KeyMarkerFault.keyTwice("KEY_A")) {
            try KeyMarker.check(markers("KEY_A", "KEY_A"))
        }
        #expect(throws: KeyMarkerFault.sameKey("KEY_B", "KEY_A")) {
            try KeyMarker.check(markers("KEY_A", "KEY_B")) { _ in "the same" }
        }
        let error = #expect(throws: InputRecorderError.self) {
            try read(
                #", "markers": [{"key":"BTN_LEFT","marker":"a"},{"key":"BTN_MOUSE","marker":"b"}]"#
            ).validate()
        }
        #expect(
            error?.description == "of the recorder 'i', the key BTN_MOUSE is given twice: BTN_LEFT "
                + "is another name of it; give each key one mark"
        )
    }

    @Test("has the given settings, also when used as any recorder's configuration")
    func told() throws {
        let configuration: any RSDJSONRecorderConfiguration = try read(
            #", "usesCSVEncoding": true, "usesRootDictionary": true"#
                + #", "shouldDeletePrevious": false, "requiresBackgroundAudio": true"#
        )
        #expect(configuration.usesCSVEncoding && configuration.usesRootDictionary)
        #expect(configuration.requiresBackgroundAudio)
        let restartable = configuration as? any RSDRestartableRecorderConfiguration
        #expect(restartable?.shouldDeletePrevious == false)
        let silent = try read("")
        #expect(!silent.usesCSVEncoding && !silent.usesRootDictionary)
        #expect(!silent.requiresBackgroundAudio && silent.shouldDeletePrevious)
        #expect(silent.identifier == "i" && silent.asyncActionType == .input)
    }

    @Test("is written as it was read")
    func roundTrip() throws {
        let read = try read(
            #", "events": ["touches"], "device": "pad", "grab": true, "reconnect": 5, "usesCSVEncoding": true, "requiresBackgroundAudio": true"#
        )
        let bytes = try JSONEncoder().encode(read)
        #expect(try JSONDecoder().decode(InputRecorderConfiguration.self, from: bytes) == read)
    }
}
