// Generates the manual pages from the declarations of a program and its commands, like the help: a page written by
// hand would sooner or later describe something else than the program.

package import Arguments

/// A page of section 1 of the manual, in roff format.
package struct ManualPage: Sendable, Hashable {
    /// The name to give to `man`: `footfall`, or `footfall-record`.
    package let name: String
    package let text: String

    /// The name of the page's file.
    package var fileName: String { "\(name).1" }

    /// The program's own page, and one for each of its commands.
    package static func pages(of program: ProgramDeclaration) -> [ManualPage] {
        [page(of: program)] + program.commands.map { page(of: $0, in: program) }
    }

    private static func page(of program: ProgramDeclaration) -> ManualPage {
        var lines = heading(of: program.name, in: program)
        let summary = program.summary.prefix { $0 != "." }
        lines += section("NAME") + ["\(Roff.code(program.name)) \\- \(Roff.prose(summary.lowered))"]
        lines += section("SYNOPSIS")
        lines += [
            "\(Roff.bold(program.name)) \(Roff.italic("COMMAND")) [\(Roff.italic("OPTIONS"))]"
        ]
        lines += section("DESCRIPTION") + Roff.paragraphs(program.summary)
        lines += section("COMMANDS")
        for command in program.commands {
            let reference = "\(Roff.bold("\(program.name)-\(command.name)"))(1)"
            lines += entry(Roff.bold(command.name), command.summary)
            lines += [".br", "See \(reference)."]
        }
        lines += section("OPTIONS")
        lines += entry("\(Roff.bold("-h")), \(Roff.bold("--help"))", CommonWords.help)
        lines += entry(Roff.bold("--version"), CommonWords.version)
        lines += notes(of: program)
        return ManualPage(name: program.name, text: Roff.joined(lines))
    }

    private static func page(
        of command: CommandDeclaration,
        in program: ProgramDeclaration
    ) -> ManualPage {
        let name = "\(program.name)-\(command.name)"
        var lines = heading(of: name, in: program)
        lines += section("NAME") + ["\(Roff.code(name)) \\- \(Roff.prose(command.summary))"]
        lines += section("SYNOPSIS")
        let operands = command.operands.map { " \(usage(of: $0))" }.joined()
        lines += [
            "\(Roff.bold("\(program.name) \(command.name)"))\(operands) [\(Roff.italic("OPTIONS"))]"
        ]
        lines += section("DESCRIPTION") + Roff.paragraphs(command.discussion)
        if !command.operands.isEmpty {
            lines += section("OPERANDS")
            for operand in command.operands {
                lines += entry(Roff.italic(operand.name), operand.summary)
            }
        }
        lines += section("OPTIONS")
        for option in command.options { lines += entry(signature(of: option), option.summary) }
        lines += entry("\(Roff.bold("-h")), \(Roff.bold("--help"))", CommonWords.helpOfCommand)
        if !command.examples.isEmpty {
            lines += section("EXAMPLES") + [".nf"] + command.examples.map(Roff.codeLine) + [".fi"]
        }
        lines += notes(of: program)
        lines += section("SEE ALSO") + ["\(Roff.bold(program.name))(1)"]
        return ManualPage(name: name, text: Roff.joined(lines))
    }

    /// The head of a page, without a date, so that the same program always generates the same bytes.
    private static func heading(of name: String, in program: ProgramDeclaration) -> [String] {
        [
            ".\\\" Printed by \(program.name) of what its commands declare.",
            ".TH \(Roff.code(name.uppercased())) 1 \"\" \"\(Roff.code("\(program.name) \(program.version)"))\"",
            // No hyphenation and no justified lines: both get in the way of copying an option.
            ".nh", ".ad l",
        ]
    }

    private static func section(_ title: String) -> [String] { [".SH \(title)"] }

    private static func entry(_ term: String, _ summary: String) -> [String] {
        [".TP", term, Roff.prose(summary)]
    }

    private static func notes(of program: ProgramDeclaration) -> [String] {
        program.notes.isEmpty
            ? [] : section("NOTES") + program.notes.flatMap(Roff.paragraphs)
    }

    private static func usage(of operand: OperandDeclaration) -> String {
        let several = Roff.italic(operand.name) + (operand.repeats ? " ..." : "")
        return operand.standard == nil ? several : "[\(several)]"
    }

    private static func signature(of option: OptionDeclaration) -> String {
        let letter = option.letter.map { "\(Roff.bold("-\($0)")), " } ?? ""
        let value = option.valueName.map { " \(Roff.italic($0))" } ?? ""
        return "\(letter)\(Roff.bold("--\(option.name)"))\(value)"
    }
}

extension Substring {
    /// The text with a lower-case first letter, as the NAME section of a manual page has it.
    fileprivate var lowered: String { prefix(1).lowercased() + dropFirst() }
}
