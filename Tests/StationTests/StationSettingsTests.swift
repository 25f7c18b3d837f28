internal import Research
internal import Station
internal import Testing

@Suite("The settings of a station")
struct StationSettingsTests {
    private static func faults(in text: String) -> [StationSettingsFault] {
        StationSettings.read(json: Array(text.utf8)).faults
    }

    private static func read(_ text: String) throws -> StationSettings {
        try #require(faults(in: text) == [])
        return try #require(StationSettings.read(json: Array(text.utf8)).settings)
    }

    @Test("contain the options of `record`, and say when the station starts and what it uses")
    func whole() throws {
        let settings = try Self.read(
            """
            {
              "record": {
                "types": "accelerometer,gyro", "rate": 100, "compress": true, "csv": false,
                "placement": ["event3=lowBack", "leftFoot"], "output": "/var/lib/footfall/Sessions"
              },
              "start": "boot",
              "button": { "key": "KEY_F13", "device": "event3" },
              "again": "always", "keepFree": "2GB", "led": "ACT", "stallSeconds": 60
            }
            """
        )
        #expect(settings.work == .record)
        #expect(
            settings.options == [
                "types": "accelerometer,gyro", "rate": .integer(100), "compress": .boolean(true),
                "csv": .boolean(false), "placement": .array(["event3=lowBack", "leftFoot"]),
                "output": "/var/lib/footfall/Sessions",
            ]
        )
        #expect(settings.start == .boot && settings.again == .always)
        #expect(settings.button == StationSettings.Button(key: "KEY_F13", device: "event3"))
        #expect(settings.keepFree == "2GB" && settings.led == "ACT" && settings.stallSeconds == 60)
    }

    @Test("name a task file for `run`")
    func task() throws {
        let settings = try Self.read(
            #"{ "run": { "task": "walk.json", "speed": 0.5 }, "start": "boot" }"#
        )
        #expect(settings.work == .run)
        #expect(settings.options == ["task": "walk.json", "speed": .number(0.5)])
        #expect(settings.again == .onFailure && settings.stallSeconds == 30)
    }

    @Test("start by the button if there is one and they do not say otherwise")
    func button() throws {
        let settings = try Self.read(#"{ "record": {}, "button": { "key": "KEY_A" } }"#)
        #expect(settings.start == .button && settings.options.isEmpty)
    }

    @Test(
        "are refused with the key that is wrong",
        arguments: [
            (#"{ "record": {}, "start": "boot", "leds": "ACT" }"#, "leds"),
            (#"{ "record": {}, "button": { "key": "KEY_A", "hold": 5 } }"#, "button.hold"),
            (#"{ "start": "boot" }"#, "record"),
            (#"{ "record": {}, "run": {}, "start": "boot" }"#, "run"),
            (#"{ "record": [], "start": "boot" }"#, "record"),
            (#"{ "run": "walk.json", "start": "boot" }"#, "run"),
            (#"{ "record": {} }"#, "start"),
            (#"{ "record": {}, "start": "noon" }"#, "start"),
            (#"{ "record": {}, "start": "button" }"#, "button"),
            (#"{ "record": {}, "start": "boot", "again": true }"#, "again"),
            (#"{ "record": {}, "start": "boot", "led": "../../x" }"#, "led"),
            (#"{ "record": {}, "start": "boot", "led": "" }"#, "led"),
            (#"{ "record": {}, "start": "boot", "keepFree": 5 }"#, "keepFree"),
            (#"{ "record": {}, "start": "boot", "stallSeconds": 4 }"#, "stallSeconds"),
            (#"{ "record": {}, "start": "boot", "stallSeconds": 1e99 }"#, "stallSeconds"),
            (#"{ "record": {}, "button": "KEY_A" }"#, "button"),
            (#"{ "record": {}, "button": {} }"#, "button.key"),
            ("[]", ""), ("", ""), ("{", ""), ("\u{0}", ""), ("nul", ""),
        ]
    )
    func refused(text: String, key: String) throws {
        let faults = Self.faults(in: text)
        #expect(faults.map(\.key) == [key])
        #expect(faults.allSatisfy { !$0.problem.isEmpty && !$0.remedy.isEmpty })
    }

    @Test(
        "are refused with what they have, and with what they may have",
        arguments: [
            (
                #"{ "record": {}, "strat": "boot" }"#,
                "`strat` is no setting; write one of \"record\", \"run\", \"start\", \"button\", \"again\", \"keepFree\", \"led\", \"stallSeconds\"; did you mean \"start\"?"
            ),
            (
                #"{ "record": {}, "button": { "key": "KEY_A", "devise": "a" } }"#,
                "`button.devise` is no setting; write one of \"key\", \"device\"; did you mean \"device\"?"
            ),
            (
                #"{ "record": {}, "start": "noon" }"#,
                "`start` is 'noon', which is none of its words; write one of \"boot\", \"button\""
            ),
            (
                #"{ "record": {}, "start": "boot", "again": "onFailre" }"#,
                "`again` is 'onFailre', which is none of its words; write one of \"never\", \"onFailure\", \"always\"; did you mean \"onFailure\"?"
            ),
            (
                #"{ "record": {}, "start": "boot", "again": true }"#,
                "`again` is true, which is none of its words; write one of \"never\", \"onFailure\", \"always\""
            ),
            (
                #"{ "record": {}, "start": "boot", "stallSeconds": 4 }"#,
                "`stallSeconds` is 4, and no whole number from 5 to 3600; write such as 30, or leave it out"
            ),
            (
                #"{ "record": {}, "start": "boot", "keepFree": 5 }"#,
                "`keepFree` is 5, and no text; write such as \"500MB\", or leave it out"
            ),
            (
                #"{ "record": {}, "start": "boot", "led": "" }"#,
                "`led` is empty; write such as \"ACT\", or leave it out"
            ),
            (
                #"{ "run": "walk.json", "start": "boot" }"#,
                "`run` is 'walk.json', and no JSON object; write the options of footfall run, such as { \"task\": \"Walk.json\" }"
            ),
        ] as [(String, String)]
    )
    func message(text: String, message: String) throws {
        #expect(Self.faults(in: text).map(\.description) == [message])
    }

    @Test("are refused with all faults at once")
    func together() {
        let faults = Self.faults(
            in: """
                { "record": { "rate": 100 }, "star": "boot",
                  "button": { "kye": "KEY_A", "device": 5 }, "again": "onFailre", "keepFree": 5,
                  "led": "", "stallSeconds": 4 }
                """
        )
        let keys = [
            "star", "button.kye", "button.device", "again", "keepFree", "led", "stallSeconds",
        ]
        #expect(faults.map(\.key) == keys)
    }

    @Test(
        "are not said to lack a key that is there with a typing error",
        arguments: [
            (#"{ "recrd": {}, "start": "boot" }"#, "recrd"),
            (#"{ "record": {}, "strat": "boot" }"#, "strat"),
            (#"{ "record": {}, "start": "button", "buton": {} }"#, "buton"),
            (#"{ "record": {}, "button": { "ky": "KEY_A" } }"#, "button.ky"),
        ] as [(String, String)]
    )
    func misspelt(text: String, key: String) {
        #expect(Self.faults(in: text).map(\.key) == [key])
    }

    @Test("keep what is right beside a fault, so that it can be checked further")
    func draft() throws {
        let text = #"{ "run": { "task": "a.json" }, "start": "noon", "keepFree": "2GB" }"#
        let settings = try #require(StationSettings.read(json: Array(text.utf8)).settings)
        #expect(settings.work == .run && settings.options == ["task": "a.json"])
        #expect(settings.keepFree == "2GB")
    }

    @Test("may not have a key twice")
    func repeated() throws {
        let text = #"{ "record": {}, "start": "boot", "start": "button" }"#
        let fault = try #require(Self.faults(in: text).first)
        #expect("\(fault)".contains("start"))
    }
}

@Suite("Whether a station begins at once")
struct StationRequestTests {
    private static func isWanted(
        _ start: StationSettings.Start,
        button: Bool,
        _ kept: StationRequest?
    ) -> Bool {
        let button = button ? StationSettings.Button(key: "KEY_A") : nil
        let settings = StationSettings(work: .record, start: start, button: button)
        return StationRequest.isWanted(by: settings, kept: kept, boot: "now")
    }

    @Test(
        "follows its settings, and the request that was saved before a kill",
        arguments: [
            (StationSettings.Start.boot, false, nil, true),
            (.boot, false, StationRequest(isWanted: false, boot: "now"), true),
            (.boot, true, nil, true),
            (.boot, true, StationRequest(isWanted: false, boot: "now"), false),
            (.boot, true, StationRequest(isWanted: true, boot: "now"), true),
            (.boot, true, StationRequest(isWanted: false, boot: "earlier"), true),
            (.button, true, nil, false),
            (.button, true, StationRequest(isWanted: true, boot: "earlier"), true),
            (.button, true, StationRequest(isWanted: true, boot: "now"), true),
            (.button, true, StationRequest(isWanted: false, boot: "now"), false),
        ] as [(StationSettings.Start, Bool, StationRequest?, Bool)]
    )
    func begins(start: StationSettings.Start, button: Bool, kept: StationRequest?, begins: Bool) {
        #expect(Self.isWanted(start, button: button, kept) == begins)
    }

    @Test("is saved and read unchanged, and nothing else is read as a request")
    func keeps() throws {
        let request = StationRequest(isWanted: true, boot: "0f6a")
        #expect(StationRequest(json: try request.json()) == request)
        for text in ["", "{}", "[]", #"{"isWanted":1,"boot":"x"}"#, "\u{0}\u{0}"] {
            #expect(StationRequest(json: Array(text.utf8)) == nil)
        }
    }
}
