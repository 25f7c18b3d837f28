// A program whose declarations contain characters that roff and shells would interpret.

import Arguments

enum PaintProgram {
    static let colour = Option(
        "colour",
        taking: "NAME",
        as: .text,
        repeats: true,
        "it's a [colour]: red; white if not given"
    )
    static let folder = Option(
        "output-dir",
        letter: "o",
        taking: "DIR",
        as: .text,
        "where to put it"
    )
    static let quiet = Flag("quiet", letter: "q", "say less")

    static let program = ProgramDeclaration(
        name: "paint",
        version: "1.2.3",
        summary: "Paints walls, and nothing else. It takes a while.",
        commands: [
            CommandDeclaration(
                name: "wall",
                summary: "paint walls; not the ceiling",
                discussion: "Paints.\n\nTakes a while.",
                operands: [
                    OperandDeclaration(name: "WALL", summary: "the wall to paint", repeats: true)
                ],
                options: [folder.declaration, colour.declaration, quiet.declaration],
                examples: ["paint wall north --colour 'light blue'"]
            ),
            CommandDeclaration(
                name: "rest",
                summary: "do nothing",
                discussion: """
                    .bashrc is not read; C:\\ is a folder

                    'tis a line with an `underlined-word`
                    """,
                options: [],
                examples: ["paint rest"]
            ),
        ],
        notes: ["Exit status: 0 good."]
    )
}
