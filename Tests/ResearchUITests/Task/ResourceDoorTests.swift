// The files of a task that a host can read, and those that it cannot.

import Foundation
import Research
import TaskEngine
import Testing
import ViewTree

@testable import ResearchUI

@Suite("A resource that a screen names")
@MainActor
final class ResourceDoorTests {
    private let folder =
        FileManager.default.temporaryDirectory.path + "/door-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder + "/task",
            withIntermediateDirectories: true
        )
        for name in [
            "task/shoe.png", "task/secret.png", "task/walk.mp4", "task/tink.wav", "out.png",
        ] {
            try Data(name.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func stage(_ steps: String) async throws -> TaskStage {
        let surroundings = FactorySurroundings(
            resources: RSDResourceLocator(folders: ["\(folder)/task"])
        )
        let factory = RSDFactory(surroundings: surroundings)
        let task = try factory.decodeTask(
            with: Data(#"{"identifier":"t","steps":[\#(steps)]}"#.utf8)
        )
        let stage = TaskStage(task)
        stage.controller.factory = factory
        try await stage.begin()
        return stage
    }

    private static func picture(_ step: String, _ name: String) -> String {
        #"{"identifier":"\#(step)","type":"instruction","title":"T","image":{"imageName":"\#(name)"}}"#
    }

    @Test("is returned as bytes and their content type, by its name on the screen")
    func picture() async throws {
        let stage = try await stage(Self.picture("a", "shoe"))
        let found = try await stage.controller.resource(named: "shoe")
        #expect(found.contentType == "image/png" && found.data == Data("task/shoe.png".utf8))
    }

    @Test("can also be a film, or a sound that the host was asked to play")
    func otherKinds() async throws {
        let stage = try await stage(
            #"{"identifier":"a","type":"videoView","title":"T","url":"walk.mp4"}"#
        )
        let film = try await stage.controller.resource(named: "walk.mp4")
        #expect(film.contentType == "video/mp4")
        await #expect(throws: ScreenResourceError.notNamed("tink")) {
            try await stage.controller.resource(named: "tink")
        }
        let feed = ScreenFeed(of: stage.controller, performing: [.sound]) { _ in }
        stage.controller.servicesOfSteps.play(RSDSound(name: "tink"))
        #expect(try await stage.controller.resource(named: "tink").contentType == "audio/wav")
        withExtendedLifetime(feed) {}
    }

    @Test(
        "is the only one: other files of the folder are refused",
        arguments: ["secret", "secret.png", "shoe.png", "../out.png", "", "task", "next"]
    )
    func notNamed(name: String) async throws {
        let stage = try await stage(
            Self.picture("a", "shoe") + "," + Self.picture("b", "next")
        )
        await #expect(throws: ScreenResourceError.notNamed(name)) {
            try await stage.controller.resource(named: name)
        }
    }

    @Test("is refused once its step has left the screen")
    func gone() async throws {
        let stage = try await stage(
            Self.picture("a", "shoe") + "," + Self.picture("b", "secret")
        )
        try await stage.press(.goForward)
        try await stage.reach("b")
        #expect(try await stage.controller.resource(named: "secret").name == "secret.png")
        await #expect(throws: ScreenResourceError.notNamed("shoe")) {
            try await stage.controller.resource(named: "shoe")
        }
    }

    @Test(
        "is refused outside the task's folders, also through a link",
        arguments: ["../out", "..\u{2044}out", "link", "/etc/hostname", "missing"]
    )
    func outside(name: String) async throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/task/link.png",
            withDestinationPath: "\(folder)/out.png"
        )
        let stage = try await stage(Self.picture("a", name))
        let error = await #expect(throws: ScreenResourceError.self) {
            try await stage.controller.resource(named: name)
        }
        guard case .unreadable(let fault) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(fault.what.contains("picture '\(name)'"))
        let remedy = try #require(fault.remedy)
        #expect(error?.description == "\(fault.what); \(remedy)")
    }

    @Test("is refused if it is a web address, which the host opens itself")
    func web() async throws {
        let address = "https://example.org/walk.html"
        let stage = try await stage(
            #"{"identifier":"a","type":"webView","title":"T","url":"\#(address)"}"#
        )
        let error = await #expect(throws: ScreenResourceError.elsewhere(address)) {
            try await stage.controller.resource(named: address)
        }
        #expect(error?.description.contains("outside the task's folders") == true)
    }

    @Test("is refused as a whole if it is large, and returned in ranges")
    func large() async throws {
        let size: Int64 = 5 << 30
        let path = "\(folder)/task/walk.mp4"
        // A sparse file: the disk stores only its ends.
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.truncate(atOffset: UInt64(size))
        try file.seek(toOffset: UInt64(size - 4))
        try file.write(contentsOf: Data("last".utf8))
        try file.close()
        let stage = try await stage(
            #"{"identifier":"a","type":"videoView","title":"T","url":"walk.mp4"}"#
        )
        let door = stage.controller
        do {
            _ = try await door.resource(named: "walk.mp4")
            Issue.record("a film of 5 GiB came as a whole")
        } catch {
            #expect(error.description.contains("more than 64 MiB"))
            #expect(error.description.contains("a part of a film's bytes at a time"))
        }
        let first = try await door.resource(named: "walk.mp4", bytes: 0..<13)
        #expect(first.data == Data("task/walk.mp4".utf8) && first.contentType == "video/mp4")
        #expect(first.offset == 0 && first.size == size)
        let last = try await door.resource(named: "walk.mp4", bytes: (size - 4)..<(size + 100))
        #expect(last.data == Data("last".utf8) && last.offset == size - 4)
        let beyond = try await door.resource(named: "walk.mp4", bytes: size..<Int64.max)
        #expect(beyond.data.isEmpty && beyond.size == size)
        let negative = try await door.resource(named: "walk.mp4", bytes: -7..<2)
        #expect(negative.data == Data("ta".utf8) && negative.offset == 0)
        let most = try await door.resource(named: "walk.mp4", bytes: 0..<Int64.max)
        #expect(most.data.count == 64 << 20)
    }

    @Test("is also refused in ranges if the screen does not name it")
    func noPieces() async throws {
        let stage = try await stage(Self.picture("a", "shoe"))
        await #expect(throws: ScreenResourceError.notNamed("secret.png")) {
            try await stage.controller.resource(named: "secret.png", bytes: 0..<1)
        }
    }
}
