// Wraps libFLAC's encoder. The value cannot be copied, and leaving scope frees the encoder. It writes to no
// file: it collects the encoded bytes until the caller fetches them.

internal import CFLAC
internal import FLACFile
internal import SystemCalls

/// A working encoder.
@safe struct FLACEncoder: ~Copyable {
    private let encoder: UnsafeMutablePointer<FLAC__StreamEncoder>
    private let output: Output
    private let channels: Int

    /// Collects libFLAC's output: its callbacks get a pointer, which needs an object at a fixed address.
    private final class Output {
        var bytes: [UInt8] = []
        var info: FLACStreamInfo?
    }

    /// The most bits per sample that are written; few programs can read more.
    static let mostBits = 24
    /// libFLAC's default level: half the size of the samples, two hundred times faster than sound cards
    /// deliver.
    private static let level: UInt32 = 5
    private static let framesPerBlock: UInt32 = 4096

    /// Begins a stream; its first bytes are available at once.
    init(rate: Int, channels: Int, bits: Int) throws(FLACError) {
        let loaded = footfall_flac_load()
        guard loaded >= 0 else {
            throw FLACError("libFLAC cannot be loaded: \(Errno(rawValue: -loaded))")
        }
        guard let made = unsafe FLAC__stream_encoder_new() else { throw FLACError("no memory") }
        let output = Output()
        let isSet = unsafe [
            FLAC__stream_encoder_set_channels(made, UInt32(channels)),
            FLAC__stream_encoder_set_bits_per_sample(made, UInt32(bits)),
            FLAC__stream_encoder_set_sample_rate(made, UInt32(rate)),
            FLAC__stream_encoder_set_compression_level(made, Self.level),
            FLAC__stream_encoder_set_blocksize(made, Self.framesPerBlock),
        ].allSatisfy { $0 != 0 }
        let status = unsafe FLAC__stream_encoder_init_stream(
            made,
            { _, bytes, count, _, _, output in
                guard let bytes = unsafe bytes, let output = unsafe output else {
                    return FLAC__STREAM_ENCODER_WRITE_STATUS_FATAL_ERROR
                }
                let sink = unsafe Unmanaged<Output>.fromOpaque(output).takeUnretainedValue()
                unsafe sink.bytes.append(
                    contentsOf: UnsafeBufferPointer(start: bytes, count: count)
                )
                return FLAC__STREAM_ENCODER_WRITE_STATUS_OK
            },
            nil,
            nil,
            { _, metadata, output in
                guard let metadata = unsafe metadata, let output = unsafe output else { return }
                let sink = unsafe Unmanaged<Output>.fromOpaque(output).takeUnretainedValue()
                unsafe sink.info = FLACStreamInfo(metadata.pointee.data.stream_info)
            },
            Unmanaged.passUnretained(output).toOpaque()
        )
        guard isSet, status == FLAC__STREAM_ENCODER_INIT_STATUS_OK else {
            unsafe FLAC__stream_encoder_delete(made)
            throw FLACError("libFLAC takes no \(channels) channels of \(bits) bits at \(rate) Hz")
        }
        unsafe encoder = made
        self.output = output
        self.channels = channels
    }

    deinit { unsafe FLAC__stream_encoder_delete(encoder) }

    /// Encodes whole frames.
    mutating func encode(_ samples: [Int32]) throws(FLACError) {
        let frames = UInt32(samples.count / channels)
        let isDone = unsafe samples.withUnsafeBufferPointer { buffer in
            guard frames > 0, let start = buffer.baseAddress else { return true }
            return unsafe FLAC__stream_encoder_process_interleaved(encoder, start, frames) != 0
        }
        guard isDone else { throw FLACError("libFLAC failed") }
    }

    /// Returns the bytes encoded since the last call.
    mutating func takeBytes() -> [UInt8] {
        defer { output.bytes.removeAll(keepingCapacity: true) }
        return output.bytes
    }

    /// Ends the stream; returns the final values for its header.
    mutating func finish() throws(FLACError) -> FLACStreamInfo {
        guard unsafe FLAC__stream_encoder_finish(encoder) != 0, let info = output.info else {
            throw FLACError("libFLAC could not end the stream")
        }
        return info
    }
}

/// Why sound could not be encoded.
struct FLACError: Error, Sendable, Hashable, CustomStringConvertible {
    let what: String

    init(_ what: String) { self.what = what }

    var description: String {
        "the sound cannot be written: \(what); record the levels alone, without saveAudioFile"
    }
}

extension FLACStreamInfo {
    fileprivate init(_ info: FLAC__StreamMetadata_StreamInfo) {
        let digest = info.md5sum
        // If a stream has no blocks, libFLAC reports a minimum block size above the maximum.
        let isKnown = info.min_framesize <= info.max_framesize
        self.init(
            blockSizes: Int(info.min_blocksize)...Int(info.max_blocksize),
            frameSizes: isKnown ? Int(info.min_framesize)...Int(info.max_framesize) : 0...0,
            rate: Int(info.sample_rate),
            channels: Int(info.channels),
            bits: Int(info.bits_per_sample),
            frames: info.total_samples,
            digest: [
                digest.0, digest.1, digest.2, digest.3, digest.4, digest.5, digest.6, digest.7,
                digest.8, digest.9, digest.10, digest.11, digest.12, digest.13, digest.14,
                digest.15,
            ]
        )
    }
}
