import FoundationEssentials
import Research
import SessionFolder
import SystemCalls
import Testing
import Timebase

@Suite("Opening what may be a session")
struct SessionTests {
    let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    enum Impostor: CaseIterable {
        case missing, file, emptyFolder, otherFolder
        case manifestIsFolder, manifestIsLink, manifestIsHuge
        case manifestIsEmpty, manifestIsText

        var what: String {
            switch self {
            case .missing: "there is no such folder"
            case .file: "it is not a session: it is a file, not a folder"
            case .emptyFolder: "it is not a session: the folder is empty"
            case .otherFolder: "it is not a session: it has no manifest.json"
            case .manifestIsFolder: "it is a folder, not a file"
            case .manifestIsLink: "it is a link, which may lead out of the session"
            case .manifestIsHuge: "it is larger than 16777216 bytes, which none of its kind is"
            case .manifestIsEmpty, .manifestIsText: "it is not a JSON document"
            }
        }
    }

    @Test("says in one line what it is instead, and what to do", arguments: Impostor.allCases)
    func refuses(impostor: Impostor) throws {
        let folder = scratch.path + "/walk"
        let manifest = folder + "/manifest.json"
        switch impostor {
        case .missing: break
        case .file: try write([1], to: folder)
        default: try FileSystem.makeDirectory(folder)
        }
        switch impostor {
        case .missing, .file, .emptyFolder: break
        case .otherFolder: try write([1], to: folder + "/photo.jpg")
        case .manifestIsFolder: try FileSystem.makeDirectory(manifest)
        case .manifestIsLink:
            try FileManager.default.createSymbolicLink(
                atPath: manifest,
                withDestinationPath: "/etc/hostname"
            )
        case .manifestIsHuge: try OpenFile.create(manifest).truncate(to: 100 << 20)
        case .manifestIsEmpty: try write([], to: manifest)
        case .manifestIsText: try write(Array("Dear diary".utf8), to: manifest)
        }
        let error = #expect(throws: SessionError.self) { try Session(opening: folder) }
        #expect(error?.what == impostor.what)
        #expect(error?.where.hasPrefix(folder) == true)
        #expect(error?.description.contains("\n") == false)
        #expect(error?.remedy.isEmpty == false)
    }

    @Test("names the session of a file, and a session of a folder of sessions")
    func namesTheSession() async throws {
        let session = try await Recording.finish(in: scratch.path)
        let file = #expect(throws: SessionError.self) {
            try Session(opening: session + "/walk_motion.json")
        }
        #expect(file?.remedy == "name the session that the file is in: \(session)")
        let sessions = #expect(throws: SessionError.self) { try Session(opening: scratch.path) }
        #expect(sessions?.where == scratch.path)
        let one = "\(scratch.path)/\(FileSystem.name(of: session))"
        #expect(sessions?.remedy == "name one of the sessions in it, such as \(one)")
        try write([1], to: scratch.path + "/walk.txt")
        for path in [scratch.path + "/walk.txt", session + "/none"] {
            let other = #expect(throws: SessionError.self) { try Session(opening: path) }
            #expect(other?.remedy.contains(session) == false)
        }
    }

    @Test("refuses a result that is a link out of the folder")
    func refusesLinkedResult() async throws {
        let path = try await Recording.finish(in: scratch.path)
        try FileSystem.remove(path + "/taskResult.json")
        try FileManager.default.createSymbolicLink(
            atPath: path + "/taskResult.json",
            withDestinationPath: "/etc/hostname"
        )
        let error = #expect(throws: SessionError.self) {
            try Session(opening: path).taskResult()
        }
        #expect(error?.what == "it is a link, which may lead out of the session")
    }
}
