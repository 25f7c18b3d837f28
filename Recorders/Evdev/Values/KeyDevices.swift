// Decides which devices to read for keys, and what to report to the user about devices that cannot be read. The
// decisions depend only on the parameters. Several devices may have the same key, so each device is reported on its
// own.

internal import Timebase

/// Decides about the devices that have one of the given keys; it opens nothing itself.
struct KeyDevices {
    private struct Refusal {
        var facts: InputDeviceFacts
        var error: EvdevError
        let since: BootInstant
        var isTold = false
    }

    private let codes: [Int]
    private var heard: [InputDeviceFacts] = []
    private var refusals: [Refusal] = []
    private var gone: [InputDeviceFacts] = []
    private var deaf: [InputDeviceFacts] = []
    private var hasBegun = false

    /// For how long a refusal of a new device is not reported, because udev's rules take time to grant access
    /// to it.
    static let grace = Duration.seconds(2)

    /// The devices that have one of the given keys, by code.
    init(codes: [Int]) {
        self.codes = codes
    }

    /// True while a refused device may become readable, which the list of devices does not show.
    var isWaiting: Bool { !refusals.isEmpty }

    /// The devices to open now: all that have one of the keys and are not listened to.
    mutating func unheard(among present: [InputDeviceFacts]) -> [InputDeviceFacts] {
        refusals.removeAll { !$0.facts.isStill(among: present) }
        return present.filter { device in
            codes.contains(where: device.has(key:))
                && !heard.contains { $0.isStill(among: [device]) }
        }
    }

    /// Notes that a device is listened to; returns a text for the user.
    mutating func opened(_ facts: InputDeviceFacts) -> String? {
        heard.append(facts)
        let wasRefused = refusals.contains { $0.isTold && $0.facts.isStill(among: [facts]) }
        refusals.removeAll { $0.facts.isStill(among: [facts]) }
        guard hasBegun else { return nil }
        let same = gone.indices.filter { gone[$0].isSame(as: facts) }
        if let place = same.first(where: { gone[$0].location == facts.location }) ?? same.first {
            gone.remove(at: place)
            return "\(facts.title): it is back, and its keys are heard again"
        }
        return wasRefused
            ? "\(facts.title): it may be read now, and its keys are heard"
            : "\(facts.title): it has come, and its keys are heard from now on"
    }

    /// Notes that a device cannot be listened to; returns a text for the user.
    mutating func refused(
        _ facts: InputDeviceFacts,
        _ error: EvdevError,
        at now: BootInstant
    ) -> String? {
        guard let place = refusals.firstIndex(where: { $0.facts.isStill(among: [facts]) }) else {
            refusals.append(Refusal(facts: facts, error: error, since: now))
            return nil
        }
        refusals[place].error = error
        guard hasBegun, now >= refusals[place].since.advanced(by: Self.grace) else { return nil }
        return tell(place)
    }

    /// Notes that a device can no longer be read; returns a text for the user.
    mutating func ended(_ facts: InputDeviceFacts) -> String {
        heard.removeAll { $0.isStill(among: [facts]) }
        deaf.removeAll { $0.isStill(among: [facts]) }
        gone.append(facts)
        return "\(facts.title): it is gone, or may be read no more, and its keys are not heard"
    }

    /// Notes which devices another recorder has grabbed; returns texts for the user.
    mutating func grabbed(where isGrabbed: (InputDeviceFacts) -> Bool) -> [String] {
        let now = heard.filter(isGrabbed)
        defer { deaf = now }
        return now.filter { !deaf.contains($0) }.map { facts in
            let error = EvdevError(.grabbedHere, at: facts.title)
            return Self.words(of: error)
        }
    }

    /// Notes that all present devices have been tried; returns texts about those that refused.
    ///
    /// - Throws: The first refusal of a device with a key that no readable device has: waiting for that key would be
    ///   in vain.
    mutating func begin() throws(EvdevError) -> [String] {
        for code in codes where !heard.contains(where: { $0.has(key: code) }) {
            if let refusal = refusals.first(where: { $0.facts.has(key: code) }) {
                throw refusal.error
            }
        }
        hasBegun = true
        // A missing node may appear shortly after its device.
        return refusals.indices.compactMap { refusals[$0].error.isOfMissingNode ? nil : tell($0) }
    }

    private mutating func tell(_ place: Int) -> String? {
        guard !refusals[place].isTold else { return nil }
        refusals[place].isTold = true
        let (facts, error) = (refusals[place].facts, refusals[place].error)
        if error.isOfMissingNode {
            return
                "\(facts.title): its node \(facts.node) is missing; its keys are not heard meanwhile"
        }
        return Self.words(of: error)
    }

    private static func words(of error: EvdevError) -> String {
        "\(error.place): \(error.what); its keys are not heard meanwhile"
            + (error.remedy.map { "; \($0)" } ?? "")
    }
}

extension EvdevError {
    /// True if the error is a missing node of a device that the kernel shows.
    fileprivate var isOfMissingNode: Bool {
        if case .deviceGone = kind { true } else { false }
    }
}
