// Parses command-line words about input devices: kinds of events, keys, and marks of keys.

internal import Arguments
internal import EvdevSource
internal import InputRecorder
internal import PlainWords

extension Conversion<[InputKind]> {
    /// Kinds of events separated by commas, or `all`.
    static var inputKinds: Self {
        let kind = Conversion<[InputKind]> { word throws(ConversionError) in
            if word == InputKind.all { return InputKind.allCases }
            guard let kind = InputKind(rawValue: word) else {
                throw .unknown(
                    word,
                    among: InputKind.allCases.map(\.rawValue) + [InputKind.all],
                    example: "kind of events"
                )
            }
            return [kind]
        }
        return Self { word throws(ConversionError) in
            let kinds = try kind.list.convert(word).joined()
            return InputKind.allCases.filter(kinds.contains)
        }
    }
}

extension Conversion<String> {
    /// The kernel's name of a key.
    static var key: Self {
        Self { word throws(ConversionError) in
            do throws(EvdevError) {
                _ = try KeyNames.code(of: word)
                return word
            } catch {
                throw ConversionError(
                    problem: error.what.printable,
                    remedy: error.remedy ?? "give for instance KEY_F13"
                )
            }
        }
    }
}

extension Conversion<KeyMarker> {
    /// "KEY_F13=heelStrike", or only the key, whose name is then the mark's.
    static var keyMarker: Self {
        Self { word throws(ConversionError) in
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let key = try Conversion<String>.key.convert(String(parts[0]))
            let name = parts.count > 1 ? String(parts[1]) : key
            let marker = KeyMarker(key: key, marker: name)
            do throws(KeyMarkerFault) {
                try KeyMarker.check([marker])
            } catch {
                throw ConversionError(problem: error.what, remedy: error.remedy)
            }
            return marker
        }
    }
}
