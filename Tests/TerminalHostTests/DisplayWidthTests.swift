import Testing

@testable import TerminalHost

@Suite("Fitting text into columns")
struct DisplayWidthTests {
    @Test(
        "counts the columns of letters that take two, and of marks that take none",
        arguments: [
            ("walk", 4), ("Füße", 4), ("u\u{308}", 1), ("足", 2), ("🚶", 2), ("한글", 4), ("▁█", 2),
            ("", 0),
        ]
    )
    func columns(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(
        "cuts with an ellipsis and never takes a column too many",
        arguments: [
            ("walk", 4, "walk"), ("walking", 4, "wal…"), ("足足足", 4, "足…"), ("足足", 4, "足足"),
            ("abc", 1, "…"), ("abc", 0, ""),
        ]
    )
    func fits(text: String, width: Int, fitted: String) {
        #expect(text.fitted(to: width) == fitted)
    }

    @Test("pads to the column")
    func pads() {
        #expect("足".padded(to: 4) == "足  ")
        #expect("walking".padded(to: 4) == "wal…")
    }
}
