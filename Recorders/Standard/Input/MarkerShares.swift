// A key's press is to be one mark in every file: the recorder of a device that has the key makes it, and somebody else
// listens to the other keys.

package import InputRecorder

/// Which device has which of the keys that mark an instant.
package struct MarkerShares: Sendable, Equatable {
    /// The keys of each device that is recorded: its recorder marks what it reads itself.
    package var byDevice: [String: [KeyMarker]] = [:]
    /// Those that none of them has.
    package var others: [KeyMarker] = []

    /// Divides markers among the devices that are recorded.
    ///
    /// - Parameters:
    ///   - markers: The keys, and the mark of each.
    ///   - input: The devices; without it, none is recorded.
    ///   - isLacking: Whether the kernel says that a device has not the key of a request.
    package init(
        of markers: [KeyMarker],
        among input: InputWish?,
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
