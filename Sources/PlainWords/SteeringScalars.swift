// Finds the characters with which text from outside could control a terminal or disguise itself.

extension Unicode.Scalar {
    /// Whether it is a control character, is invisible, or changes the direction of the text.
    package var steersTheTerminal: Bool {
        switch value {
        case 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: isControl
        }
    }

    /// Whether it is a C0 or C1 control character or DEL: a terminal may read it as the beginning of a command.
    package var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
}
