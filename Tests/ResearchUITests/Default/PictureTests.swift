// Which of the picture files that an event names are accepted: an event is untrusted data.

import Foundation
import OtherUser
import Research
import Testing
import ViewTree

@testable import ResearchUI

/// Folders with pictures and links, both valid and hostile.
private final class PictureFolders {
    let root: String
    var shots: String { root + "/shots" }

    init() throws {
        let manager = FileManager.default
        let name = FileManager.default.temporaryDirectory.path + "/pictures-\(UUID().uuidString)"
        // The path of the temporary folder may contain a link.
        try manager.createDirectory(atPath: name, withIntermediateDirectories: true)
        root = URL(filePath: name).resolvingSymlinksInPath().path
        for folder in ["shots/left", "shots/fake.jpg", "shots2", "other"] {
            try manager.createDirectory(
                atPath: "\(root)/\(folder)",
                withIntermediateDirectories: true
            )
        }
        for file in [
            "shots/hand.jpg", "shots/left/hand.png", "shots2/secret.jpg", "other/secret.jpg",
            "secret.jpg",
        ] { try Data("x".utf8).write(to: URL(filePath: "\(root)/\(file)")) }
        for (link, target) in [
            ("shots/out.jpg", "../secret.jpg"), ("shots/in.jpg", "left/hand.png"),
            ("shots/away", "../other"), ("shots/nowhere.jpg", "gone.jpg"), ("door", "shots"),
            ("shots/round.jpg", "round.jpg"), ("circle", "circle"),
        ] {
            try manager.createSymbolicLink(
                atPath: "\(root)/\(link)",
                withDestinationPath: target
            )
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }
}

@Suite("A step that takes a picture")
@MainActor
struct PictureTests {
    private let folders: PictureFolders

    init() throws { folders = try PictureFolders() }

    private func shown(
        in names: [String] = ["shots"]
    ) -> StepRig<RSDImagePickerStepViewController> {
        let step = RSDImagePickerStepObject(identifier: "pic")
        step.sourceType = .photoLibrary
        var services = StepServices.silent
        services.pictures.folders = names.map { "\(folders.root)/\($0)" }
        let rig = StepRig([step], services: services) {
            RSDImagePickerStepViewController(step: $0, parent: $1)
        }
        rig.controller.appear()
        return rig
    }

    private func take(
        _ file: String,
        _ rig: StepRig<RSDImagePickerStepViewController>
    ) -> RSDFileResultObject? {
        #expect(rig.controller.receive(.pictured("screen/pic/body/camera", file: file)))
        return rig.level.taskResult.findResult(for: "pic") as? RSDFileResultObject
    }

    private func alert(_ rig: StepRig<RSDImagePickerStepViewController>) -> UIAlertController? {
        rig.controller.controllersOnTop.last as? UIAlertController
    }

    @Test("puts the picture into its result, and enables Next")
    func takes() throws {
        let rig = shown()
        #expect(rig.shown(.goForward)?.style.isEnabled == false)
        let media = try #require(rig.controller.screen.node("screen/pic/body/camera"))
        #expect(media.content == .media(MediaContent(.pictures, address: "photo")))
        let result = take("\(folders.shots)/hand.jpg", rig)
        #expect(result?.relativePath == "hand.jpg" && result?.contentType == "image/jpeg")
        #expect(result?.url?.path == "\(folders.shots)/hand.jpg")
        #expect(rig.shown(.goForward)?.style.isEnabled == nil)
        #expect(rig.host.requests == ["answers"])
        #expect(alert(rig) == nil && rig.controller.pictureFault == nil)
    }

    @Test(
        "accepts a file in the host's folder by any path, also through links",
        arguments: [
            ("shots/left/hand.png", "left/hand.png"), ("shots/in.jpg", "left/hand.png"),
            ("shots/left/../hand.jpg", "hand.jpg"), ("door/hand.jpg", "hand.jpg"),
            ("other/../shots//./hand.jpg", "hand.jpg"),
        ]
    )
    func takesFromInside(file: String, path: String) {
        let rig = shown()
        let result = take("\(folders.root)/\(file)", rig)
        #expect(result?.relativePath == path)
        #expect(result?.url?.path == "\(folders.shots)/\(path)")
        #expect(rig.controller.picture == "\(folders.shots)/\(path)")
    }

    @Test("accepts pictures only from the first folder, which is that of the run")
    func firstFolder() {
        let rig = shown(in: ["door", "other"])
        #expect(take("left/hand.png", rig)?.relativePath == "left/hand.png")
        #expect(take("\(folders.root)/other/secret.jpg", rig)?.relativePath == "left/hand.png")
        #expect(rig.controller.pictureFault == .outside)
        #expect("\(RSDFileFault.outside)".contains("put a copy of the file into it"))
        alert(rig).map { told in told.actions.first.map(told.choose) }
        #expect(take("secret.jpg", rig)?.relativePath == "left/hand.png")
        #expect(rig.controller.pictureFault == .missing)
    }

    @Test(
        "explains a path that the system cannot follow, with a remedy",
        arguments: [
            ("round.jpg", "ELOOP", "without links"),
            (String(repeating: "x", count: 300), "ENAMETOOLONG", "a shorter name"),
        ]
    )
    func unreachable(file: String, name: String, remedy: String) throws {
        let rig = shown()
        #expect(take(file, rig) == nil)
        let fault = try #require(rig.controller.pictureFault)
        #expect("\(fault)".contains("(\(name)): ") && "\(fault)".hasSuffix(remedy))
        #expect(alert(rig)?.message == "The picture cannot be reached. Take another one.")
    }

