// What the other modules get from a kind of recorder that only declares its values and keys.

import FoundationEssentials
import RecorderKinds
import RecorderParts
import Recording
import Research
import ResearchUI
import SampleFile
import SampleStream
import SessionFolder
import TaskSession
import Testing
import Timebase

@Suite("A kind of recorder for values")
@MainActor
struct ValueKindTests {
    private static let kind = ValueKind(
        "skin",
        "Records what a hand feels.",
        values: [
            ValueChannel("skinTemperature", unit: "degC"),
            ValueChannel("skinForce", unit: "N", components: 3),
        ],
        keys: [
            .number("offset", within: -5...5, default: 0.5, "What is added to a temperature, in K"),
            .word("side", of: ["left", "right"], default: "left", "Which hand wears it"),
            .boolean("isWet", default: false, "Whether the skin is wet"),
            .text("room", default: "lab", "Where the participant is"),
        ],
        frequency: 4,
        within: 1...100
    )

    /// A hand that grows warm; two readings of its force are missing.
    private static let recorders = kind.over("glove", isLive: false) { order in
        let offset = order.configuration.number("offset")
        var count = 0
        return { now, sink in
            sink.deliver(.value(30 + offset + Double(count), at: now))
            if count == 3 { sink.noteLoss(channel: 1, at: now, count: 2, reason: .device) }
            if count != 3, count != 4 { sink.deliver(.values(0, 0.25, 1, of: 1, at: now)) }
            count += 1
        }
    }

