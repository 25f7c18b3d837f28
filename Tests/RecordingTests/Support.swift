// What the tests of recorders share: a folder, a recorder of scripts, and a delegate that listens to it.

import FoundationEssentials
import Recording
import Research
import SampleStream
import SystemCalls
import Timebase

/// A folder that is deleted with the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        // In memory: these tests do not test the disk, and a thousand fsyncs would wait for it.
        let root = FileSystem.kind(of: "/dev/shm") == .directory ? "/dev/shm" : "/tmp"
        path = "\(root)/footfall-\(UUID().uuidString)"
        try FileSystem.makeDirectory(path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func text(_ name: String) throws -> String {
        String(
            decoding: try OpenFile.open("\(path)/\(name)").readAll(limit: 1 << 24),
            as: UTF8.self
        )
    }

    func records(_ name: String) throws -> [[String: TestValue]] {
        try JSONDecoder().decode([[String: TestValue]].self, from: Data(text(name).utf8))
    }
}

enum TestValue: Decodable, Equatable, ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
    ExpressibleByIntegerLiteral
{
    case number(Double)
    case text(String)

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    init(stringLiteral value: String) { self = .text(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
}

@MainActor
func makeRecorder(
    in folder: TemporaryFolder,
    _ scripts: [(identifier: String, acts: [SourceAct])],
    timekeeper: any Timekeeper = ManualTimekeeper(),
    configuration: TestConfiguration = TestConfiguration(),
    drainLimit: Duration = .seconds(60),
    priority: CapturePriority = .asTheSourceNeeds,
    marks: SharedMarks = SharedMarks(),
    didReadClock: @escaping @Sendable (FilePlace, ClockNote) -> Void = { _, _ in }
) -> ScriptedRecorder {
    var environment = RecorderEnvironment(
        files: RecorderFiles(
            claim: { request in
                let name = "\(request.identifier).\(request.fileExtension)"
                return FilePlace(path: "\(folder.path)/\(name)", relativePath: name)
            },
            didReadClock: didReadClock
        ),
        timekeeper: timekeeper,
        zone: .utc,
        marks: marks
    )
    environment.ringCapacity = 256
    environment.drainLimit = drainLimit
    environment.openingLimit = drainLimit
    environment.capture.priority = priority
    let recorder = ScriptedRecorder(
        configuration: configuration,
        path: RSDStandalonePath(identifier: "task"),
        environment: environment
    )
    recorder.scripts = scripts
    return recorder
}

/// Collects the failures that a recorder reports, and its result at each.
@MainActor
final class Listener: RSDAsyncActionControllerDelegate {
    var failures: [any Error] = []
    var resultsAtFailure: [(any RSDResult)?] = []

    func asyncActionController(
        _ controller: any RSDAsyncActionController,
        didFailWith error: any Error
    ) {
        failures.append(error)
        resultsAtFailure.append(controller.result)
    }
}
