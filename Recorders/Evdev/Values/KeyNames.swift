// Translates the kernel's names of keys. Task files and sessions use them because a name means the same key on
// every machine, and libevdev knows them all. A name that is not exactly one of them is refused with a
// suggestion, because a study must not depend on a guess.

internal import CEvdev
internal import InputRecorder
internal import Research

/// The kernel's names of keys and buttons.
public enum KeyNames {
    /// One more than the highest key code.
    static let end = Int(KEY_CNT)

    /// The code of a key.
    ///
    /// - Throws: `unknownKey`, with the name that was probably meant.
    public static func code(of name: String) throws(EvdevError) -> Int {
        // C would stop at a zero byte in the text, and Swift treats some different characters as equal.
        let isPlain = name.utf8.allSatisfy { (1..<0x80).contains($0) }
        guard isPlain, let code = number(of: name), (0..<end - 1).contains(code) else {
            throw EvdevError(.unknownKey(name, meant: meant(by: name)), at: "input")
        }
        return code
    }

    private static func number(of name: String) -> Int? {
        // libevdev returns the first of a key's names.
        let first = unsafe libevdev_event_code_from_name(
            UInt32(EV_KEY),
            KeyMarker.firstName(of: name)
        )
        return unsafe Int(first < 0 ? libevdev_event_code_from_name(UInt32(EV_KEY), name) : first)
    }

    /// The codes of some keys, in the same order.
    static func codes(of names: [String]) throws(EvdevError) -> [Int] {
        var codes: [Int] = []
        for name in names { codes.append(try code(of: name)) }
        return codes
    }

    /// The name of a key, always the same one if the kernel has several; `nil` if no key has this code.
    public static func name(of code: Int) -> String? {
        // The highest code is not a key, although it has a name.
        guard (0..<end - 1).contains(code) else { return nil }
        return unsafe libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code)).map {
            unsafe String(cString: $0)
        }
    }

    /// All names of keys.
    public static var all: [String] { (0..<end).compactMap(name) }

    /// Checks that each requested name is a key's, and that no key has two marks, even under two of its names.
    ///
    /// - Throws: `EvdevError` for a name, `InputRecorderError` for the marks.
    static func check(_ request: InputRequest) throws {
        _ = try codes(of: request.keys)
        _ = try codes(of: request.markers.map(\.key))
        do throws(KeyMarkerFault) {
            try KeyMarker.check(request.markers) { (try? code(of: $0)).flatMap(name) ?? $0 }
        } catch {
            throw InputRecorderError.wrongMarkers(device: request.device, error)
        }
    }

    private static func meant(by name: String) -> String? {
        let known = all + KeyMarker.firstNames.keys.sorted()
        let prefixes = ["KEY_", "BTN_"].map { $0 + name.uppercased() }
        return prefixes.first(where: known.contains) ?? NearestName.meant(by: name, among: known)
    }
}
