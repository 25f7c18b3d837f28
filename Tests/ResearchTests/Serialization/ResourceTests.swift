import FoundationEssentials
import Research
import Testing

@Suite("A resource of a task file")
struct ResourceTests {
    private static let step = #"{ "identifier": "inner", "type": "instruction", "title": "In" }"#

    private func taskUsing(_ name: String) -> Data {
        Data(
            """
            { "identifier": "t", "steps": [
              { "identifier": "outer", "type": "transform",
                "resourceTransformer": { "resourceName": "\(name)" } } ] }
            """.utf8
        )
    }

    private func fault(_ name: String, in folder: ResourceFolder) throws -> RSDTaskFileError? {
        #expect(throws: RSDTaskFileError.self) {
            try folder.factory.decodeTask(with: taskUsing(name))
        }
    }

    @Test("is found with or without its file extension, and replaces the step that uses it")
    func isFound() throws {
        let folder = try ResourceFolder(["Step.json": Self.step])
        for name in ["Step", "Step.json"] {
            let task = try folder.factory.decodeTask(with: taskUsing(name))
            let step = try #require(task.stepNavigator.step(with: "outer") as? RSDUIStepObject)
            #expect(step.title == "In")
            #expect(task.stepNavigator.step(with: "inner") == nil)
        }
    }

    @Test(
        "is refused if its name is a path",
        arguments: [
            "../secret", "/etc/passwd", "..", ".", "", "folder/secret", "a/../../secret",
            #"..\u0000secret"#, "./secret", #"../\u0301secret"#, #"/\u0301etc/passwd"#,
            #"folder/\u0338secret"#,
        ]
    )
    func namesThatLeadElsewhere(name: String) throws {
        let folder = try ResourceFolder(["secret.json": Self.step])
        let error = try fault(name, in: folder)
        #expect(error?.path.description == "steps[0].resourceTransformer.resourceName")
        #expect(error?.what.contains("not named by a plain file name") == true)
    }

    @Test("is refused if it is a link, with its name and folder")
    func links() throws {
        let folder = try ResourceFolder(["Step.json": Self.step])
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/Link.json",
            withDestinationPath: "\(folder.path)/Step.json"
        )
        let error = try fault("Link", in: folder)
        #expect(error?.what.contains("'Link'") == true)
        #expect(error?.what.contains(folder.path) == true)
    }

    @Test("is reported by name if it is missing, with the searched folders")
    func missing() throws {
        let folder = try ResourceFolder()
        let error = try fault("Stepp", in: folder)
        #expect(error?.what.contains("'Stepp'") == true)
        #expect(error?.what.contains(folder.path) == true)
        let nowhere = #expect(throws: RSDTaskFileError.self) {
            try RSDFactory().decodeTask(with: taskUsing("Step"))
        }
        #expect(nowhere?.what.contains("none was given") == true)
    }

    @Test("is found beside a folder of the same name")
    func folderOfTheSameName() throws {
        let folder = try ResourceFolder(["Step.json": Self.step])
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/Step",
            withIntermediateDirectories: false
        )
        #expect(throws: Never.self) { try folder.factory.decodeTask(with: taskUsing("Step")) }
    }

    @Test("has its faults reported with the path through all resources")
    func placeInside() throws {
        let folder = try ResourceFolder([
            "Section.json": """
            { "identifier": "s", "type": "section", "steps": [
              { "identifier": "deep", "type": "transform",
                "resourceTransformer": { "resourceName": "Deep" } } ] }
            """,
            "Deep.json": #"{ "identifier": "d", "type": "active", "duration": "long" }"#,
        ])
        let error = try fault("Section", in: folder)
        #expect(
            error?.path.description == "steps[0].resourceTransformer > Section > "
                + "steps[0].resourceTransformer > Deep > duration"
        )
    }

    @Test("is refused if it contains itself, directly or through others")
    func loops() throws {
        func section(of name: String) -> String {
            """
            { "identifier": "s", "type": "section", "steps": [
              { "identifier": "again", "type": "transform",
                "resourceTransformer": { "resourceName": "\(name)" } } ] }
            """
        }
        let folder = try ResourceFolder([
            "Self.json": section(of: "Self.json"), "A.json": section(of: "B"),
            "B.json": section(of: "C"), "C.json": section(of: "A"),
        ])
        #expect(try fault("Self", in: folder)?.what.contains("Self > Self.json") == true)
        let round = try fault("A", in: folder)
        #expect(round?.what.contains("A > B > C > A") == true)
        #expect(round?.path.components.filter { $0 == .resource("B") }.count == 1)
    }

    @Test("may be inside 31 others, and not inside 32")
    func longChains() throws {
        let folder = try ResourceFolder()
        try folder.write(Self.step, to: "R0.json")
        for number in 1...32 {
            try folder.write(
                """
                { "identifier": "s", "type": "section", "steps": [
                  { "identifier": "next", "type": "transform",
                    "resourceTransformer": { "resourceName": "R\(number - 1)" } } ] }
                """,
                to: "R\(number).json"
            )
        }
        #expect(throws: Never.self) { try folder.factory.decodeTask(with: taskUsing("R31")) }
        #expect(try fault("R32", in: folder)?.what.contains("inside 32 others") == true)
    }

    @Test("is refused if it expands to more than 2,000 resources")
    func floods() throws {
        let folder = try ResourceFolder()
        try folder.write(Self.step, to: "F0.json")
        for number in 1...20 {
            let transform = { (identifier: String) in
                """
                { "identifier": "\(identifier)", "type": "transform",
                  "resourceTransformer": { "resourceName": "F\(number - 1)" } }
                """
            }
            try folder.write(
                """
                { "identifier": "s", "type": "section", "steps": [
                  \(transform("a")), \(transform("b"))] }
                """,
                to: "F\(number).json"
            )
        }
        #expect(try fault("F20", in: folder)?.what.contains("more than 2000 resources") == true)
    }

    @Test("is refused unread after 2,000 others in one file")
    func notLookedFor() throws {
        let folder = try ResourceFolder(["Step.json": Self.step])
        let names = Array(repeating: "Step", count: 2000) + ["Gone"]
        let transforms = names.enumerated().map { number, name in
            """
            { "identifier": "s\(number)", "type": "transform",
              "resourceTransformer": { "resourceName": "\(name)" } }
            """
        }
        let steps = transforms.joined(separator: ",")
        let error = #expect(throws: RSDTaskFileError.self) {
            try folder.factory.decodeTask(
                with: Data(#"{ "identifier": "t", "steps": [\#(steps)] }"#.utf8)
            )
        }
        #expect(error?.path.description == "steps[2000].resourceTransformer.resourceName")
        #expect(error?.what.contains("more than 2000 resources") == true)
    }

    @Test("counts towards the greatest depth at the place of its use")
    func deepChains() throws {
        func section(_ inner: String, depth: Int) -> String {
            (0..<depth).reduce(inner) { inner, number in
                #"{ "identifier": "s\#(number)", "type": "section", "steps": [\#(inner)] }"#
            }
        }
        let folder = try ResourceFolder(["R0.json": section(Self.step, depth: 60)])
        for number in 1...4 {
            let transform = """
                { "identifier": "next", "type": "transform",
                  "resourceTransformer": { "resourceName": "R\(number - 1)" } }
                """
            try folder.write(section(transform, depth: 60), to: "R\(number).json")
        }
        let factory = folder.factory
        let task = try factory.decodeTask(with: taskUsing("R3"))
        #expect(throws: Never.self) {
            try factory.decodeTask(with: factory.encodeTask(task)).validate()
        }
        #expect(try fault("R4", in: folder)?.what.contains("nested") == true)
        #expect(TaskFileCheck.faults(in: taskUsing("R4"), factory: factory).count == 1)
    }

    @Test("is refused if a fetched task would fetch itself")
    func fetchedLoops() async throws {
        let folder = try ResourceFolder([
            "Task.json": """
            { "identifier": "t", "steps": [
              { "identifier": "again", "type": "taskInfo",
                "taskTransformer": { "resourceName": "Task" } } ] }
            """
        ])
        let first = RSDResourceTransformerObject(resourceName: "Task")
        let task = try await first.fetchTask(by: folder.factory)
        let step = try #require(
            task.stepNavigator.step(with: "again") as? any RSDTaskInfoStep
        )
        let transformer = try #require(step.taskTransformer)
        await #expect(throws: RSDTaskFileError.self) {
            _ = try await transformer.fetchTask(by: folder.factory)
        }
    }
}

