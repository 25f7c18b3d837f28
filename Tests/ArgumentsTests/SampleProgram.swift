// A program made for the parser's tests: one of each kind of option.

import Arguments

enum SampleProgram {
    static let rate = Option(
        "rate",
        taking: "HZ",
        as: .positiveNumber(within: 0.1...1000, example: "100"),
        "samples a second"
    )
    static let folder = Option("output", letter: "o", taking: "DIR", as: .text, "where to write")
    static let colour = Conversion<Int> { word throws(ConversionError) in
        let names = ["red", "green", "blue"]
        if let place = names.firstIndex(of: word) { return place + 1 }
        throw .unknown(word, among: names, example: "colour")
    }
    static let colours = Option(
        "colours",
        taking: "NAMES",
        as: colour.list,
        repeats: true,
        "which colours to use, divided by commas, in a summary that is too long for one line"
    )
    static let quiet = Flag("quiet", letter: "q", "say less")
    static let json = Flag("json", letter: "j", "say it for programs")

    static let program = ProgramDeclaration(
        name: "footfall",
        version: "1.2.3",
        summary: "Does things.",
        commands: [
            CommandDeclaration(
                name: "paint",
                summary: "paint a wall",
                discussion: "Paints.\n\nTakes a while.",
                operands: [OperandDeclaration(name: "WALL", summary: "the wall to paint")],
                options: [
                    rate.declaration, folder.declaration, colours.declaration,
                    quiet.declaration, json.declaration,
                ],
                examples: ["footfall paint north --rate 5"]
            ),
            CommandDeclaration(
                name: "rest",
                summary: "do nothing",
                discussion: "Rests.",
                options: [],
                examples: ["footfall rest"]
            ),
        ],
        notes: ["Exit status: 0 good."]
    )

    static let parser = ArgumentParser(program: program)

    /// The arguments of a line that asks to paint a wall.
    static func paint(_ words: String...) throws -> ParsedArguments? {
        guard case .run(let parsed) = try parser.parse(["paint"] + words) else { return nil }
        return parsed
    }
}
