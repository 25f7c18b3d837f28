// Changes a session folder as bad cards, full disks, kills and people do.

import Foundation

/// Changes the files of a folder, at random.
struct SessionMutation {
    private let folder: String
    private var random: SeededRandom

    init(of folder: String, _ random: SeededRandom) {
        self.folder = folder
        self.random = random
    }

    /// Makes one to three changes; returns what they are.
    mutating func apply() throws -> String {
        var changes: [String] = []
        for _ in 0...Int.random(in: 0..<3, using: &random) {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            guard let name = names.randomElement(using: &random) else { break }
            changes.append("\(name): \(try change("\(folder)/\(name)"))")
        }
        return changes.joined(separator: "; ")
    }

    private mutating func change(_ path: String) throws -> String {
        let file = URL(fileURLWithPath: path)
        if random.once(in: 12) { return try replace(path) }
        // What an earlier change has put there may be no file.
        guard var bytes = try? [UInt8](Data(contentsOf: file)) else { return "left" }
        let what = Bool.random(using: &random) ? spoil(&bytes) : rearrange(&bytes)
        try Data(bytes).write(to: file)
        return what
    }

    /// Removes, renames or copies the file, or gives its name to something else.
    private mutating func replace(_ path: String) throws -> String {
        let manager = FileManager.default
        let other = path + [".torn", ".mended", "2"][Int.random(in: 0..<3, using: &random)]
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            try? manager.moveItem(atPath: path, toPath: other)
            return "renamed \(other)"
        case 1:
            try? manager.copyItem(atPath: path, toPath: other)
            return "copied to \(other)"
        case 2:
            try manager.removeItem(atPath: path)
            try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
            return "a folder"
        case 3:
            try manager.removeItem(atPath: path)
            try manager.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
            return "a link"
        default:
            try manager.removeItem(atPath: path)
            return "gone"
        }
    }

    private mutating func place(in bytes: [UInt8]) -> Int {
        bytes.isEmpty ? 0 : Int.random(in: bytes.indices, using: &random)
    }

    /// Changes bytes, wherever they stand.
    private mutating func spoil(_ bytes: inout [UInt8]) -> String {
        let at = place(in: bytes)
        guard !bytes.isEmpty else { return "empty" }
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            return "a bit of byte \(at)"
        case 1:
            bytes[at] = UInt8.random(in: 0...255, using: &random)
            return "byte \(at)"
        case 2:
            let block = at / 4096 * 4096..<min(bytes.count, at / 4096 * 4096 + 4096)
            for byte in block { bytes[byte] = 0 }
            return "zeros at \(block)"
        case 3:
            bytes.removeLast(bytes.count - at)
            return "cut at \(at)"
        case 4:
            bytes.insert(contentsOf: "0123456789{}[],\n\"".utf8.shuffled(using: &random), at: at)
            return "more bytes at \(at)"
        default:
            let count = min(bytes.count - at, Int.random(in: 1...300, using: &random))
            bytes.removeSubrange(at..<at + count)
            return "\(count) bytes less at \(at)"
        }
    }

    /// Changes the order or the number of lines.
    private mutating func rearrange(_ bytes: inout [UInt8]) -> String {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map(Array.init)
        let one = Int.random(in: lines.indices, using: &random)
        let other = Int.random(in: lines.indices, using: &random)
        let what: String
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            lines.remove(at: one)
            what = "line \(one) less"
        case 1:
            lines.insert(lines[one], at: other)
            what = "line \(one) again at \(other)"
        case 2:
            lines.swapAt(one, other)
            what = "lines \(one) and \(other) exchanged"
        case 3:
            lines.removeFirst()
            what = "first line less"
        case 4:
            lines.removeLast(min(lines.count, Int.random(in: 1...3, using: &random)))
            what = "last lines less"
        default:
            digit(in: &lines[one])
            what = "another digit in line \(one)"
        }
        bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        return what
    }

    private mutating func digit(in line: inout [UInt8]) {
        let digits = line.indices.filter { (0x30...0x39).contains(line[$0]) }
        guard let digit = digits.randomElement(using: &random) else { return }
        line[digit] = UInt8.random(in: 0x30...0x39, using: &random)
    }
}
