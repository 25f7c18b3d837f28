internal import Station
internal import Testing

@Suite("The names of settings in a station's messages")
struct SettingNamesTests {
    private static let names = SettingNames(
        of: .record,
        options: ["device", "list-rates", "rate", "source", "types"]
    )

    @Test(
        "replace those of options, except in commands",
        arguments: [
            ("--rate -5: not a number above 0", "`record.rate` -5: not a number above 0"),
            ("add --source iio", "add `record.source` iio"),
            ("give one for each --device, in order", "give one for each `record.device`, in order"),
            ("leave it out (--types), too", "leave it out (`record.types`), too"),
            ("--rate=5 is given twice", "`record.rate`=5 is given twice"),
            ("did you mean --types?", "did you mean `record.types`?"),
            (
                "make it with `footfall calibrate --device a --types gyro`, or leave out --types",
                "make it with `footfall calibrate --device a --types gyro`, or leave out `record.types`"
            ),
            (
                "`footfall record --list-rates` lists them; write --rate 5",
                "`footfall record --list-rates` lists them; write `record.rate` 5"
            ),
            ("see footfall devices --device a", "see footfall devices --device a"),
        ] as [(String, String)]
    )
    func replaced(message: String, told: String) {
        #expect(Self.names.replacingOptions(in: message) == told)
    }

    @Test(
        "leave everything else as it is",
        arguments: [
            "", " ", "--", "two  spaces -- and --continue", "--ratex 5", "a--rate 5",
            "sudo modprobe --quiet iio-trig-hrtimer",
        ]
    )
    func kept(message: String) {
        #expect(Self.names.replacingOptions(in: message) == message)
    }

    @Test("begin with the key of the work")
    func work() {
        let names = SettingNames(of: .run, options: ["uri"])
        #expect(names.replacingOptions(in: "give --uri") == "give `run.uri`")
    }
}
