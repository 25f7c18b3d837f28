// A terminal emulator that knows the codes that the host writes: a test sees what a participant would see.

internal import TerminalHost

/// A screen of characters.
package struct Emulator: Sendable {
    private var cells: [[Character]] = []
    private var rows: Int
    private var columns: Int
    private var row = 0
    private var column = 0
    package private(set) var isOnOtherScreen = false
    package private(set) var isCursorShown = true
    /// Everything that was written, including codes.
    package private(set) var transcript = ""
    private var pending: [UInt8] = []
    /// The codes that this emulator does not know.
    package private(set) var unknown: [String] = []

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        clear()
    }

    package mutating func resize(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        clear()
    }

    private mutating func clear() {
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    package var text: [String] {
        cells.map { line in
            var text = String(line.filter { $0 != "\u{0}" })
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    package var whole: String { text.joined(separator: "\n") }

    package mutating func take(_ bytes: [UInt8]) {
        pending += bytes
        // A character or an escape sequence may be split.
        var end = pending.count
        while end > 0, end > pending.count - 4, pending[end - 1] & 0xC0 == 0x80 { end -= 1 }
        if end > 0, pending[end - 1] >= 0xC0 { end -= 1 } else { end = pending.count }
        let text = String(decoding: pending[..<end], as: UTF8.self)
        var rest = Array(text.unicodeScalars)[...]
        var left: [UInt8] = []
        while let scalar = rest.first {
            if scalar == "\u{1B}" {
                guard
                    let last = rest.dropFirst(2).firstIndex(where: {
                        !(0x20...0x3F).contains($0.value)
                    })
                else {
                    left = rest.flatMap { Array(String($0).utf8) }
                    break
                }
                obey(String(String.UnicodeScalarView(rest[...last])))
                rest = rest[(last + 1)...]
                continue
            }
            rest = rest.dropFirst()
            put(scalar)
        }
        transcript += text
        pending = left + Array(pending[end...])
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\r": column = 0
        case "\n":
            column = 0
            row = min(row + 1, rows - 1)
        default:
            let width = Character(scalar).columns
            guard row < rows else { return }
            if width == 0 {
                if column > 0, column <= columns { cells[row][column - 1].unicodeAppend(scalar) }
                return
            }
            guard column + width <= columns else { return }
            cells[row][column] = Character(scalar)
            if width == 2 { cells[row][column + 1] = "\u{0}" }
            column += width
        }
    }

    private mutating func obey(_ code: String) {
        let final = code.last
        let numbers = code.dropFirst(2).dropLast().split(separator: ";").map { Int($0) ?? 0 }
        switch final {
        case "H":
            row = (numbers.first ?? 1) - 1
            column = (numbers.dropFirst().first ?? 1) - 1
        case "A": row = max(0, row - max(1, numbers.first ?? 1))
        case "J" where numbers.first == 2: clear()
        case "J":
            for line in row..<max(row, rows) {
                let first = line == row ? min(column, columns) : 0
                for place in first..<columns { cells[line][place] = " " }
            }
        // Output for the previous size may still arrive.
        case "K" where row >= rows: break
        case "K": for place in min(column, columns)..<columns { cells[row][place] = " " }
        case "m": break
        case "h", "l":
            switch code.dropFirst(2).dropLast() {
            case "?1049": isOnOtherScreen = final == "h"
            case "?25": isCursorShown = final == "h"
            case "?7", "8", "?2004": break
            default: unknown.append(code)
            }
        default: unknown.append(code)
        }
    }
}

extension Character {
    fileprivate mutating func unicodeAppend(_ scalar: Unicode.Scalar) {
        self = Character(String(self) + String(scalar)).self
    }
}
