// The error of this module. The same errno of the kernel or libiio means different things in different calls.
// Here each meaning has its own case, so that a user need not guess from "Connection timed out".

public import SystemCalls

/// Why an IIO device could not be recorded.
public struct IIOError: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// The device was present and has disappeared.
        case deviceGone
        /// The device is there but delivers nothing.
        case stalled(seconds: Double)
        /// Another program reads the device; `holder` names it, if it is known.
        case busy(holder: String?)
        /// The user lacks permission for a file, `obstacle`.
        case notPermitted(obstacle: String)
        /// No device fits `wanted`; `present` lists the devices there are.
        case noSuchDevice(wanted: String, present: [String])
        /// The connection to the other machine or its daemon is lost.
        case connectionLost(Errno?)
        /// The other machine, or its daemon, cannot be reached.
        case unreachable(Errno)
        /// The device has no such rate.
        case rateRefused(asked: Double, available: String?)
        /// The device does not fill its buffer.
        case bufferRefused(Errno)
        /// The device's buffer needs a trigger, and there is none.
        case noTrigger
        /// The installed libiio lacks this backend.
        case unsupportedBackend(String, supported: [String])
        /// The text is not a valid address of a context.
        case badAddress
        /// The context is only a description, which has no samples.
        case onlyDescription
        /// The file is not a valid description of a context.
        case noDescription
        /// Calibrated values were requested, but no calibration is stored for these sensors, separated by commas.
        case notCalibrated(String)
        /// What the device reports about itself makes no sense.
        case malformed(String)
        /// Any other failed call.
        case failed(call: String, Errno)
    }

    public var kind: Kind
    /// The device or the context concerned.
    public var place: String

    public init(_ kind: Kind, at place: String) {
        self.kind = kind
        self.place = place
    }
}

extension IIOError {
    /// The error of a device that is there, but whose buffer could not be read.
    ///
    /// - Parameters:
    ///   - errno: Why the read failed; timed out if the device has delivered nothing.
    ///   - seconds: For how long it has delivered nothing.
    ///   - place: The device.
    init(ofBuffer errno: Errno, silentFor seconds: Double, at place: String) {
        self.init(
            errno == .timedOut
                ? .stalled(seconds: seconds) : .failed(call: "read its buffer", errno),
            at: place
        )
    }
}

extension Errno {
    /// True for the errors of a call over a broken connection.
    var isOfLostConnection: Bool {
        [.brokenPipe, .connectionReset, .notConnected, .badDescriptor].contains(self)
    }
}

extension IIOError: CustomStringConvertible {
    public var description: String {
        let remedy = remedy.map { "; \($0)" } ?? ""
        return "\(ContextAddress.heading(of: place)) \(what)\(remedy)"
    }

    /// What went wrong, as text for the user.
    public var what: String {
        switch kind {
        case .deviceGone:
            "the device is gone"
        case .stalled(let seconds):
            "the device is there but has given nothing for \(AvailableRates.text(of: seconds)) s"
        case .busy(let holder):
            "the device is busy: another program reads it"
                + (holder.map { ": \($0)" } ?? "")
        case .notPermitted(let obstacle):
            "permission denied for \(obstacle)"
        case .noSuchDevice(let wanted, let present):
            "no device for \(wanted)"
                + (present.isEmpty
                    ? "; there is none at all" : "; there are " + present.joined(separator: "; "))
        case .connectionLost(let errno):
            "the connection is lost" + (errno.map { " (\($0))" } ?? "")
        case .unreachable(let errno):
            isOverUSB
                ? "no board answers over USB (\(errno))"
                : errno == .notFound
                    ? "the name of this machine is not known"
                    : "there is no iiod that answers (\(errno))"
        case .rateRefused(let asked, let available):
            "the device cannot give \(AvailableRates.text(of: asked)) samples a second"
                + (available.map { "; it has \($0)" } ?? "")
        case .bufferRefused(let errno):
            "the device does not fill a buffer (\(errno))"
        case .noTrigger:
            "the device has a buffer but no trigger to fill it"
        case .unsupportedBackend(let name, let supported):
            "the installed libiio has no \(name): backend; it has "
                + supported.map { $0 + ":" }.joined(separator: " ")
        case .badAddress:
            "this is no address of an IIO context"
        case .onlyDescription:
            "this is the description of a context, which has no samples"
        case .noDescription:
            "this file is no description of an IIO context"
        case .notCalibrated(let sensor):
            "no calibration of its \(sensor) is kept"
        case .malformed(let what):
            "the device describes itself in a way that cannot be used: \(what)"
        case .failed(let call, let errno):
            "\(call) failed: \(errno)"
        }
    }

    private var isOverUSB: Bool { place.hasPrefix("usb:") }

    /// What to do about it, if known.
    public var remedy: String? {
        switch kind {
        case .deviceGone: "plug it in again and record again"
        case .stalled: "check its power and its trigger, and that nobody changed its rate"
        case .busy(let holder):
            holder?.contains("iio-sensor-prox") == true
                ? "stop it with `systemctl stop iio-sensor-proxy`" : "stop that program"
        case .notPermitted: "allow it with `sudo footfall setup --install`, then log in again"
        case .noSuchDevice(_, let present) where present.isEmpty:
            "load the sensor's driver, or record a computed walk: --source synthetic"
        case .noSuchDevice: "see `footfall devices`, or load the sensor's driver"
        case .connectionLost: "check the network and that iiod still runs, and record again"
        case .unreachable:
            isOverUSB
                ? "plug it in, and see by `lsusb` that it is there"
                : "check the address, and that iiod runs there"
        case .rateRefused: "ask for another rate; `footfall record --list-rates` lists them"
        case .bufferRefused: "see what the kernel says in `dmesg`"
        case .noTrigger: "load iio-trig-hrtimer (`sudo modprobe iio-trig-hrtimer`)"
        case .unsupportedBackend: "use local:, ip: or usb:, or install a libiio that has it"
        case .badAddress: "give local:, ip:HOST[:PORT], usb: or xml:FILE"
        case .onlyDescription: "list it with `footfall devices`; record from local:, ip: or usb:"
        case .noDescription: "give one that `iio_genxml` has written"
        case .notCalibrated(let sensor):
            "make one with `footfall calibrate --device \(place) --types \(sensor)`, or leave out --calibrated"
        case .malformed: "report it to those who maintain its driver"
        case .failed(_, let errno): errno.remedy
        }
    }
}
