// Which devices are listened to for keys, which cannot be and why, and what is to be told of it; decided by
// what there is to see and by nothing else. A key may be on several devices: that one of them is heard
// says nothing of the others.

internal import Timebase

/// Decides about the devices that have one of some keys; it opens nothing itself.
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

    /// For how long a newcomer's refusal is none: the rules that give the right to it take their time.
    static let grace = Duration.seconds(2)

    /// The devices that have one of some keys, by the kernel's numbers.
    init(codes: [Int]) {
        self.codes = codes
    }

    /// Whether something is awaited that a look at which devices there are does not show.
    var isWaiting: Bool { !refusals.isEmpty }

    /// The devices that should be opened now: all that have one of the keys and are not heard.
    mutating func unheard(among present: [InputDeviceFacts]) -> [InputDeviceFacts] {
        refusals.removeAll { !$0.facts.isStill(among: present) }
        return present.filter { device in
            codes.contains(where: device.has(key:))
                && !heard.contains { $0.isStill(among: [device]) }
        }
    }

    /// Takes that a device is listened to; answers what is to be told.
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

    /// Takes that a device cannot be listened to; answers what is to be told.
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

    /// Takes that a device can be read no more; answers what is to be told.
    mutating func ended(_ facts: InputDeviceFacts) -> String {
        heard.removeAll { $0.isStill(among: [facts]) }
        deaf.removeAll { $0.isStill(among: [facts]) }
        gone.append(facts)
        return "\(facts.title): it is gone, or may be read no more, and its keys are not heard"
    }

    /// Takes which devices that are heard another recorder has grabbed; answers what is to be told.
    mutating func grabbed(where isGrabbed: (InputDeviceFacts) -> Bool) -> [String] {
        let now = heard.filter(isGrabbed)
        defer { deaf = now }
        return now.filter { !deaf.contains($0) }.map { facts in
            let error = EvdevError(.grabbedHere, at: facts.title)
            return Self.words(of: error)
        }
    }

    /// Takes that all that were there have been tried; answers what is to be told of those refused.
    ///
    /// - Throws: The first refusal where nobody hears one of the keys: it would be waited for in vain.
    mutating func begin() throws(EvdevError) -> [String] {
        for code in codes where !heard.contains(where: { $0.has(key: code) }) {
            if let refusal = refusals.first(where: { $0.facts.has(key: code) }) {
                throw refusal.error
            }
        }
        hasBegun = true
        // A node that is missing may come a little after the device.
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
    /// Whether it is that a device which the kernel shows has no node.
    fileprivate var isOfMissingNode: Bool {
        if case .deviceGone = kind { true } else { false }
    }
}
