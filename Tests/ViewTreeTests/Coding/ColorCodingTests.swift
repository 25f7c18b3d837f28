import Testing

@testable import ViewTree

@Suite("A colour")
struct ColorCodingTests {
    @Test(
        "is written by its parts, and by how transparent it is where it is",
        arguments: [
            ("#1d7a3c", ViewColor(red: 0x1D, green: 0x7A, blue: 0x3C)),
            ("#000000", ViewColor(red: 0, green: 0, blue: 0)),
            ("#00000000", ViewColor(red: 0, green: 0, blue: 0, alpha: 0)),
            ("#0a0b0c1a", ViewColor(red: 10, green: 11, blue: 12, alpha: 26)),
        ]
    )
    func parts(text: String, color: ViewColor) throws {
        #expect(ViewColor(text) == color && color.description == text)
        #expect(try JSONText.of([color]) == "[\"\(text)\"]")
        #expect(try JSONText.read([ViewColor].self, "[\"\(text)\"]") == [color])
    }

    @Test(
        "is read in capitals, and in short",
        arguments: [("#FFC0CB", "#ffc0cb"), ("#f0a", "#ff00aa")]
    )
    func otherWays(text: String, same: String) {
        #expect(ViewColor(text)?.description == same)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "#", "#12", "#1234", "#12345", "#1234567", "#123456789", "123456", "#12345g",
            "#-12345",
            "# 12345", "#１２３", "pink", "#ffé",
        ]
    )
    func refused(text: String) throws {
        #expect(ViewColor(text) == nil)
        #expect(
            try JSONText.refusal(of: [ViewColor].self, "[\"\(text)\"]")
                == "'\(text)' is no colour such as #1d7a3c or #0000001a"
        )
    }

    @Test(
        "lets what is behind show, as far as it can",
        arguments: [(0.0, 0), (0.1, 26), (0.5, 128), (1, 255), (7, 255), (-1, 0)]
    )
    func alpha(alpha: Double, part: Int) {
        let black = ViewColor(red: 0, green: 0, blue: 0)
        #expect(black.withAlpha(alpha).alpha == UInt8(part))
    }
}
