// Identifiers come from task files and the command line: they are data, never paths. Here they are
// reduced to what is safe in a file name on every system that a session may be copied to.

/// Turns identifiers into parts of file names.
enum SafeName {
    /// The most bytes that an identifier may have in a file name.
    static let limit = 120

    /// Returns the part of `identifier` that is safe in a file name; empty if none is.
    ///
    /// ASCII letters, digits, `-` and `_` stay; `.`, `/` and space become `_`; everything else is
    /// dropped. A leading `-`, which a command would take for an option, becomes `_`.
    static func reduced(_ identifier: String) -> String {
        var kept: [UInt8] = []
        for byte in identifier.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                kept.append(byte)
            case UInt8(ascii: "-"):
                kept.append(kept.isEmpty ? UInt8(ascii: "_") : byte)
            case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: " "):
                kept.append(UInt8(ascii: "_"))
            default:
                continue
            }
            if kept.count == limit { break }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// Returns `base` for the first, `base_2` for the second, and so on.
    static func numbered(_ base: String, _ number: Int) -> String {
        number < 2 ? base : "\(base)_\(number)"
    }
}
