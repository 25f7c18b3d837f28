import Testing

@testable import ViewTree

@Suite("The resources of a tree")
struct ResourceNameTests {
    @Test("are its pictures, icons, pages and films")
    func all() {
        let tree = SampleTrees.group(
            "a",
            SampleContents.all.enumerated().map { ViewNode(ViewID("a/\($0)"), $1.value) }
        )
        #expect(
            tree.resources == [
                ViewResource(.picture, "a"), ViewResource(.picture, "b"),
                ViewResource(.picture, "closeX"), ViewResource(.picture, "apple"),
                ViewResource(.film, "walk.mp4"),
            ]
        )
    }

    @Test(
        "include none for a camera or a picture chooser",
        arguments: [MediaContent.Kind.camera, .pictures]
    )
    func camera(kind: MediaContent.Kind) {
        #expect(ViewContent.media(MediaContent(kind, address: "photo")).resources.isEmpty)
    }
}
