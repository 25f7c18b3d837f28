import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("What a check says of taking a run up again")
struct ResumptionTests {
    let scratch: ScratchFolder
    private static let name = SessionManifest.progressName

    init() throws { scratch = try ScratchFolder() }

    private func finding(
        _ status: SessionManifest.Status,
        savesProgress: Bool?,
        _ progress: SavedProgressFile,
        hasResult: Bool = true
    ) -> CheckFinding? {
        var manifest = Example.manifest
        manifest.status = status
        manifest.savesProgress = savesProgress
        if hasResult { manifest.taskResult = Example.full.taskResult }
        return CheckRules.resumption(of: manifest, progress, at: "/s", hasResult: hasResult)
    }

    @Test(
        "names the command where the run has kept where it stood",
        arguments: SessionManifest.Status.allCases,
        [true, nil]
    )
    func saved(status: SessionManifest.Status, savesProgress: Bool?) {
        let finding = finding(status, savesProgress: savesProgress, .readable)
        guard status != .finished else {
            #expect(finding == nil)
            return
        }
        #expect(finding?.severity == .note)
        #expect(finding?.remedy?.contains("run TASK.json --continue /s`") == true)
    }

    @Test("names it of a run, too, that had finished and could not write its result")
    func withoutResult() {
        let finding = finding(.finished, savesProgress: true, .readable, hasResult: false)
        #expect(finding?.severity == .note)
    }

    @Test(
        "tells a loss where the run had kept it, was killed, and it is gone",
        arguments: SessionManifest.Status.allCases
    )
    func gone(status: SessionManifest.Status) {
        let isKilled = status == .interrupted || status == .recording
        let expected: CheckFinding.Severity? = isKilled ? .loss : nil
        #expect(finding(status, savesProgress: true, .missing)?.severity == expected)
        // `footfall record`, and a run that does not keep it, have nothing to miss.
        #expect(finding(status, savesProgress: nil, .missing) == nil)
        if status != .finished {
            #expect(finding(status, savesProgress: nil, .unreadable)?.severity == .loss)
        }
    }

    @Test(
        "believes a file just as whoever would take the run up",
        arguments: [
            ("", false), ("[]\n", false), ("\0\0\0\0\n", false), (#"[{"kind":"run"}]"#, false),
            ("[{}]\n", false), (#"[{"kind":"run"}]"# + "\n", true),
            (#"[{"kind":"run"}]"# + "\n\0", true),
            (#"[{"kind":"run"}]"# + "\n[{", true),
            (#"[{"kind":"run","key":"1","value":"AAAA"}]"# + "\n", true),
            (#"[{"kind":"run","key":"1","value":"A*AA"}]"# + "\n", false),
            (#"[{"kind":"run"}]"# + "\nnothing\n" + #"[{"kind":"run"}]"# + "\n", false),
        ]
    )
    func first(text: String, isReadable: Bool) throws {
        try write(Array(text.utf8), to: "\(scratch.path)/\(Self.name)")
        let folder = try OpenFolder.open(scratch.path)
        #expect(SavedProgressFile(in: folder) == (isReadable ? .readable : .unreadable))
    }

    @Test("believes no file with a damaged line in its midst, even if it is longer than 8 MiB")
    func longAndDamaged() throws {
        let line = #"[{"kind":"run"}]"# + "\n"
        let spaces = [UInt8](repeating: UInt8(ascii: " "), count: 8 << 20)
        let content = Array("\(line)nothing\n\(line)".utf8) + spaces
        try write(content, to: "\(scratch.path)/\(Self.name)")
        #expect(try SavedProgressFile(in: OpenFolder.open(scratch.path)) == .unreadable)
    }

    @Test("calls what is no file unreadable, and not missing")
    func noFile() throws {
        let folder = try OpenFolder.open(scratch.path)
        #expect(SavedProgressFile(in: folder) == .missing)
        try FileSystem.makeDirectory("\(scratch.path)/\(Self.name)")
        #expect(SavedProgressFile(in: folder) == .unreadable)
    }

    @Test("looks for it in the folder of a run that nobody is at")
    func folder() async throws {
        var manifest = Example.manifest
        manifest.savesProgress = true
        var session: OpenSession? = try await OpenSession.begin(
            in: scratch.path,
            describedBy: manifest
        )
        let path = try #require(session?.path)
        func progress() throws -> CheckFinding? {
            try SessionCheck(of: path).findings.first { $0.file == Self.name }
        }
        #expect(try progress() == nil)
        session = nil
        #expect(try progress()?.severity == .loss)
        try write(Array("[{\"kind\":\"run\"}]\n".utf8), to: "\(path)/\(Self.name)")
        #expect(try progress()?.severity == .note)
        let now = Example.start.advanced(by: .seconds(3600)).realtime
        _ = try SessionRepair.repair(path, at: now)
        #expect(try progress()?.severity == .note)
    }
}
