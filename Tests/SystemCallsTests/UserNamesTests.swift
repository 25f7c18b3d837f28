import Testing

@testable import SystemCalls

@Suite("The users of a machine")
struct UserNamesTests {
    @Test("include root, and nobody without a name", arguments: [("root", true), ("", false)])
    func has(name: String, isThere: Bool) throws {
        #expect(try UserNames.has(name) == isThere)
    }

    @Test("do not include a made-up name")
    func madeUp() throws {
        #expect(try !UserNames.has("footfall-nobody-has-this-name"))
    }
}
