// The recorder itself: a real pseudo-terminal in, a session out, and the session read back.

import FoundationEssentials
import LineRecorder
import Patience
import RecorderKinds
import Recording
import Research
import ResearchUI
import SampleFile
import SampleStream
import Scratch
import SessionFolder
import SystemCalls
import TaskSession
import Testing
import Timebase

/// Types a device's lines while a step is shown, and goes on once they are recorded.
@MainActor
private final class Typist: TaskParticipant {
    var recorder: RSDSampleRecorder?
    private let terminal: PseudoTerminal
    private let lines: String

    init(_ terminal: consuming PseudoTerminal, _ lines: String) {
        self.terminal = terminal
        self.lines = lines
    }

    func respond(to prompt: StepPrompt) async -> ParticipantAction {
        try? await until("the port is open") { recorder?.status == .running }
        try? terminal.type(Array(lines.utf8))
        // The first line does not count: the port may have been opened in the middle of it.
        let wanted = 2 * (lines.split(separator: "\n").count - 1) - (lines.contains(",\n") ? 1 : 0)
        try? await until("all lines are recorded") {
            recorder?.streams.first?.progress.samples ?? 0 >= wanted
        }
        return .goForward
    }
}

@MainActor
@Suite("A recorder of lines", .mayNotHang)
struct LineKindTests {
    private static let kind = LineRecorderKind()

    private static func task(_ more: String) -> Data {
        Data(
            #"""
            {"identifier": "reading", "type": "task",
             "steps": [{"identifier": "read", "type": "instruction"}],
             "asyncActions": [{"identifier": "wrist", "type": "lines", \#(more)}]}
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

    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A session of what a device has sent.
    private func recorded(_ map: String, _ more: String, _ lines: String) async throws -> Session {
        let other = try PseudoTerminal(columns: 80, rows: 24)
        let factory = try Self.factory
        let told = #""port": "\#(other.path)@921600", "map": "\#(map)"\#(more)"#
        let session = try await TaskSession(
            task: try factory.decodeTask(with: Self.task(told)),
            in: scratch.path,
            factory: factory
        )
        let recorders = Self.kind.over { order in
            AnySampleSource(LineSource(try order.configuration.request()))
        }
        let typist = Typist(other, lines)
        session.register(.lines) { configuration, path, environment in
            typist.recorder = recorders.recorder(configuration, path, environment)
            return typist.recorder
        }
        let outcome = await session.run(with: typist)
        #expect(outcome.errors == [])
        return try Session(opening: try #require(outcome.session))
    }

    @Test("writes the mapping's kinds of readings in the file's units, and its losses")
    func records() async throws {
        let session = try await recorded(
            "n,ax,ay,az,temperature",
            #", "units": "mg,degC", "placement": "leftWrist""#,
            "9,0,0,0,0\n1,0,500,1000,20.5\n2,0,501,1000,20.5\n5,0,502,1000,20.25\n"
        )
        let file = try #require(session.sampleFiles.first)
        #expect(file.recorder == "lines" && file.placement == "leftWrist")
        #expect(file.sensors.map(\.sensorType) == ["accelerometer", "temperature"])
        #expect(file.sensors.map(\.samples) == [3, 3] && file.sensors.map(\.lost) == [2, 2])
        #expect(file.sensors.map(\.meaning) == ["g", "degC"])
        #expect(try SessionCheck(of: session.path).verdict == .hasLosses)
        var reader = try session.reader(of: file, schema: ValueFormat.schema)
        var values: [[Double?]] = []
        while let batch = try reader.nextBatch() {
            let x = try #require(ValueFormat.schema.index(of: "x"))
            for row in 0..<batch.count where batch.number(row, x) != nil {
                values.append((0..<3).map { batch.number(row, x + $0) })
            }
        }
        #expect(values.prefix(2) == [[0, 0.5, 1], [20.5, nil, nil]])
    }

    @Test("replays to the same bytes, and its readings can be chosen by name")
    func repeats() async throws {
        let session = try await recorded(
            "n,gx,gy,gz,battery",
            "",
            "9,0,0,0,0\n1,0,0.5,1,3.9\n2,0,0.25,1,\n4,0,1.5,1,3.8\n"
        )
        let file = try #require(session.sampleFiles.first)
        for (names, same) in [(nil, true), (["gyro"], false)] as [([String]?, Bool)] {
            let repeated = try #require(
                try RepeatedFile(file, of: session, by: [Self.kind], only: names, isCSV: nil)
            )
            let path = scratch.path + "/again\(names?.count ?? 0).json"
            let start = try #require(session.manifest.clocks.first)
            let recorder = repeated.recorder(
                in: RecorderEnvironment(
                    files: RecorderFiles(claim: { _ in FilePlace(path: path, relativePath: "again")
                    }),
                    timekeeper: ImmediateTimekeeper(startingAt: start),
                    zone: .utc
                ),
                cut: nil
            )
            try await recorder.start()
            await recorder.waitForEndOfSource()
            _ = try await recorder.stop()
            let again = try #require(recorder.files.first)
            #expect((again.summary.checksum == file.checksum) == same)
            #expect(again.channels.map(\.name) == names ?? ["gyro", "battery"])
        }
    }

    @Test("keeps each key of a task file in its configuration")
    func keys() throws {
        let text =
            #"{"frequency":1000,"identifier":"w","map":"t_us,v","placement":"leftWrist","port":"-","#
            + #""requiresBackgroundAudio":true,"shouldDeletePrevious":false,"startStepIdentifier":"a","#
            + #""stopStepIdentifier":"b","type":"lines","units":"lx","usesCSVEncoding":true,"#
            + #""usesRootDictionary":true}"#
        let configuration = try JSONDecoder().decode(
            LineRecorderConfiguration.self,
            from: Data(text.utf8)
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(configuration), as: UTF8.self) == text)
        let words = try #require(Self.kind.declaration.words)
        for key in words.keys { #expect(text.contains("\"\(key.name)\":"), "\(key.name)") }
    }

    @Test(
        "has a fault for a wrong map, unit or port, with the place and the remedy",
        arguments: [
            (#""port": "nowhere", "map": "ax,ay,az""#, "port", "/dev/ttyUSB0@115200"),
            (#""port": "-", "map": "ax,ay""#, "map", "az"),
            (#""port": "-", "map": "ax,ay,az", "units": "dps""#, "units", "mg"),
        ]
    )
    func refuses(told: String, key: String, remedy: String) throws {
        let faults = TaskFileCheck.faults(in: Self.task(told), factory: try Self.factory)
        let fault = try #require(faults.first)
        #expect(faults.count == 1)
        #expect("\(fault.path)".hasSuffix(key), "\(fault)")
        #expect("\(fault)".contains(remedy), "\(fault)")
    }
}
