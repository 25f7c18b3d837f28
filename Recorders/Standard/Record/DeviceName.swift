// Tells the names that stay with a device from the numbers that the kernel gives. If a device is missing, the next one
// may get its number at the next boot, and a recording of the left ankle would be one of the right ankle.

/// What a user calls one device of a recording.
package struct DeviceName: Sendable, Hashable {
    /// The option and its value, as in `--device iio:device1`.
    package var words: String
    /// How to name the device so that the name stays with it; `nil` if this name does.
    package var remedy: String?

    package init(_ words: String, remedy: String? = nil) {
        (self.words, self.remedy) = (words, remedy)
    }
}

// MARK: Motion sensors and input devices

extension DeviceName {
    /// The name of a motion sensor.
    ///
    /// - Parameter device: Its name, label or id; several are separated by commas.
    init(ofSensor device: String) {
        let parts = device.filter { !$0.isWhitespace }.split(separator: ",")
        let stays = !parts.isEmpty && !parts.contains { Self.isNode(String($0)) }
        self.init("--device \(device)", remedy: stays ? nil : "name it by its label or name")
    }

    /// The name of an input device: its id, path, name, `at:` line or serial number.
    init(ofInput device: String) {
        self.init(
            "--input \(device)",
            remedy: !device.isEmpty && !Self.isNode(device)
                ? nil : "name it by its name, `at:` line or serial number"
        )
    }

    /// Whether a word is an id that the kernel counts, such as `iio:device1`, or the path of such a device.
    private static func isNode(_ word: String) -> Bool {
        let name = lastComponent(of: word.lowercased())
        return ["iio:device", "event"].contains { prefix in
            name.hasPrefix(prefix) && isNumber(name.dropFirst(prefix.count))
        }
    }
}

// MARK: Serial ports

extension DeviceName {
    /// The name of a serial port or a named pipe.
    ///
    /// - Parameters:
    ///   - path: Its path, without the speed.
    ///   - words: The port as the user wrote it.
    init(ofPort path: String, as words: String) {
        self.init(
            "--lines \(words)",
            remedy: Self.isCounted(path)
                ? "name it by its path in /dev/serial/by-id or /dev/serial/by-path" : nil
        )
    }

    /// Whether the kernel counts devices like that of a path: those that can be unplugged, and pseudo-terminals.
    ///
    /// The ports of the board itself, such as `ttyS0` and `ttyAMA0`, keep their numbers.
    private static func isCounted(_ path: String) -> Bool {
        let name = lastComponent(of: path)
        if path.hasSuffix("/pts/\(name)") { return isNumber(name) }
        let isPluggable = name.contains("USB") || name.contains("ACM")
        return name.hasPrefix("tty") && isPluggable && name.last?.isWholeNumber == true
    }
}

// MARK: Sound cards

extension DeviceName {
    /// alsa-lib's name of a sound card.
    init(ofCard card: String) {
        self.init(
            "--microphone \(card)",
            remedy: Self.hasName(card)
                ? nil
                : "name it as hw:CARD=NAME, with a NAME to which the kernel has added no number, "
                    + "such as _1"
        )
    }

    /// Whether alsa-lib finds a card by its name, as in `hw:CARD=PCH,DEV=0` or `plughw:PCH`.
    ///
    /// It finds `default` by a number. The kernel counts cards of one name, too: the second one is `Device_1`.
    private static func hasName(_ card: String) -> Bool {
        guard let colon = card.lastIndex(of: ":") else { return false }
        // A card of another one is quoted, as in `plug:'hw:PCH,0'`.
        let values = card[card.index(after: colon)...].filter { $0 != "'" && $0 != "\"" }
        let words = values.split(separator: ",", omittingEmptySubsequences: false)
        let key = "CARD="
        let named = words.first { $0.hasPrefix(key) }?.dropFirst(key.count)
        // The first value without a key is that of the card.
        guard let name = named ?? words.first(where: { !$0.contains("=") }),
            name.first?.isLetter == true
        else { return false }
        return name.split(separator: "_").dropFirst().last.map { !isNumber($0) } ?? true
    }
}

// MARK: Words

extension DeviceName {
    private static func lastComponent(of path: String) -> Substring {
        path.split(separator: "/").last ?? ""
    }

    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy(\.isWholeNumber)
    }
}
