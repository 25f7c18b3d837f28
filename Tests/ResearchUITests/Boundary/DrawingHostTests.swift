// What the boundary is worth: a host that has nothing else draws every kind of element, and brings a
// participant through a task.

import Foundation
import Research
import TaskEngine
import Testing
import ViewTree

@testable import ResearchUI

@Suite("A host that knows the boundary alone")
@MainActor
struct DrawingHostTests {
    private nonisolated static let source = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(component: "DrawingHost.swift")

    @Test("has less than 200 lines, and imports nothing but the feed and the values")
    func isShort() throws {
        let lines = try String(contentsOf: Self.source, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count < 200)
        #expect(
            lines.filter { $0.contains("import ") }.map(String.init)
                == ["import ResearchUI", "import ViewTree"]
        )
    }

    @Test(
        "draws each kind of element",
        arguments: [
            (ViewContent.group(GroupContent(.touchArea, title: "Tap")), "touch Tap"),
            (.label(LabelContent("Walk", role: .title)), "# Walk"),
            (.button(ButtonContent(title: "Next", action: "goForward")), "[Next]"),
            (.image(ImageContent(["shoe"], caption: "A shoe")), "picture: A shoe"),
            (.progress(ProgressContent(done: 2, total: 5)), "2 of 5"),
            (
                .countdown(
                    CountdownContent(secondsLeft: 9, durationInSeconds: 10, state: .running)
                ),
                "9 s, running"
            ),
            (.section(SectionContent(title: "Food", isRequired: true)), "-- Food *"),
            (
                .cell(CellContent(title: "Apple", choice: .single, isSelected: true, error: "No")),
                "(x) Apple ! No"
            ),
            (.textField(TextFieldContent(text: "71,5", isFocused: true, unit: "kg")), "> 71,5 kg"),
            (
                .picker(PickerContent(.height, columns: [["1", "2"]], selected: [1])),
                "height: 2"
            ),
            (
                .picker(
                    PickerContent(
                        .date,
                        columns: [],
                        selected: [],
                        dates: DateBounds(format: "yyyy", minimum: "1900")
                    )
                ),
                "date:  1900 ..  as yyyy"
            ),
            (
                .slider(SliderContent(minimum: 0, maximum: 10, value: 3, unit: "km")),
                "0.0 <= 3.0 <= 10.0 km"
            ),
            (
                .plot(PlotContent(stream: "accelerometer", lines: ["x"], unit: "g")),
                "plot: accelerometer, x g"
            ),
            (.media(MediaContent(.film, address: "walk.mp4")), "film: walk.mp4"),
            (.alert(AlertContent(title: "Leave?", message: "Really?")), "!! Leave? Really?"),
        ]
    )
    func kinds(content: ViewContent, line: String) {
        #expect(Drawing.lines(of: ViewNode("a", content)) == [line])
    }

    @Test("brings a participant through instructions, a timer that speaks and questions")
    func wholeTask() async throws {
        let file = """
            {"identifier":"t","steps":[
            {"identifier":"a","type":"instruction","title":"Stand at the line"},
            {"identifier":"b","type":"active","title":"Walk","duration":2,
             "commands":["transitionAutomatically"],
             "spokenInstructions":{"start":"Go","end":"Stop"}},
            {"identifier":"c","type":"form","title":"How was it?","inputFields":[
             {"identifier":"q","type":"singleChoice","choices":["Easy","Hard"]}]},
            {"identifier":"d","type":"form","title":"Your weight","inputFields":[
             {"identifier":"w","type":"decimal"}]},
            {"identifier":"e","type":"completion","title":"Thank you"}]}
            """
        let stage = TaskStage(try RSDFactory().decodeTask(with: Data(file.utf8)))
        let host = DrawingHost(of: stage.controller)
        try await stage.begin()
        #expect(host.lines.contains { $0.hasSuffix("# Stand at the line") })
        #expect(host.press("goForward"))
        try await stage.reach("b")
        await stage.tick(2)
        try await stage.reach("c")
        #expect(host.spoken == ["Go", "Stop"])
        #expect(host.lines.contains { $0.hasSuffix("( ) Hard") })
        #expect(host.choose("Hard"))
        await stage.settle()
        #expect(host.lines.contains { $0.hasSuffix("(x) Hard") })
        #expect(host.press("goForward"))
        try await stage.reach("d")
        #expect(host.enter("71.5"))
        await stage.settle()
        #expect(host.press("goForward"))
        try await stage.reach("e")
        #expect(host.press("goForward"))
        await stage.settle()
        #expect(stage.reasons == [.completed])
        #expect(host.followed.tree == stage.controller.screen)
        let answers = stage.controller.taskViewModel.taskResult.stepHistory
            .compactMap { ($0 as? any RSDCollectionResult)?.inputResults.first }
            .compactMap { ($0 as? RSDAnswerResultObject)?.value }
        #expect(answers == [.string("Hard"), .decimal(71.5)])
    }
}
