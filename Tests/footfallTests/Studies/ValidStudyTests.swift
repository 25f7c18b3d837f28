import FoundationEssentials
import Research
import SessionRuns
import SystemCalls
import Testing

@testable import footfall

@Suite("Studies without a mistake")
struct ValidStudyTests {
    /// The folders of the repository with task files, and the files that are no tasks.
    private static let folders: [(folder: String, others: Set<String>)] = [
        ("SampleData/Tasks", ["Walk.json", "Balance.json"]),
        ("Examples/Overrides", []), ("Examples/WalkStudy", []),
        ("Examples/HostRunner", ["visit.json"]),
        ("Examples/StudyTests", []), ("Examples/StudyTests/Sources/GaitStudy", []),
    ]
    private static let devices: [RSDDeviceType] = [.computer, .phone, .tablet, .watch, .tv]

    private static let root = RunCommandTests.tasks.replacing("/SampleData/Tasks", with: "")

    @Test("have no fault on any device: the samples and the examples", arguments: folders)
    func samples(folder: String, others: Set<String>) throws {
        let path = "\(Self.root)/\(folder)"
        let files = try FileSystem.list(path).filter {
            $0.hasSuffix(".json") && !others.contains($0)
        }
        #expect(!files.isEmpty)
        for file in files {
            let bytes = try OpenFile.open("\(path)/\(file)").readAll(limit: 1 << 24)
            for device in Self.devices {
                let faults = try StudyCheck.findings(
                    in: String(decoding: bytes, as: UTF8.self),
                    beside: path,
                    on: device
                ).faults
                #expect(faults.isEmpty, "\(file): \(faults.map(\.line))")
            }
        }
    }

    @Test(
        "have no fault, with each kind of step, question, rule and recorder",
        arguments: ValidStudies.all
    )
    func byHand(study: String) throws {
        let folder = try TemporaryFolder()
        for name in ValidStudies.folder { try folder.write(Array("x".utf8), to: name) }
        let found = try StudyCheck.findings(in: study, beside: folder.path)
        #expect(found.faults.isEmpty, "\(found.faults.map(\.line))")
        #expect(found.task != nil)
    }
}
