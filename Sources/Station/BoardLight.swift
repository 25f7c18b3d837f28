// A LED of the kernel, by its files. What cannot be written to it is told once and is no failure: nobody records less
// for want of a light.

internal import PlainWords
internal import SystemCalls

/// A LED that shows the state of a station, and is given back as it was.
public struct BoardLight: Sendable {
    /// Where the kernel has its LEDs.
    public static let folder = "/sys/class/leds"

    private let path: String
    private let before: [LightWrite]
    private let brightness: Int
    private let hasTimer: Bool
    private var shown: [LightWrite] = []
    private var hasTold = false

    /// Takes a LED.
    ///
    /// - Parameters:
    ///   - name: Its name in the kernel.
    ///   - folder: Where LEDs are.
    /// - Throws: What is in the way, in words.
    public init(named name: String, in folder: String = BoardLight.folder) throws(LightFault) {
        // The kernel's folder has links to where its LEDs are.
        let given = "\(folder)/\(name)"
        guard let path = try? FileSystem.absolutePath(given),
            FileSystem.kind(of: path) == .directory
        else {
            let there = ((try? FileSystem.list(folder)) ?? []).sorted()
            throw LightFault(
                "\(given.printable): there is no such LED; "
                    + (there.isEmpty
                        ? "this machine has none"
                        : "there are \(there.joined(separator: ", ").printable)")
            )
        }
        self.path = path
        do throws(SystemError) {
            let triggers = LightTriggers(try Self.read("trigger", of: path))
            hasTimer = triggers.all.contains("timer")
            brightness = Int(try Self.read("max_brightness", of: path)).map { max(1, $0) } ?? 1
            let chosen = triggers.chosen ?? "none"
            var before = [LightWrite("trigger", chosen)]
            for file in chosen == "timer" ? ["delay_on", "delay_off"] : ["brightness"] {
                before.append(LightWrite(file, try Self.read(file, of: path)))
            }
            // The kernel sets the brightness of every other trigger itself.
            self.before = chosen == "none" || chosen == "timer" ? before : [before[0]]
        } catch {
            throw LightFault("the LED cannot be read: \(error)")
        }
    }

    /// Shows a pattern; what it shows already is not written again.
    ///
    /// - Parameters:
    ///   - pattern: What is shown.
    ///   - second: Which second it is.
    /// - Returns: Why it cannot be shown, the first time.
    public mutating func show(_ pattern: LightPattern, inSecond second: Int) -> String? {
        let writes = pattern.writes(brightness: brightness, hasTimer: hasTimer, inSecond: second)
        guard writes != shown else { return nil }
        shown = writes
        return write(writes)
    }

    /// Gives the LED back as it was.
    public mutating func restore() { _ = write(before) }

    private mutating func write(_ writes: [LightWrite]) -> String? {
        do throws(SystemError) {
            let folder = try OpenFolder.open(path)
            for write in writes {
                try folder.openForWriting(write.file).writeAll(Array(write.text.utf8), at: 0)
            }
            return nil
        } catch {
            guard !hasTold else { return nil }
            hasTold = true
            return "the LED cannot be set: \(error); what is recorded goes on without it"
        }
    }

    private static func read(_ file: String, of path: String) throws(SystemError) -> String {
        let bytes = try OpenFolder.open(path).open(file).read(4096, at: 0)
        let text = String(decoding: bytes, as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
}

/// Why a LED cannot be used.
public struct LightFault: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
