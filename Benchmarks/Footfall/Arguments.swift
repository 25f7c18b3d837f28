// The few words that a measurement understands: `--name value` pairs and flags. Whoever types them
// is the driver or a proof's script, so a wrong one ends the program with a line that names it.

/// A measurement's options.
struct Arguments {
    private let words: [String]

    init(_ words: [String]) {
        self.words = words
    }

    func text(_ name: String, _ fallback: String) -> String {
        text(name) ?? fallback
    }

    func text(_ name: String) -> String? {
        guard let at = words.firstIndex(of: "--" + name), at + 1 < words.count else { return nil }
        return words[at + 1]
    }

    func integer(_ name: String, _ fallback: Int) throws(BenchmarkError) -> Int {
        guard let text = text(name) else { return fallback }
        guard let number = Int(text) else {
            throw BenchmarkError("--\(name) takes a whole number, not `\(text)`")
        }
        return number
    }

    func flag(_ name: String) -> Bool {
        words.contains("--" + name)
    }
}

/// Why a measurement has no result.
struct BenchmarkError: Error {
    let what: String

    init(_ what: String) {
        self.what = what
    }
}
