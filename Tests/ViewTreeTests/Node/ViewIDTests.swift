import Testing

@testable import ViewTree

@Suite("The name of an element")
struct ViewIDTests {
    @Test("is the path of names from the root")
    func path() {
        let id: ViewID = "step"
        #expect(id.appending("table").appending("1").path == "step/table/1")
        #expect(id.appending("table").names == ["step", "table"])
        #expect("\(id)" == "step")
    }

    @Test(
        "is a child's name if it is one component longer",
        arguments: [
            ("a/b", "a", true), ("a/b/c", "a/b", true), ("a/", "a", true), ("é/b", "é", true),
            ("a/b/c", "a", false), ("ab/c", "a", false), ("a", "a", false), ("a", "", false),
            ("b/a", "a", false), ("a/b", "a/b", false),
        ]
    )
    func isNamed(id: String, other: String, isWithin: Bool) {
        #expect(ViewID(id).isNamed(within: ViewID(other)) == isWithin)
    }
}
