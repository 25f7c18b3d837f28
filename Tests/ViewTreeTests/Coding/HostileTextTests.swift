// The sender of trees, updates or events may be broken or hostile: decoding refuses every invalid text,
// and reports where it is wrong.

import Foundation
import Testing
import ViewTree

@Suite("Hostile JSON")
struct HostileTextTests {
    private static let many = 10_000

    /// An update with a tree whose root contains this element.
    private static func update(child: String) -> String {
        #"{"changes":[{"change":"remove","id":"x"},{"change":"replaceRoot","node":{"id":"a","#
            + #""content":{"kind":"group","role":"screen"},"children":[\#(child)]}}],"cues":[],"number":1}"#
    }

    @Test(
        "is refused with the path of the fault in a tree",
        arguments: [
            (#"{"id":"b","content":{"kind":"hologram"}}"#, "content/kind"),
            (#"{"id":"b","content":{"kind":["label"]}}"#, "content/kind"),
            (#"{"id":"b","content":{"kind":"label","text":"c","role":"d"}}"#, "content/role"),
            (
                #"{"id":"b","content":{"kind":"slider","minimum":0,"maximum":"NaN"}}"#,
                "content/maximum"
            ),
            (
                #"{"id":"b","content":{"kind":"group","role":"screen","language":{}}}"#,
                "content/language"
            ),
            (#"{"id":["b"],"content":{"kind":"section"}}"#, "id"),
            (#"{"content":{"kind":"section"}}"#, "id"),
            (#"{"id":"b","content":{"kind":"section"},"style":[]}"#, "style"),
            (#"{"id":"b","content":{"kind":"section"},"children":{"c":1}}"#, "children"),
            (#"{"id":"b","content":{"kind":"section"},"children":[7]}"#, "children/0"),
            (
                #"{"id":"b","content":{"kind":"section"},"accessibility":{"label":7}}"#,
                "accessibility/label"
            ),
        ]
    )
    func place(child: String, place: String) throws {
        #expect(
            try JSONText.place(of: ViewUpdate.self, Self.update(child: child))
                == "changes/1/node/children/0/\(place)"
        )
    }

    @Test(
        "is refused with the path of the fault in an update",
        arguments: [
            (#"{"number":1,"changes":[{"change":"burn"}],"cues":[]}"#, "changes/0/change"),
            (
                #"{"number":1,"changes":[{"change":"move","id":"a","behind":7}],"cues":[]}"#,
                "changes/0/behind"
            ),
            (#"{"number":1,"changes":[],"cues":[{"cue":"speak"}]}"#, "cues/0/text"),
            (#"{"number":1,"changes":{},"cues":[]}"#, "changes"), ("[]", ""), ("NaN", ""), ("", ""),
            (#"{"changes":[],"cues":[]}"#, "number"),
        ]
    )
    func placeInUpdate(text: String, place: String) throws {
        #expect(try JSONText.place(of: ViewUpdate.self, text) == place)
    }

    @Test(
        "is refused with the path of the fault in an event",
        arguments: [
            (#"{"event":"flown"}"#, "event"), (#"{"event":"tapped","id":{}}"#, "id"),
            (#"{"event":"picked","id":"a","selected":[0,"b"]}"#, "selected/1"),
            (#"{"event":"slid","id":"a","value":"-Infinity"}"#, "value"),
            (#"{"event":"slid","id":"a","value":NaN}"#, ""),
            (#"{"event":"spoke","id":"a"}"#, "id"), (#"{"event":"missed","after":"a"}"#, "after"),
            (#"{"event":"touched","id":"a","index":0,"phase":"began","x":0}"#, "y"),
        ]
    )
    func placeInEvent(text: String, place: String) throws {
        #expect(try JSONText.place(of: ViewEvent.self, text) == place)
    }

    @Test("of a tree that is one level too deep is refused with the path of the first such element")
    func tooDeep() throws {
        let text = Self.nested(
            opening: #"{"id":"a","content":{"kind":"section"},"children":["#,
            200
        )
        let place = try #require(try JSONText.place(of: ViewNode.self, text))
        let below = Array(repeating: "children", count: 200).joined(separator: "/0/")
        #expect(place == below)
    }

    @Test("of 10,000 levels is refused also on a small stack")
    func farTooDeep() async {
        let node = Self.nested(
            opening: #"{"id":"a","content":{"kind":"section"},"children":["#,
            Self.many
        )
        let lists =
            String(repeating: "[", count: Self.many) + String(repeating: "]", count: Self.many)
        let refused = await withCheckedContinuation { continuation in
            let thread = Thread {
                continuation.resume(
                    returning: [
                        (try? JSONText.read(ViewNode.self, node)) == nil,
                        (try? JSONText.read(ViewUpdate.self, Self.update(child: node))) == nil,
                        (try? JSONText.read(ViewUpdate.self, Self.update(child: lists))) == nil,
                        (try? JSONText.read(ViewUpdate.self, lists)) == nil,
                        (try? JSONText.read(
                            ViewEvent.self,
                            #"{"event":"tapped","id":"a","more":\#(lists)}"#
                        )) == nil,
                    ]
                )
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
        #expect(refused == [true, true, true, true, true])
    }

    @Test("with very long strings is decoded, and its error messages are short")
    func long() throws {
        let long = String(repeating: "a/", count: 1_000_000)
        let event = try JSONText.read(ViewEvent.self, #"{"event":"tapped","id":"\#(long)"}"#)
        #expect(event == .tapped(ViewID(long)))
        let refusal = try JSONText.refusal(of: ViewEvent.self, #"{"event":"\#(long)"}"#)
        #expect(try #require(refusal).utf8.count < 300)
        let tree = SampleTrees.group("a", [SampleTrees.label(ViewID(long), long)])
        #expect(try JSONText.read(ViewNode.self, JSONText.of(tree)) == tree)
    }

    @Test("with thousands of equal identifiers is decoded, replaced whole, and refuses changes")
    func oneName() throws {
        let leaf = #"{"id":"b","content":{"kind":"section"}}"#
        let leaves = Array(repeating: leaf, count: Self.many).joined(separator: ",")
        let text = #"{"id":"a","content":{"kind":"section"},"children":[\#(leaves)]}"#
        let tree = try JSONText.read(ViewNode.self, text)
        #expect(tree.children.count == Self.many && tree.duplicateID == "b")
        let other = SampleTrees.list(["b"], in: "a")
        #expect(other.changes(to: tree) == [.replaceRoot(tree)])
        #expect(throws: ViewChangeError.duplicate("b")) { try tree.applying([.remove("b")]) }
    }

    private static func nested(opening: String, _ levels: Int) -> String {
        String(repeating: opening, count: levels) + #"{"id":"a","content":{"kind":"section"}}"#
            + String(repeating: "]}", count: levels)
    }
}
