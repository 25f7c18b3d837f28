import CEvdev
import Testing

@testable import EvdevSource

@Suite("The name of a key")
struct KeyNamesTests {
    @Test("is the kernel's, and leads to the key and back")
    func names() throws {
        #expect(try KeyNames.code(of: "KEY_F13") == 183)
        #expect(try KeyNames.code(of: "BTN_LEFT") == 0x110)
        #expect(KeyNames.name(of: 183) == "KEY_F13")
        #expect(KeyNames.all.count > 500)
        for name in KeyNames.all {
            let code = try KeyNames.code(of: name)
            #expect(KeyNames.name(of: code) == name)
        }
        #expect(try KeyNames.codes(of: ["KEY_B", "KEY_A"]) == [Int(KEY_B), Int(KEY_A)])
    }

    @Test("may be one of several that the kernel has for one key")
    func aliases() throws {
        #expect(try KeyNames.code(of: "BTN_A") == KeyNames.code(of: "BTN_SOUTH"))
    }

    @Test(
        "is refused unless it is exactly that, with the one that was meant",
        arguments: [
            ("key_a", "KEY_A"), ("F13", "KEY_F13"), ("left", "KEY_LEFT"), ("KEY_FF13", "KEY_F13"),
            ("KEY_SPCAE", "KEY_SPACE"), ("BTN_LFET", "BTN_LEFT"), ("KEY_F13 ", "KEY_F13"),
        ]
    )
    func refused(name: String, meant: String) {
        let error = #expect(throws: EvdevError.self) { try KeyNames.code(of: name) }
        #expect(error?.kind == .unknownKey(name, meant: meant))
        #expect(error?.description.contains("did you mean \(meant)?") == true)
    }

    @Test(
        "is none of another kind, and nothing that only begins as one",
        arguments: [
            "", "REL_X", "SW_LID", "EV_KEY", "KEY_MAX", "KEY_CNT", "30", "KEY_A\0", "KEY_\u{301}A",
            String(repeating: "KEY_A", count: 10_000),
        ]
    )
    func nothing(name: String) {
        let error = #expect(throws: EvdevError.self) { try KeyNames.code(of: name) }
        #expect(error?.remedy?.isEmpty == false)
    }

    @Test("is not had by numbers that no key has", arguments: [-1, 0x2FF, 0x300, Int.max, Int.min])
    func numbers(code: Int) {
        #expect(KeyNames.name(of: code) == nil)
    }
}
