// Controls a LED through its files in /sys/class/leds. A write that fails is reported once and is not an error: a
// recording goes on without its LED.

internal import PlainWords
internal import SystemCalls

/// A LED that shows the state of a station; `restore()` returns it to the state in which it was found.
public struct BoardLight: Sendable {
    /// The kernel's folder of LEDs.
    public static let folder = "/sys/class/leds"

    /// What `restore()` writes: the state in which the LED was found.
    package private(set) var before: [LightWrite]
    private let path: String
    private let brightness: Int
    private let hasTimer: Bool
    private var shown: [LightWrite] = []
    private var hasTold = false

    /// Opens a LED and remembers its state.
    ///
    /// - Parameters:
    ///   - name: Its name in the kernel.
    ///   - folder: The folder of LEDs.
    /// - Throws: `LightFault`, which says in words why the LED cannot be used.
    public init(named name: String, in folder: String = BoardLight.folder) throws(LightFault) {
        // The entries of the kernel's folder are symbolic links.
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
            // With any other trigger, the kernel sets the brightness itself.
            self.before = chosen == "none" || chosen == "timer" ? before : [before[0]]
        } catch {
            throw LightFault("the LED cannot be read: \(error)")
        }
    }

    /// Shows a pattern; writes nothing if the LED shows it already.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - second: A count of seconds, for a LED that the kernel cannot let blink.
    /// - Returns: Why the LED cannot be set, the first time that this fails; otherwise `nil`.
    public mutating func show(_ pattern: LightPattern, inSecond second: Int) -> String? {
        let writes = pattern.writes(brightness: brightness, hasTimer: hasTimer, inSecond: second)
        guard writes != shown else { return nil }
        // A write that fails may have set some of the files, so the next call must write all of them.
        shown = []
        do throws(SystemError) {
            try write(writes)
            shown = writes
            return nil
        } catch {
            guard !hasTold else { return nil }
            hasTold = true
            return "the LED cannot be set: \(error); what is recorded goes on without it"
        }
    }

    /// Sets the state that `restore()` returns to, after a kill: the one in which the killed station had found the LED.
    package mutating func setFound(_ writes: [LightWrite]) { before = writes }

    /// Returns the LED to the state in which it was found.
    ///
    /// - Returns: Whether the LED is in that state now.
    package mutating func restore() -> Bool {
        shown = []
        do throws(SystemError) {
            try write(before)
            return true
        } catch {
            return false
        }
    }

    private func write(_ writes: [LightWrite]) throws(SystemError) {
        let folder = try OpenFolder.open(path)
        for write in writes {
            try folder.openForWriting(write.file).writeAll(Array(write.text.utf8), at: 0)
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