@Suite("A picture, a sound, a page or a film that a task file names")
struct NamedResourceTests {
    @Test("is found with or without its file extension, and has its content type")
    func isFound() throws {
        let folder = try ResourceFolder(["walk.png": "p", "stand.svg": "s", "walk.json": "{}"])
        let resources = folder.factory.surroundings.resources
        for name in ["walk", "walk.png"] {
            let image = try resources.resource(name, .picture)
            #expect(image.name == "walk.png")
            #expect(image.contentType == "image/png")
            #expect(image.data == Data("p".utf8))
        }
        #expect(try resources.resource("stand", .picture).contentType == "image/svg+xml")
        #expect(throws: RSDTaskFileError.self) { try resources.resource("walk.json", .picture) }
        #expect(throws: RSDTaskFileError.self) { try resources.resource("sit", .picture) }
    }

    @Test(
        "is found by the file extensions of its kind",
        arguments: [
            (RSDResource.Kind.sound, "wav", "audio/wav"), (.sound, "mp3", "audio/mpeg"),
            (.page, "html", "text/html"), (.page, "pdf", "application/pdf"),
            (.film, "mp4", "video/mp4"), (.film, "webm", "video/webm"),
        ]
    )
    func kinds(kind: RSDResource.Kind, ending: String, type: String) throws {
        let folder = try ResourceFolder(["walk.\(ending)": "w", "walk.json": "{}"])
        let resources = folder.factory.surroundings.resources
        for name in ["walk", "walk.\(ending)"] {
            #expect(try resources.resource(name, kind).contentType == type)
        }
        for other in RSDResource.Kind.allCases where other != kind {
            #expect(throws: RSDTaskFileError.self) { try resources.resource("walk", other) }
        }
    }