    @Test("also explains a folder that the system cannot reach")
    func unreachableFolder() throws {
        let circle = shown(in: ["circle"])
        #expect(take("hand.jpg", circle) == nil)
        #expect("\(try #require(circle.controller.pictureFault))".contains("(ELOOP)"))
    }

    @Test("also explains a folder without permission")
    func closedFolder() throws {
        let closed = shown()
        let manager = FileManager.default
        func permit(_ permissions: Int) throws {
            try manager.setAttributes(
                [.posixPermissions: permissions],
                ofItemAtPath: "\(folders.shots)/left"
            )
        }
        try permit(0)
        defer { try? permit(0o700) }
        withoutPrivileges { #expect(take("left/hand.png", closed) == nil) }
        #expect("\(try #require(closed.controller.pictureFault))".contains("(EACCES)"))
    }

    @Test(
        "refuses all other files with an alert, and keeps Next disabled",
        arguments: [
            ("", .unnamed), ("/R/shots/hand.jpg\0.png", .unnamed), ("\0", .unnamed),
            ("/R/shots/gone.jpg", .missing), ("gone.jpg", .missing),
            ("/R/shots/nowhere.jpg", .missing), ("/R/shots/hand.jpg/", .missing),
            ("/R/shots", .outside), ("/R/shots/fake.jpg", .noFile), ("left", .noFile),
            ("/R/secret.jpg", .outside), ("/R/shots/../secret.jpg", .outside),
            ("../secret.jpg", .outside), ("/R/shots/out.jpg", .outside),
            ("/R/shots/away/secret.jpg", .outside), ("/R/shots2/secret.jpg", .outside),
            ("/etc/passwd", .outside), ("/dev/null", .outside), ("/", .outside),
        ] as [(String, RSDFileFault)]
    )
    func refuses(file: String, fault: RSDFileFault) {
        let rig = shown()
        #expect(take(file.replacing("/R/", with: "\(folders.root)/"), rig) == nil)
        #expect(rig.controller.picture == nil && rig.controller.pictureFault == fault)
        #expect(rig.shown(.goForward)?.style.isEnabled == false)
        #expect(rig.host.requests.isEmpty)
        #expect(alert(rig)?.title == "The picture cannot be used")
        let ending =
            switch fault {
            case .missing: "Take it again."
            case .unnamed, .noFile, .outside, .unreachable: "Take another one."
            }
        #expect(alert(rig)?.message?.hasSuffix(ending) == true)
    }

    @Test("accepts no picture without a folder, and no device file")
    func noFolders() {
        let none = shown(in: [])
        #expect(take("\(folders.shots)/hand.jpg", none) == nil)
        #expect(none.controller.pictureFault == .outside)
        alert(none).map { told in told.actions.first.map(told.choose) }
        #expect(take("hand.jpg", none) == nil && none.controller.pictureFault == .outside)
        var device = StepServices.silent
        device.pictures.folders = ["/"]
        #expect(throws: RSDFileFault.noFile) { try device.pictures.file(at: "/dev/null") }
        #expect(throws: RSDFileFault.noFile) { try device.pictures.file(at: "dev") }
        #expect(throws: RSDFileFault.outside) { try device.pictures.file(at: "/") }
    }

    @Test("keeps its picture when it refuses another, and shows one alert at a time")
    func keeps() throws {
        let rig = shown()
        rig.host.words = StepWords(language: .german)
        #expect(take("hand.jpg", rig) != nil)
        #expect(take("../secret.jpg", rig)?.relativePath == "hand.jpg")
        #expect(alert(rig)?.title == "Das Bild lässt sich nicht verwenden")
        rig.controller.takePicture("../secret.jpg")
        #expect(rig.controller.controllersOnTop.count == 1)
        #expect(rig.controller.picture == "\(folders.shots)/hand.jpg")
        #expect(rig.controller.isForwardEnabled)
        let told = try #require(alert(rig))
        told.choose(try #require(told.actions.first))
        #expect(take("left/hand.png", rig)?.relativePath == "left/hand.png")
        #expect(rig.controller.pictureFault == nil)
    }

    @Test(
        "keeps the file's name and type, though the file is deleted during the making of the result"
    )
    func goes() throws {
        final class Slow: RSDImagePickerStepViewController {
            override func result(of file: String) -> any RSDResult {
                try? FileManager.default.removeItem(atPath: file)
                return super.result(of: file)
            }
        }
        var services = StepServices.silent
        services.pictures.folders = [folders.shots]
        let rig = StepRig([RSDImagePickerStepObject(identifier: "pic")], services: services) {
            Slow(step: $0, parent: $1)
        }
        rig.controller.appear()
        rig.controller.takePicture("left/hand.png")
        let result = try #require(
            rig.level.taskResult.findResult(for: "pic") as? RSDFileResultObject
        )
        #expect(result.relativePath == "left/hand.png")
        #expect(result.url?.path == "\(folders.shots)/left/hand.png")
        #expect(result.contentType == "image/png")
        // A file name that was not accepted before is looked up.
        let other = rig.controller.result(of: "hand.jpg") as? RSDFileResultObject
        #expect(other?.relativePath == "hand.jpg")
    }

    @Test(
        "has the content type of the file extension",
        arguments: [
            ("a.JPG", "image/jpeg"), ("a/b.mp4", "video/mp4"), ("b.mov", "video/quicktime"),
            ("a.png/b", nil), ("", nil), ("/", nil), ("...", nil),
        ] as [(String, String?)]
    )
    func types(file: String, type: String?) { #expect(PictureTypes.type(of: file) == type) }

    @Test(
        "has a remedy for each fault",
        arguments: [.unnamed, .missing, .noFile, .outside] as [RSDFileFault]
    )
    func remedies(fault: RSDFileFault) {
        #expect("\(fault)".contains(": give") || "\(fault)".contains(": put"))
    }
}
