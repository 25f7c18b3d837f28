// The arguments of a measurement: `--name value` pairs and flags. The driver or a proof's script passes them, so an
// option that there is not, and a value that should be a number and is none, end the program with a line that names it.

/// A measurement's options.
struct Arguments {
    private let words: [String]

    /// Takes the words of a command line; `options` are those of the measurement, as its usage shows them.
    init(_ words: [String], of options: [String]) throws(BenchmarkError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            guard let option = options.first(where: { $0 == word || $0.hasPrefix(word + " ") })
            else { throw BenchmarkError("there is no option `\(word)`") }
            if option != word, rest.popFirst() == nil {
                throw BenchmarkError("\(word) lacks its value")
            }
        }
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
