// Colours on their way from a task file to a tree.

import Foundation
import Research
import TaskEngine
import Testing
import ViewTree

@testable import ResearchUI

@Suite("The colours of a step")
@MainActor
struct ColorTests {
    private func stage(_ mapping: String) async throws -> TaskStage {
        let file = """
            {"identifier":"t","steps":[{"identifier":"a","type":"instruction","title":"A",
            "colorMapping":\(mapping),"image":{"imageName":"shoe","caption":"A shoe"}}]}
            """
        let stage = TaskStage(try RSDFactory().decodeTask(with: Data(file.utf8)))
        try await stage.begin()
        return stage
    }

    private func header(_ stage: TaskStage) -> ViewNode? {
        stage.controller.screen.node("screen/task/page/a/header")
    }

    @Test(
        "are values, however the task names them",
        arguments: [
            (##"{"customColor":{"color":"#FFC0CB"}}"##, "#ffc0cb", "#222222"),
            (#"{"customColor":{"color":"navy","usesLightStyle":true}}"#, "#000080", "#ffffff"),
            (#"{"colorStyle":"errorRed"}"#, "#b3261e", "#ffffff"),
            (#"{"placement":{"header":"secondary"}}"#, "#dce6f4", "#222222"),
        ]
    )
    func values(mapping: String, background: String, text: String) async throws {
        let stage = try await stage(mapping)
        let header = try #require(self.header(stage))
        #expect(header.style.background?.description == background)
        #expect(
            header.children.first { $0.id.names.last == "title" }?.style.foreground?.description
                == text
        )
        #expect(stage.controller.engine.notes.isEmpty)
    }

    @Test("are left out where nobody knows their names, and the run's notes say so once")
    func unknown() async throws {
        let stage = try await stage(#"{"customColor":{"color":"robinsEggBlue"}}"#)
        #expect(header(stage)?.style.background == nil)
        #expect(
            stage.controller.engine.notes == [
                "the colour 'robinsEggBlue' of the step 'a' is not known, and left out: write it as "
                    + "#rrggbb in the task, or give its name a value in the design system's 'colors'"
            ]
        )
    }

    @Test("are those of a study, where its design system knows the names")
    func ownNames() {
        let system = RSDDesignSystem(colors: [
            "robinsEggBlue": ViewColor(red: 0, green: 204, blue: 204)
        ])
        #expect(system.color(named: "robinsEggBlue").value?.description == "#00cccc")
        #expect(system.tile(of: "robinsEggBlue").color.value?.description == "#00cccc")
        #expect(system.color(named: "navy").value?.description == "#000080")
        #expect(system.color(named: "robin").value == nil)
    }

    @Test("can be read: text and buttons stand out from each style of the field by 4.5 to 1")
    func contrast() throws {
        let system = RSDDesignSystem()
        for (style, tile) in RSDDesignSystem.fieldTiles {
            let background = try #require(tile.color.value, "\(style)")
            for color in [system.textColor(on: tile), system.tintColor(on: tile)] {
                let value = try #require(color.value, "\(color.name)")
                let (light, dark) = (luminance(background), luminance(value))
                let ratio = (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
                #expect(ratio >= 4.5, "\(color.name) on \(style): \(ratio)")
            }
        }
    }

    /// As the Web Content Accessibility Guidelines reckon it.
    private func luminance(_ color: ViewColor) -> Double {
        let parts = [color.red, color.green, color.blue].map { part in
            let share = Double(part) / 255
            return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    @Test("stand beside the caption of a picture, for whoever does not see it")
    func caption() async throws {
        let stage = try await stage(#"{"colorStyle":"primary"}"#)
        var pictures: [ViewNode] = []
        stage.controller.screen.forEach { node in
            if case .image = node.content { pictures.append(node) }
        }
        #expect(pictures.map(\.content) == [.image(ImageContent(["shoe"], caption: "A shoe"))])
        #expect(pictures.first?.accessibility.label == "A shoe")
    }
}