    private static func file(_ more: String = "") -> Data {
        Data(
            #"""
            {"identifier": "feeling", "type": "task",
             "steps": [{"identifier": "feel", "type": "active", "duration": 2,
                        "commands": ["startTimerAutomatically", "continueOnFinish"]}],
             "asyncActions": [{"identifier": "hand", "type": "skin"\#(more)}]}
            """#.utf8
        )
    }

    private static var factory: RSDFactory {
        get throws {
            let factory = RSDFactory(writingDatesIn: .utc)
            try factory.register(kind)
            return factory
        }
    }

    private func recorded(
        in folder: ScratchFolder,
        over recorders: SourcedKind = Self.recorders,
        _ more: String = "",
        startingAt start: ClockReading = .zero
    ) async throws -> Session {
        let session = try await TaskSession(
            task: try Self.factory.decodeTask(with: Self.file(more)),
            in: folder.path,
            timekeeper: SteppedTimekeeper(startingAt: start),
            factory: try Self.factory
        )
        session.register(recorders)
        let outcome = await session.run(with: AutomaticParticipant())
        #expect(outcome.errors == [])
        return try Session(opening: try #require(outcome.session))
    }

    @Test("records in a task at its frequency, and check compares the file with the manifest")
    func isRecordedAndChecked() async throws {
        let folder = try ScratchFolder()
        let session = try await recorded(
            in: folder,
            #", "frequency": 5, "offset": 1, "placement": "leftHand""#
        )
        let file = try #require(session.sampleFiles.first)
        #expect(file.recorder == "skin" && file.placement == "leftHand")
        #expect(file.sensors.map(\.sensorType) == ["skinTemperature", "skinForce"])
        #expect(file.sensors.map(\.meaning) == ["degC", "N"])
        #expect(file.sensors.map(\.nominalRateInHertz) == [5, 5])
        #expect(file.sensors.map(\.samples) == [11, 9])
        #expect(file.sensors.map(\.lost) == [0, 2])
        #expect(try SessionCheck(of: session.path).verdict == .hasLosses)
        let path = session.path(of: file)
        let text = String(decoding: try ScratchFolder.bytes(of: path), as: UTF8.self)
        #expect(text.contains(#""sensorType":"skinForce","x":0,"y":0.25,"z":1}"#))
        #expect(text.contains(#""x":32}"#))
        try Data(text.replacing(#""x":32}"#, with: #""x":"warm"}"#).utf8)
            .write(to: URL(filePath: path))
        #expect(try SessionCheck(of: session.path).verdict == .damaged)
    }

    @Test("replays to the same bytes, also a single value, and can replace a device")
    func isReplayed() async throws {
        let folder = try ScratchFolder()
        let session = try await recorded(in: folder, #", "frequency": 5"#)
        let file = try #require(session.sampleFiles.first)
        let start = try #require(session.manifest.clocks.first)
        for (names, isSame) in [(nil, true), (["skinForce"], false)] as [([String]?, Bool)] {
            let repeated = try #require(
                try RepeatedFile(file, of: session, by: [Self.kind], only: names, isCSV: nil)
            )
            let recordings = Recordings(
                folder: try ScratchFolder(),
                timekeeper: ImmediateTimekeeper(startingAt: start)
            )
            let recorder = repeated.recorder(in: recordings.environment("again", "json"), cut: nil)
            let again = try #require(try await recordings.recordAll(recorder))
            #expect((again.summary.checksum == file.checksum) == isSame)
            #expect(again.channels.map(\.name) == names ?? ["skinTemperature", "skinForce"])
            #expect(again.channels.last?.meaning == "N")
        }
        #expect(
            try RepeatedFile(file, of: session, by: [Self.kind], only: ["gyro"], isCSV: nil) == nil
        )
        let source = try RecordedSession(opening: session.path, by: [Self.kind])
        let other = try ScratchFolder()
        let second = try await recorded(
            in: other,
            over: source.recorders(of: Self.kind),
            startingAt: source.start
        )
        #expect(second.sampleFiles.first?.sensors.map(\.samples) == [11, 9])
        #expect(second.sampleFiles.first?.sensors.map(\.lost) == [0, 2])
    }

    @Test("recognises its own file, though other kinds have the same columns")
    func isToldFromOthers() async throws {
        let folder = try ScratchFolder()
        let session = try await recorded(in: folder)
        let file = try #require(session.sampleFiles.first)
        let light = ValueKind("light", "Records light.", values: [ValueChannel("light")])
        let kinds: [any RecorderKind] = [light, Self.kind]
        #expect(kinds.kind(of: file)?.type == "skin")
        let source = try RecordedSession(opening: session.path, by: kinds)
        let clock = ImmediateTimekeeper(startingAt: source.start)
        let recordings = Recordings(folder: try ScratchFolder(), timekeeper: clock)
        let error = #expect(throws: SessionError.self) {
            _ = try source.source(
                for: SourceOrder(
                    configuration: ValueConfiguration(light, identifier: "hand"),
                    sectionIdentifiers: [],
                    environment: recordings.environment("hand", "json")
                ),
                of: light
            )
        }
        #expect("\(try #require(error))".contains("no light for the recorder 'hand'"))
    }

    @Test("replays values that a newer version of itself recorded")
    func keepsWhatItDoesNotKnow() async throws {
        let folder = try ScratchFolder()
        let session = try await recorded(in: folder)
        let file = try #require(session.sampleFiles.first)
        let earlier = ValueKind(
            "skin",
            "Records what a hand feels.",
            values: [ValueChannel("skinTemperature", unit: "degC")]
        )
        let repeated = try #require(
            try RepeatedFile(file, of: session, by: [earlier], only: nil, isCSV: nil)
        )
        #expect(repeated.sensorTypes == ["skinTemperature", "skinForce"])
        let start = try #require(session.manifest.clocks.first)
        let recordings = Recordings(
            folder: try ScratchFolder(),
            timekeeper: ImmediateTimekeeper(startingAt: start)
        )
        let recorder = repeated.recorder(in: recordings.environment("again", "json"), cut: nil)
        let again = try #require(try await recordings.recordAll(recorder))
        #expect(again.summary.checksum == file.checksum)
    }

    @Test("shows each value by its components while it runs")
    func isShown() async throws {
        let clock = ManualTimekeeper()
        let recordings = Recordings(folder: try ScratchFolder(), timekeeper: clock)
        let made = Self.recorders.recorder(
            ValueConfiguration(Self.kind, identifier: "hand"),
            RSDStandalonePath(identifier: "hand"),
            recordings.environment("hand", "json")
        )
        let recorder = try #require(made)
        try await recorder.start()
        #expect(recorder.plots.map(\.stream) == ["skinTemperature", "skinForce"])
        #expect(recorder.plots.map(\.unit) == ["degC", "N"])
        let channels = recorder.liveChannels
        #expect(channels.map(\.axes) == [["skinTemperature"], ["x", "y", "z"]])
        clock.advance(by: .milliseconds(500))
        _ = try await recorder.stop()
        #expect(
            channels.map { $0.latestValue() } == [
                LiveChannel.LatestValue(count: 3, values: [32.5]),
                LiveChannel.LatestValue(count: 3, values: [0, 0.25, 1]),
            ]
        )
    }

    @Test(
        "says why its file is empty if nobody moves the clock, and only then",
        arguments: [
            (0, 0, true), (0, 1, false), (3600, 0, false),
        ]
    )
    func isUnderAClockThatStands(limit: Int, moved: Int, isTold: Bool) async throws {
        let clock = ManualTimekeeper()
        let recordings = Recordings(folder: try ScratchFolder(), timekeeper: clock)
        var environment = recordings.environment("hand", "json")
        environment.standstillLimit = .seconds(limit)
        let recorder = try #require(
            Self.recorders.recorder(
                ValueConfiguration(Self.kind, identifier: "hand"),
                RSDStandalonePath(identifier: "hand"),
                environment
            )
        )
        try await recorder.start()
        clock.advance(by: .milliseconds(moved))
        #expect(recorder.notes.isEmpty == !isTold)
        _ = try await recorder.stop()
        clock.advance(by: .seconds(1))
        #expect(recorder.notes.isEmpty == !isTold)
        guard isTold else { return }
        let note = try #require(recorder.notes.first)
        #expect(note.hasPrefix("hand: ") && note.contains("ManualTimekeeper"))
        #expect(note.contains("advance(by:)"))
    }

    @Test(
        "has its keys, words and ranges checked, with suggestions",
        arguments: [
            (#", "ofset": 1"#, "ofset", "offset"), (#", "side": "lefd""#, "side", "left"),
            (#", "offset": 5.5"#, "offset", "give a number from -5 to 5"),
            (#", "offset": "much""#, "offset", "a number"),
            (#", "frequency": 0.5"#, "frequency", "give a number from 1 to 100"),
        ]
    )
    func isValidated(more: String, key: String, help: String) throws {
        #expect(TaskFileCheck.faults(in: Self.file(), factory: try Self.factory) == [])
        let faults = TaskFileCheck.faults(in: Self.file(more), factory: try Self.factory)
        #expect(faults.count == 1)
        let fault = try #require(faults.first)
        #expect("\(fault.path)" == "asyncActions[0].\(key)")
        #expect("\(fault)".contains(help), "\(fault)")
    }

    @Test("has each key in the schema, with its range and its default")
    func isInTheSchema() throws {
        let factory = try Self.factory
        let schema = try factory.createJSONEncoder().encode(TaskFileSchema.schema(of: factory))
        let text = String(decoding: schema, as: UTF8.self)
        for sentence in [
            "Records what a hand feels.",
            "How many readings a second are taken, from 1 to 100; 4 if not given.",
            "What is added to a temperature, in K, from -5 to 5; 0.5 if not given.",
            "Which hand wears it; 'left' if not given.",
            "Whether the skin is wet; false if not given.",
        ] { #expect(text.contains(sentence), "\(sentence)") }
        #expect(throws: RSDDeclaredTwice.self) { try factory.register(Self.kind) }
    }

    @Test("keeps each key of a task file in its configuration, and has defaults for the others")
    func keys() throws {
        let text =
            #"{"frequency":8,"identifier":"hand","isWet":true,"offset":-1.5,"placement":"left","#
            + #""requiresBackgroundAudio":true,"room":"hall","shouldDeletePrevious":false,"#
            + #""side":"right","startStepIdentifier":"a","stopStepIdentifier":"b","type":"skin","#
            + #""usesCSVEncoding":true,"usesRootDictionary":true}"#
        let decoder = try Self.factory.createJSONDecoder()
        let read = try decoder.decode(ReadAction.self, from: Data(text.utf8)).configuration
        let configuration = try #require(read as? ValueConfiguration)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(configuration), as: UTF8.self) == text)
        for key in try #require(Self.kind.declaration.words).keys {
            #expect(text.contains("\"\(key.name)\":"), "\(key.name)")
        }
        #expect(configuration.text("side") == "right" && configuration.boolean("isWet"))
        let plain = ValueConfiguration(Self.kind, identifier: "hand")
        #expect(plain.frequency == 4 && plain.number("offset") == 0.5)
        #expect(plain.text("side") == "left" && plain.text("room") == "lab")
        #expect(!plain.boolean("isWet") && plain.shouldDeletePrevious)
    }
}

/// An async action as a factory reads it.
private struct ReadAction: Decodable {
    let configuration: any RSDAsyncActionConfiguration

    init(from decoder: any Decoder) throws {
        configuration = try decoder.factory.decodeAsyncActionConfiguration(from: decoder)
    }
}
