// Each press of a key must make one mark, in every file. A recorder of a device that has the key makes the mark;
// `KeyControl` listens to the other keys.

package import InputRecorder

/// Which recorded device has which of the keys that make marks.
package struct MarkerShares: Sendable, Equatable {
    /// The keys of each recorded device; its recorder makes their marks.
    package var byDevice: [String: [KeyMarker]] = [:]
    /// The keys that no recorded device has.
    package var others: [KeyMarker] = []

    /// Assigns markers to the recorded devices.
    ///
    /// - Parameters:
    ///   - markers: The keys, and the mark of each.
    ///   - input: The devices; `nil` if none is recorded.
    ///   - isLacking: Whether the kernel reports that a device does not have the key of a request.
    package init(
        of markers: [KeyMarker],
        among input: InputOptions?,
        isLacking: (InputRequest) -> Bool = InputDevices.isLacking
    ) {
        guard let input else {
            others = markers
            return
        }
        for marker in markers {
            let owners = input.devices.filter { device in
                !isLacking(
                    InputRequest(
                        kinds: Set(input.events ?? InputKind.allCases),
                        device: device,
                        keys: [marker.key],
                        markers: [marker]
                    )
                )
            }
            for owner in owners { byDevice[owner, default: []].append(marker) }
            if owners.isEmpty { others.append(marker) }
        }
    }
}