    @Test("may be one of several, which keep their order")
    func animated() throws {
        let folder = try ResourceFolder(["one.png": "1", "two.png": "2"])
        let resources = folder.factory.surroundings.resources
        func names(of image: some RSDImageThemeElement) throws -> [String] {
            try image.imageIdentifiers.map { try resources.resource($0, .picture).name }
        }
        let moving = RSDAnimatedImageThemeElementObject(
            imageNames: ["two", "one"],
            animationDuration: 1
        )
        #expect(try names(of: moving) == ["two.png", "one.png"])
        let still = RSDFetchableImageThemeElementObject(imageName: "one")
        #expect(try names(of: still) == ["one.png"])
    }

    @Test(
        "is refused if its name is a path",
        arguments: [
            "../walk", "/etc/passwd", "..", "", "folder/walk", "./walk", "..\u{0}walk",
            "../\u{301}walk",
        ]
    )
    func leadsElsewhere(name: String) throws {
        let resources = try ResourceFolder(["walk.png": "p"]).factory.surroundings.resources
        let error = #expect(throws: RSDTaskFileError.self) {
            try resources.resource(name, .picture)
        }
        #expect(error?.what.contains("not named by a plain file name") == true)
    }

    @Test("is refused if it is a link, with the name and the folder")
    func link() throws {
        let folder = try ResourceFolder(["walk.png": "p"])
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/link.png",
            withDestinationPath: "\(folder.path)/walk.png"
        )
        let error = #expect(throws: RSDTaskFileError.self) {
            try folder.factory.surroundings.resources.resource("link", .picture)
        }
        #expect(error?.what.contains("'link'") == true)
        #expect(error?.what.contains(folder.path) == true)
    }
}
