// An open sound device. The value cannot be copied; leaving scope closes it. It belongs to the thread that opened it,
// because alsa-lib's messages are disabled for that thread only.

internal import CALSA
internal import SystemCalls

/// An open sound device.
@safe struct SoundDevice: ~Copyable {
    /// The sample rate of everything that is played.
    static let rate = 48_000
    /// The buffered time: short, so that silencing takes effect at once.
    private static let latencyInMicroseconds: UInt32 = 100_000
    private static let chunk = rate / 50
    /// How often in a row the device may fail or accept nothing.
    private static let patience = 10

    private let name: String
    private let pcm: OpaquePointer

    private init(_ name: String, _ pcm: OpaquePointer) {
        self.name = name
        unsafe self.pcm = pcm
    }

    /// Opens a device for one channel of 16 bits.
    ///
    /// - Parameters:
    ///   - name: alsa-lib's name of the device.
    ///   - configuration: The text of a configuration for alsa-lib; `nil` for its own.
    /// - Returns: The device.
    /// - Throws: If there is no such device, or another program uses it.
    static func open(
        _ name: String,
        configuration: String? = nil
    ) throws(CueError) -> SoundDevice {
        var opened: OpaquePointer?
        let problem = unsafe footfall_alsa_open(&opened, name, direction, configuration)
        guard problem >= 0, let pcm = unsafe opened else {
            throw CueError(obstacle(problem), at: place(name))
        }
        let device = unsafe SoundDevice(name, pcm)
        try device.prepareForSamples()
        return device
    }

    private func prepareForSamples() throws(CueError) {
        var problem = unsafe snd_pcm_nonblock(pcm, 0)
        if problem >= 0 {
            problem = unsafe snd_pcm_set_params(
                pcm,
                SND_PCM_FORMAT_S16,
                SND_PCM_ACCESS_RW_INTERLEAVED,
                1,
                UInt32(Self.rate),
                1,
                Self.latencyInMicroseconds
            )
        }
        guard problem < 0 else { return }
        throw CueError(Self.obstacle(problem), at: Self.place(name))
    }

    deinit { unsafe snd_pcm_close(pcm) }

    /// Plays samples; waits until they were heard or silenced.
    func play(_ samples: [Int16], unless isSilenced: () -> Bool) throws(CueError) -> CueOutcome {
        try checked("snd_pcm_prepare", unsafe Int(snd_pcm_prepare(pcm)))
        var played = 0
        var stumbles = 0
        while played < samples.count {
            guard !isSilenced() else {
                _ = unsafe snd_pcm_drop(pcm)
                return .cancelled
            }
            let count = min(Self.chunk, samples.count - played)
            let written = unsafe samples[played..<played + count].withUnsafeBytes { bytes in
                unsafe snd_pcm_writei(pcm, bytes.baseAddress, snd_pcm_uframes_t(count))
            }
            guard written <= 0 else {
                played += written
                stumbles = 0
                continue
            }
            // A device that ran dry or was suspended can continue; one that is gone, or accepts nothing, cannot.
            stumbles += 1
            guard stumbles <= Self.patience else { throw failure("snd_pcm_writei", written) }
            guard written < 0 else { continue }
            let fixed = unsafe snd_pcm_recover(pcm, Int32(clamping: written), 1)
            try checked("snd_pcm_writei", Int(fixed))
        }
        try checked("snd_pcm_drain", unsafe Int(snd_pcm_drain(pcm)))
        return .finished
    }

    private func checked(_ call: String, _ answer: Int) throws(CueError) {
        if answer < 0 { throw failure(call, answer) }
    }

    private func failure(_ call: String, _ answer: Int) -> CueError {
        let words = answer < 0 ? Self.words(Int32(clamping: answer)) : "it takes no samples"
        return CueError(.soundFailed(call: call, words), at: Self.place(name))
    }

    private static let direction = SND_PCM_STREAM_PLAYBACK

    /// The error for alsa-lib's number when a device cannot be opened.
    static func obstacle(_ problem: Int32) -> CueError.Kind {
        switch Errno(rawValue: 0 &- problem) {
        case .busy: .soundDeviceBusy
        case .access, .permission: .soundDeviceForbidden
        default: .noSoundDevice(words(problem))
        }
    }

    private static func place(_ name: String) -> String { "sound device \(name)" }

    private static func words(_ problem: Int32) -> String {
        unsafe footfall_alsa_words(problem).map { unsafe String(cString: $0) } ?? "error \(problem)"
    }
}
