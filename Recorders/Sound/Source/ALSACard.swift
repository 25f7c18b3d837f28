// Wraps a card that alsa-lib has opened for recording. The value cannot be copied, and leaving scope closes the
// card. It belongs to the thread that opened it, because alsa-lib's messages are turned off for that thread
// only.

internal import CALSA
internal import SystemCalls

/// An open card.
@safe struct ALSACard: SoundCard, ~Copyable {
    let name: String
    let shape: SoundShape
    private let pcm: OpaquePointer

    /// How much sound the card keeps for a late reader.
    private static let bufferInMicroseconds: UInt32 = 1_000_000
    private static let direction = SND_PCM_STREAM_CAPTURE

    /// Opens a card for recording.
    ///
    /// - Parameters:
    ///   - name: alsa-lib's name of the card.
    ///   - rate: Frames a second.
    ///   - configuration: The configuration file for alsa-lib; by default its own.
    /// - Returns: The open card.
    /// - Throws: If there is no such card, another program uses it, or it does not support the settings.
    static func open(
        _ name: String,
        rate: Int,
        configuration: String? = nil
    ) throws(SoundError) -> ALSACard {
        var opened: OpaquePointer?
        let problem = unsafe footfall_alsa_open(&opened, name, direction, configuration)
        guard problem >= 0, let pcm = unsafe opened else {
            throw SoundError(CardObstacle.kind(of: problem, of: name, words(problem)), of: name)
        }
        let shape: SoundShape
        do throws(SoundError) {
            shape = try unsafe prepare(pcm, name, rate)
        } catch {
            unsafe snd_pcm_close(pcm)
            throw error
        }
        return unsafe ALSACard(name, shape, pcm)
    }

    private init(_ name: String, _ shape: SoundShape, _ pcm: OpaquePointer) {
        (self.name, self.shape) = (name, shape)
        unsafe self.pcm = pcm
    }

    deinit { unsafe snd_pcm_close(pcm) }

    var countsForItself: Bool { unsafe snd_pcm_type(pcm) == SND_PCM_TYPE_HW }

    var now: Int64 { SystemClock.boottime.nanoseconds }
    var awake: Int64 { SystemClock.monotonic.nanoseconds }

    // MARK: Setting up

