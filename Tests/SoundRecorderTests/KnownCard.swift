// A card that is a file: alsa-lib's own plugins give what is in it, as a card would, but as fast as it is read.

import Foundation
import SystemCalls

@testable import SoundRecorder

/// A sound card of a test's own, and what is heard by it.
struct KnownCard {
    static let name = "known"
    let path: String
    let samples: [Int32]

    /// Has alsa-lib give samples, and then nothing that anybody knows.
    init(_ samples: [Int32], in folder: String) throws {
        path = "\(folder)/infile.raw"
        self.samples = samples
        let bytes = samples.flatMap { sample -> [UInt8] in
            [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
        }
        try Data(bytes).write(to: URL(filePath: path))
    }

    /// What alsa-lib has to know of it.
    var configuration: String {
        """
        pcm.\(Self.name) {
            type file
            slave.pcm { type null }
            file "/dev/null"
            infile "\(path)"
            format raw
        }
        pcm.converted {
            type plug
            slave { pcm { type hw card 77 } }
        }
        """
    }

    /// A minute of steps: sines of seven frequencies at eight levels, each 0.35 s, which no interval fits.
    static var stepped: [Int32] {
        (0..<170).flatMap { step in
            KnownSound.sine(
                [250, 440, 1000, 1999, 3137, 5003, 9001][step % 7],
                amplitude: [0.9, 0.5, 0.25, 0.1, 0.03, 0.01, 0.003, 0.7][step % 8],
                frames: 16_800
            )
        }
    }
}
