// Words from outside are data: none of them may steer a terminal, whatever is in them.

extension Unicode.Scalar {
    /// Whether it is a control character, or turns the direction of the text around.
    package var steersTheTerminal: Bool {
        switch value {
        case 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: isControl
        }
    }

    /// Whether a terminal may take it for the beginning of a command.
    package var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
}
