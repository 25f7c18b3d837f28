// A sound card that is a file: alsa-lib's own plugins deliver its samples like a card, but as fast as they are read.

import Foundation
import SystemCalls

@testable import SoundRecorder

/// A test's own sound card, and the samples that it delivers.
struct KnownCard {
    static let name = "known"
    let path: String
    let samples: [Int32]

    /// Makes a card that delivers these samples, and undefined ones after them.
    init(_ samples: [Int32], in folder: String) throws {
        path = "\(folder)/infile.raw"
        self.samples = samples
        let bytes = samples.flatMap { sample -> [UInt8] in
            [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
        }
        try Data(bytes).write(to: URL(filePath: path))
    }

    /// alsa-lib's configuration for the card.
    var configuration: String {
        """
        pcm.\(Self.name) {
            type file
            slave.pcm { type null }
            file "/dev/null"
            infile "\(path)"
            format raw
        }
        """
    }

    /// A minute of sines of 0.35 s, with seven frequencies and eight levels; some change within an interval.
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
