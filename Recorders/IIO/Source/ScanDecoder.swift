// Decodes the bytes of a scan into readings in the units of the recording (g, rad/s, µT). It makes all
// decisions before the first scan, so each sample costs only a few loads and multiplications.

internal import Calibration
internal import MotionRecorder
internal import Timebase

/// The layout of one device's scans.
struct ScanDecoder: Sendable {
    /// One axis of a sensor.
    private struct Axis {
        var offset: Int
        var format: ScanFormat
        var conversion: UnitConversion

        @inline(__always)
        func value(in scan: UnsafeRawPointer) -> Double {
            unsafe conversion.value(format.number(at: scan + offset))
        }
    }

    /// One sensor in the scan.
    private struct Part {
        var channel: Int
        var x: Axis
        var y: Axis
        var z: Axis
        /// In the chip's axes, so it is applied before the matrix.
        var calibration: SensorCalibration?
        var matrix: MountMatrix.Columns?
    }

    /// The indices of the channels to enable.
    let channels: Set<Int>
    /// Bytes of a scan.
    let bytes: Int
    /// Bytes of a scan without its trailing padding, which libiio leaves out of its count.
    let leastBytes: Int
    /// The stream's channels that this decoder delivers.
    let streamChannels: [Int]
    private let parts: [Part]
    private let timestamp: (offset: Int, format: ScanFormat)?

    /// Prepares to decode the scans of a device.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - types: The types to decode.
    ///   - matrix: How the board is mounted; applied after the sensor's own matrix.
    ///   - calibrations: The calibrations to apply.
    /// - Throws: When the device describes its scans in an impossible way.
    init(
        _ device: DeviceDescription,
        types: [MotionSensorType],
        matrix: MountMatrix,
        calibrations: [MotionSensorType: KeptCalibration] = [:]
    ) throws(IIOError) {
        var wanted: [ChannelDescription] = []
        for type in types { wanted += device.axes(of: type) ?? [] }
        if let timestamp = device.timestamp { wanted.append(timestamp) }
        // The driver of a HID sensor always puts all of its channels into a scan.
        let enabled =
            device.isHIDSensor
            ? device.channels.filter { $0.scanIndex != nil && !$0.isOutput } : wanted
        var laid: [(index: Int, format: ScanFormat)] = []
        for channel in enabled {
            guard let index = channel.scanIndex, let format = channel.format else {
                throw IIOError(
                    .malformed("the channel \(channel.id) has no layout that can be read"),
                    at: device.id
                )
            }
            laid.append((index, format))
        }
        let layout = ScanLayout(laid)
        let offsets = Dictionary(
            zip(enabled.map(\.place), layout.offsets),
            uniquingKeysWith: { first, _ in first }
        )
        parts = try Self.parts(of: device, types, matrix, calibrations, offsets)
        timestamp = device.timestamp.flatMap { channel in
            guard let offset = offsets[channel.place], let format = channel.format else {
                return nil
            }
            return (offset, format)
        }
        channels = Set(enabled.map(\.place))
        bytes = layout.bytes
        leastBytes = layout.end
        streamChannels = parts.map(\.channel)
    }

    private static func parts(
        of device: DeviceDescription,
        _ types: [MotionSensorType],
        _ matrix: MountMatrix,
        _ calibrations: [MotionSensorType: KeptCalibration],
        _ offsets: [Int: Int]
    ) throws(IIOError) -> [Part] {
        var parts: [Part] = []
        for type in types {
            var axes: [Axis] = []
            for channel in device.axes(of: type) ?? [] {
                guard let offset = offsets[channel.place], let format = channel.format else {
                    continue
                }
                let conversion = try UnitConversion.of(type, channel, of: device)
                axes.append(Axis(offset: offset, format: format, conversion: conversion))
            }
            guard axes.count == 3 else { continue }
            let whole = try device.usableMountMatrix(of: type).followed(by: matrix)
            parts.append(
                Part(
                    channel: type.channel,
                    x: axes[0],
                    y: axes[1],
                    z: axes[2],
                    calibration: calibrations[type]?.calibration,
                    matrix: whole.isIdentity ? nil : MountMatrix.Columns(whole)
                )
            )
        }
        return parts
    }

    /// Whether scans carry timestamps.
    var hasTimestamps: Bool { timestamp != nil }

    /// The timestamp of a scan on the device's clock; 0 if scans carry none.
    @inline(__always)
    func timestamp(of scan: UnsafeRawPointer) -> Int64 {
        guard let timestamp else { return 0 }
        return unsafe timestamp.format.integer(at: scan + timestamp.offset)
    }

    /// Calls `deliver` with each reading of a scan.
    @inline(__always)
    func readings(
        of scan: UnsafeRawPointer,
        at time: Int64,
        _ deliver: (MotionSample) -> Void
    ) {
        for part in parts {
            var reading = unsafe SIMD3(
                part.x.value(in: scan),
                part.y.value(in: scan),
                part.z.value(in: scan)
            )
            if let calibration = part.calibration { reading = calibration.apply(to: reading) }
            if let matrix = part.matrix { reading = matrix.apply(reading) }
            deliver(
                MotionSample(
                    channel: part.channel,
                    at: BootInstant(nanoseconds: time),
                    x: reading.x,
                    y: reading.y,
                    z: reading.z
                )
            )
        }
    }
}
