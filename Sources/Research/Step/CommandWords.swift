// The `commands` of a step, in the order and spelling of the file, so that encoding gives back what was decoded.

/// Commands with their spelling.
struct CommandWords: Sendable, Hashable, Codable {
    private let words: [String]
    let commands: RSDActiveUIStepCommand

    /// Creates the shortest list of words for the commands.
    init(_ commands: RSDActiveUIStepCommand) {
        var rest = commands
        var words: [String] = []
        for known in RSDActiveUIStepCommand.words where rest.isSuperset(of: known.command) {
            words.append(known.word)
            rest.subtract(known.command)
        }
        self.words = words
        self.commands = commands
    }

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var words: [String] = []
        var commands: RSDActiveUIStepCommand = []
        while !container.isAtEnd {
            let word = try container.decode(String.self)
            guard let known = RSDActiveUIStepCommand.words.first(where: { $0.word == word }) else {
                let all = RSDActiveUIStepCommand.words.map(\.word)
                throw decoder.fault(
                    "no command is called '\(word)'",
                    remedy: NearestName.of(word, among: all).map { "write '\($0)'" }
                        ?? "write one of \(all.joined(separator: ", "))"
                )
            }
            words.append(word)
            commands.formUnion(known.command)
        }
        self.words = words
        self.commands = commands
    }

    func encode(to encoder: any Encoder) throws {
        try words.encode(to: encoder)
    }
}