    private static func prepare(
        _ pcm: OpaquePointer,
        _ name: String,
        _ rate: Int
    ) throws(SoundError) -> SoundShape {
        func checked(_ call: String, _ answer: Int32) throws(SoundError) {
            if answer < 0 { throw SoundError(.failed(call: call, words(answer)), of: name) }
        }
        var made: OpaquePointer?
        try checked("snd_pcm_hw_params_malloc", unsafe snd_pcm_hw_params_malloc(&made))
        guard let parameters = unsafe made else {
            throw SoundError(.failed(call: "snd_pcm_hw_params_malloc", "no memory"), of: name)
        }
        defer { unsafe snd_pcm_hw_params_free(parameters) }
        try checked("snd_pcm_hw_params_any", unsafe snd_pcm_hw_params_any(pcm, parameters))
        try checked(
            "snd_pcm_hw_params_set_access",
            unsafe snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED)
        )
        let encoding = SoundEncoding.allCases.first {
            unsafe snd_pcm_hw_params_set_format(pcm, parameters, $0.format) >= 0
        }
        guard let encoding else { throw SoundError(.noEncoding, of: name) }
        var channels: UInt32 = 1
        try checked(
            "snd_pcm_hw_params_set_channels_near",
            unsafe snd_pcm_hw_params_set_channels_near(pcm, parameters, &channels)
        )
        if unsafe snd_pcm_hw_params_set_rate(pcm, parameters, UInt32(rate), 0) < 0 {
            throw SoundError(.noRate(rate, offered: unsafe rates(parameters)), of: name)
        }
        var room = bufferInMicroseconds
        try checked(
            "snd_pcm_hw_params_set_buffer_time_near",
            unsafe snd_pcm_hw_params_set_buffer_time_near(pcm, parameters, &room, nil)
        )
        try checked("snd_pcm_hw_params", unsafe snd_pcm_hw_params(pcm, parameters))
        var frames: snd_pcm_uframes_t = 0
        try checked(
            "snd_pcm_hw_params_get_buffer_size",
            unsafe snd_pcm_hw_params_get_buffer_size(parameters, &frames)
        )
        try unsafe setCounting(pcm, checked)
        return SoundShape(
            encoding: encoding,
            channels: Int(channels),
            rate: rate,
            bufferFrames: Int(frames)
        )
    }

    /// Makes the card go on counting if it is not read in time, and report when it counted.
    private static func setCounting(
        _ pcm: OpaquePointer,
        _ checked: (String, Int32) throws(SoundError) -> Void
    ) throws(SoundError) {
        var made: OpaquePointer?
        try checked("snd_pcm_sw_params_malloc", unsafe snd_pcm_sw_params_malloc(&made))
        guard let parameters = unsafe made else { return }
        defer { unsafe snd_pcm_sw_params_free(parameters) }
        try checked("snd_pcm_sw_params_current", unsafe snd_pcm_sw_params_current(pcm, parameters))
        var boundary: snd_pcm_uframes_t = 0
        try checked(
            "snd_pcm_sw_params_get_boundary",
            unsafe snd_pcm_sw_params_get_boundary(parameters, &boundary)
        )
        try checked(
            "snd_pcm_sw_params_set_stop_threshold",
            unsafe snd_pcm_sw_params_set_stop_threshold(pcm, parameters, boundary)
        )
        try checked(
            "snd_pcm_sw_params_set_tstamp_mode",
            unsafe snd_pcm_sw_params_set_tstamp_mode(pcm, parameters, SND_PCM_TSTAMP_ENABLE)
        )
        // If a card can only use the time of day, `look` reads the machine's own clock instead.
        _ = unsafe snd_pcm_sw_params_set_tstamp_type(pcm, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC)
        try checked("snd_pcm_sw_params", unsafe snd_pcm_sw_params(pcm, parameters))
    }

    /// The rates that a card supports, as text.
    private static func rates(_ parameters: OpaquePointer) -> String {
        var (low, high): (UInt32, UInt32) = (0, 0)
        _ = unsafe snd_pcm_hw_params_get_rate_min(parameters, &low, nil)
        _ = unsafe snd_pcm_hw_params_get_rate_max(parameters, &high, nil)
        return low == high ? "\(low)" : "\(low) to \(high)"
    }

    // MARK: Recording

    mutating func start() throws(SoundError) {
        try checked("snd_pcm_start", unsafe Int(snd_pcm_start(pcm)))
    }

    mutating func look() throws(SoundError) -> CardState {
        let waiting = unsafe snd_pcm_avail(pcm)
        if let state = try stopped("snd_pcm_avail", waiting) { return state }
        var frames: snd_pcm_uframes_t = 0
        let now = self.now
        // The timestamp is on the monotonic clock, which stops during sleep. A card without one reports a
        // useless value.
        let told = unsafe footfall_alsa_timestamp(pcm, &frames)
        let age = SystemClock.monotonic.nanoseconds &- told
        guard told > 0, (0..<Self.oldest).contains(age) else {
            return .running(waiting: Int64(waiting), seen: now)
        }
        return .running(waiting: Int64(frames), seen: now &- age)
    }

    /// An older timestamp comes from another clock.
    private static let oldest: Int64 = 10_000_000_000

    mutating func waiting() -> Int64 { unsafe Int64(max(0, snd_pcm_avail(pcm))) }

    mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(SoundError) -> Int {
        let room = bytes.count / shape.bytesPerFrame
        let count = unsafe snd_pcm_readi(pcm, bytes.baseAddress, snd_pcm_uframes_t(room))
        if Self.errno(count) == .again { return 0 }
        return try stopped("snd_pcm_readi", count) == nil ? count : 0
    }

    mutating func pass(_ frames: Int64) throws(SoundError) -> Int64 {
        let count = unsafe snd_pcm_forward(pcm, snd_pcm_uframes_t(max(0, frames)))
        return try stopped("snd_pcm_forward", count) == nil ? Int64(count) : 0
    }

    mutating func restart() throws(SoundError) -> Bool {
        let resumed = unsafe snd_pcm_resume(pcm)
        if Self.errno(Int(resumed)) == .again { return false }
        try checked("snd_pcm_prepare", unsafe Int(snd_pcm_prepare(pcm)))
        try start()
        return true
    }

    /// Interprets a return value: the state of a card that has stopped; `nil` if the call succeeded.
    ///
    /// It throws if the card cannot continue.
    private func stopped(_ call: String, _ answer: Int) throws(SoundError) -> CardState? {
        guard answer < 0 else { return nil }
        switch Self.errno(answer) {
        case .brokenPipe: return .stopped(wasSuspended: false)
        case Self.suspended: return .stopped(wasSuspended: true)
        case .noDevice: throw SoundError(.gone, of: name)
        default:
            throw SoundError(.failed(call: call, Self.words(Int32(clamping: answer))), of: name)
        }
    }

    private func checked(_ call: String, _ answer: Int) throws(SoundError) {
        _ = try answer < 0 ? stopped(call, answer) : nil
    }

    private static let suspended = Errno(rawValue: Int32(footfall_alsa_suspended))

    private static func errno(_ answer: Int) -> Errno? {
        answer < 0 ? Errno(rawValue: 0 &- Int32(clamping: answer)) : nil
    }

    private static func words(_ problem: Int32) -> String {
        unsafe footfall_alsa_words(problem).map { unsafe String(cString: $0) } ?? "error \(problem)"
    }
}

extension SoundEncoding {
    /// The format's number in alsa-lib.
    fileprivate var format: snd_pcm_format_t {
        switch self {
        case .s16: SND_PCM_FORMAT_S16_LE
        case .s24: SND_PCM_FORMAT_S24_LE
        case .s24In3: SND_PCM_FORMAT_S24_3LE
        case .s32: SND_PCM_FORMAT_S32_LE
        }
    }
}
