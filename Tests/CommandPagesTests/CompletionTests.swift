import Arguments
import Testing

@testable import CommandPages

@Suite("Shell completion")
struct CompletionTests {
    static let program = PaintProgram.program

    @Test("is valid bash", .has("bash"))
    func bashSyntax() throws {
        let text = BashCompletion.text(of: Self.program)
        #expect(try Shell.output(of: "bash -n \"$1\"", about: text) == "")
    }

    @Test("is valid zsh", .has("zsh"))
    func zshSyntax() throws {
        let text = ZshCompletion.text(of: Self.program)
        #expect(try Shell.output(of: "zsh -n \"$1\"", about: text) == "")
    }

    @Test("is valid fish", .has("fish"))
    func fishSyntax() throws {
        let text = FishCompletion.text(of: Self.program)
        #expect(try Shell.output(of: "fish -n \"$1\"", about: text) == "")
    }

    /// What bash proposes for a line's last word.
    private static func bash(_ words: [String], in folder: String = "/") throws -> [String] {
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        let script = """
            \(BashCompletion.text(of: program))
            compopt() { :; }
            cd \(folder)
            COMP_WORDS=(\(line)) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _paint
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let output = try #require(try Shell.output(of: "bash --norc \"$1\"", about: script))
        return output.split(separator: "\n").map(String.init)
    }

    @Test("in bash proposes commands, options and folders, and leaves files to the shell")
    func proposals() throws {
        #expect(try Self.bash(["paint", "wa"]) == ["wall"])
        #expect(try Self.bash(["paint", ""]) == ["wall", "rest", "help", "--help", "--version"])
        #expect(try Self.bash(["paint", "help", "r"]) == ["rest"])
        #expect(try Self.bash(["paint", "wall", "--o"]) == ["--output-dir"])
        #expect(try Self.bash(["paint", "wall", "-o", "us"]) == ["usr"])
        #expect(try Self.bash(["paint", "wall", "--output-dir", "=", "us"]) == ["usr"])
        #expect(try Self.bash(["paint", "wall", "--output-dir", "="]).contains("usr"))
        #expect(try Self.bash(["paint", "wall", "--colour", "--"]) == [])
        #expect(try Self.bash(["paint", "wall", ""]) == [])
        #expect(try Self.bash(["paint", "rest", "-"]) == ["--help", "-h"])
        #expect(try Self.bash(["paint", "nothing", "-"]) == [])
    }

    @Test("in fish proposes commands and their options", .has("fish"))
    func fish() throws {
        let script = """
            \(FishCompletion.text(of: Self.program))
            complete -C'paint wall --c'
            complete -C'paint w'
            """
        let output = try Shell.output(of: "fish --no-config \"$1\"", about: script)
        #expect(output == "--colour\tit's a [colour]: red\nwall\tpaint walls\n")
    }

    @Test("in zsh quotes the characters that zsh would interpret")
    func zsh() {
        let text = ZshCompletion.text(of: Self.program)
        #expect(text.contains(#"'*--colour=[it'\''s a \[colour\]: red]:NAME:_files' \"#))
        #expect(text.contains("'(--output-dir -o)-o+[where to put it]:DIR:_files -/'"))
        #expect(text.contains("'(--quiet -q)--quiet[say less]'"))
        #expect(text.contains("'*:WALL:_files'"))
    }
}
