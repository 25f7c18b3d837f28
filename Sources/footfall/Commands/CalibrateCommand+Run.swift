// Carries out `footfall calibrate`: shows the guide while the sensors are read, stores the calibrations, and prints
// them.

internal import Calibration
internal import PlainWords
internal import ResearchUI
internal import SessionRuns
internal import StandardRecorders
internal import TaskEngine
internal import TerminalHost
internal import Timebase

extension CalibrateCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let console = surroundings.console
        switch deed {
        case .calibrate(let options, let shown):
            return try await calibrate(options, shown, in: surroundings)
        case .list(isJSON: true):
            console.print(try JSONText.line(of: Listed(devices: try store.all())))
        case .list:
            let all = try store.all()
            if all.isEmpty {
                console.print("no calibration is stored; footfall calibrate makes one")
            }
            for device in all { console.print(Self.text(of: device)) }
        case .delete(let device):
            guard try store.delete(device) else {
                throw RunFailure(
                    "--delete \(device.printable): no calibration of this device is stored; footfall calibrate --list lists those that are"
                )
            }
            console.print("deleted the calibration of \(device.printable)")
        }
        return .good
    }

    private struct Listed: Encodable {
        var devices: [DeviceCalibrations]
    }

    @MainActor
    private func calibrate(
        _ options: CalibrationOptions,
        _ shown: ShownTask,
        in surroundings: Surroundings
    ) async throws -> ExitStatus {
        let console = surroundings.console
        let store = store
        let work = StoreThread()
        let plan = try await surroundings.stopRequests.whileNothingIsKept("interrupted") {
            try await work.perform {
                let plan = try options.plan()
                // Reports now, and not after the calibration, if nothing could be stored.
                try store.prepare()
                return plan
            }
        }
        let screen = try shown.screen(console)
        let feed = try CalibrationFeed(options, plan)
        defer { feed.finish() }
        let isInBrowser = if case .browser = shown.place { true } else { false }
        let isPlain = shown.place == .terminal(isPlain: true) || !console.abilities.redraws
        let controller = CalibrationTaskController(
            of: feed,
            showsFigures: isInBrowser || !isPlain,
            speaks: isInBrowser
        )
        let show: @MainActor @Sendable () async throws -> Void = {
            _ = try await screen.show(controller, isLast: true)
        }
        try await surroundings.stopRequests.whileNothingIsKept(
            "the calibration ended before it was complete; nothing was stored",
            endingWith: .endedEarly,
            cleaning: { feed.finish() }
        ) { try await show() }
        await screen.close()
        try await work.perform { feed.finish() }
        let state = feed.now
        guard state.isFinished else {
            if let failure = state.failure {
                throw RunFailure("\(failure); nothing was stored".printable)
            }
            for (sensor, fault) in state.missing.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                console.complain("\(sensor.rawValue): \(fault)")
            }
            console.complain("the calibration ended before it was complete; nothing was stored")
            return .endedEarly
        }
        let date = TimestampText.format(ClockReading.now().realtime)
        var failure: (any Error)?
        for device in state.kept(date: date) {
            console.print(Self.text(of: device))
            do {
                let path = try await work.perform { try store.keep(device) }
                console.print("  stored in \(path.printable); record with --calibrated to use it")
            } catch {
                failure = failure ?? error
                console.print(String(decoding: try device.bytes(), as: UTF8.self))
            }
        }
        if let failure {
            throw RunFailure(
                "\(failure); the calibration is on the standard output: put it into a file that ends in .json, in a folder of calibrations"
                    .printable
            )
        }
        return .good
    }

    /// The stored calibrations of a device, for a user.
    static func text(of device: DeviceCalibrations) -> String {
        let sensors = device.sensors.sorted { $0.key.rawValue < $1.key.rawValue }
        let lines = sensors.map { sensor, kept in
            let offset = [
                kept.calibration.offset.x, kept.calibration.offset.y, kept.calibration.offset.z,
            ]
            .map { rounded($0) }.joined(separator: ", ")
            let warmth = kept.temperatureInCelsius.map { ", at \(rounded($0)) °C" } ?? ""
            let left =
                kept.residual.map { rest in
                    let share = "\(rounded(rest * 100)) %"
                    return ", \(share) of \(sensor == .magnetometer ? "the field" : "1 g") left"
                } ?? ""
            let source =
                sensor == .magnetometer
                ? Quantity.count(kept.measurements, "reading", "readings")
                : Quantity.count(kept.measurements, "rest", "rests")
            return
                "  \(sensor.rawValue): offset \(offset) \(sensor.unit)\(left), from \(source); \(kept.date)\(warmth)"
        }
        return ([device.device] + lines).map(\.printable).joined(separator: "\n")
    }

    private static func rounded(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e9 else { return "\(value)" }
        return "\((value * 1e5).rounded() / 1e5)"
    }
}
