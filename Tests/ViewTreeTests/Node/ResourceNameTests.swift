import Testing

@testable import ViewTree

@Suite("What a tree names")
struct ResourceNameTests {
    @Test("is the pictures, icons, pages and films in it, and nothing else")
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
        "is no file where a camera or a choice of pictures is shown",
        arguments: [MediaContent.Kind.camera, .pictures]
    )
    func camera(kind: MediaContent.Kind) {
        #expect(ViewContent.media(MediaContent(kind, address: "photo")).resources.isEmpty)
    }
}
