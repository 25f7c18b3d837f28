// Parses command-line words about sensors: their address, and how a board is mounted.

internal import Arguments
internal import IIOSource
internal import MotionRecorder
internal import PlainWords
internal import Research

extension Conversion<String> {
    /// The address of the machine with the sensors.
    static var sensorAddress: Self {
        Self { word throws(ConversionError) in
            do throws(IIOError) {
                _ = try ContextAddress(word)
                return word
            } catch {
                let meant =
                    NearestName.meant(by: word, among: ["local:", "usb:"]) ?? hostAddress(of: word)
                throw ConversionError(
                    problem: error.what,
                    remedy: meant.map { "did you mean \($0.printable)?" } ?? error.remedy ?? ""
                )
            }
        }
    }

    /// The address of a host that is written without `ip:`; `nil` if the word does not look like a host.
    private static func hostAddress(of word: String) -> String? {
        let address = "ip:\(word)"
        let looksLikeHost = word.contains(".") && !word.contains("/") && !word.hasSuffix(".xml")
        return looksLikeHost && (try? ContextAddress(address)) != nil ? address : nil
    }
}

extension Conversion<MountMatrix> {
    /// Nine numbers in the kernel's notation.
    static var mountMatrix: Self {
        Self { word throws(ConversionError) in
            let remedy = "give three rows, for instance \"0,1,0; -1,0,0; 0,0,1\""
            guard let matrix = MountMatrix(word) else {
                throw ConversionError(problem: "not three rows of three numbers", remedy: remedy)
            }
            guard matrix.isRotation else {
                throw ConversionError(
                    problem: "it is no rotation: it stretches, skews or mirrors",
                    remedy: remedy
                )
            }
            return matrix
        }
    }
}
