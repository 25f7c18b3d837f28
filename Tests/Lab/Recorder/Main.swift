// Uses the recorder as a program of somebody else's would, in one process and by its public interface
// alone: what jobs of the lab cannot see from outside the command is looked at from here.

import Foundation
import IIOSource
import MotionRecorder
import RecorderKinds
import Recording
import Research
import SampleStream
import SystemCalls
import Timebase

@main
struct LabRecorder {
    static let usage = """
        usage: lab-recorder latest URI RATE SECONDS FOLDER
               lab-recorder rounds URI RATE FOLDER     records for each line "NAME SECONDS" it reads
               lab-recorder rumble SECONDS             vibrates what can, and waits so long
        """

    @MainActor
    static func main() async {
        // What is recorded over a network is read by a child, which is this program again.
        SandboxedChild.runIfAsked([IIORemote.service])
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            switch (words.first, words.count) {
            case ("latest", 5):
                let request = try Request(uri: words[1], rate: words[2], folder: words[4])
                try await LatestValueWatch(request, seconds: try number(words[3])).run()
            case ("rounds", 4):
                let request = try Request(uri: words[1], rate: words[2], folder: words[3])
                try await Rounds(request).run()
            case ("rumble", 2):
                try await Rumble.run(seconds: number(words[1]))
            default:
                explain(usage)
                exit(2)
            }
        } catch {
            explain("lab-recorder: \(error)")
            exit(1)
        }
    }

    static func number(_ word: String) throws -> Double {
        guard let number = Double(word) else { throw LabError("`\(word)` is no number") }
        return number
    }

    /// A line for the job that runs it, at once.
    static func say(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    static func explain(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}

/// Why there is no figure.
struct LabError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// What is to be recorded.
struct Request {
    var uri: String
    var rateInHertz: Double
    var folder: String

    init(uri: String, rate: String, folder: String) throws {
        self.uri = uri
        rateInHertz = try LabRecorder.number(rate)
        self.folder = folder
        try FileSystem.makeDirectories(folder)
    }

    /// A recorder of accelerometer and gyroscope into `NAME.json`.
    @MainActor
    func recorder(_ name: String) -> MotionRecorder {
        let place = FilePlace(path: "\(folder)/\(name).json", relativePath: "\(name).json")
        let uri = uri
        return MotionRecorder(
            MotionRecorderKind(),
            configuration: MotionRecorderConfiguration(
                identifier: name,
                frequency: rateInHertz
            ),
            path: RSDStandalonePath(identifier: name),
            environment: RecorderEnvironment(
                files: RecorderFiles(claim: { _ in place }),
                zone: .utc
            ),
            access: { try IIOPermissions.check(IIORequest($0.request, uri: uri)) },
            source: { AnySampleSource(IIOMotionSource(IIORequest($0.request, uri: uri))) }
        )
    }
}
