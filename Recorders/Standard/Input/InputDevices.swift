// This machine's input devices as sources of recorders.

internal import EvdevSource
package import InputRecorder
package import RecorderKinds
package import Recording
internal import SampleStream
package import SessionRuns
package import Timebase

/// Makes sources for input devices.
package enum InputDevices {
    /// Whether a device is there but does not have the keys that should make marks.
    package static func isLacking(_ request: InputRequest) -> Bool {
        do {
            try EvdevPermissions.check(request)
        } catch let error as EvdevError {
            guard case .lacks = error.kind else { return false }
            return true
        } catch {}
        return false
    }

    /// Recorders of input devices.
    ///
    /// - Parameters:
    ///   - kind: Their kind.
    ///   - claims: Where a recorder claims its device, so that no other records it; `nil` if two recorders may
    ///     share a device.
    ///   - notes: Receives notes about devices that are temporarily gone.
    /// - Returns: The recorders.
    package static func recorders<Kind: InputReplay>(
        of kind: Kind,
        claims: DeviceClaims? = nil,
        noting notes: LaterNotes
    ) -> SourcedKind {
        kind.over(access: { try EvdevPermissions.check($0.request) }) { order in
            let (request, marks) = (order.request, order.environment.marks)
            let source = EvdevInputSource(
                request,
                onMarker: { marks.mark($0, at: $1) },
                onAbsence: { notes.tell($0) }
            )
            guard let claims else { return AnySampleSource(source) }
            return AnySampleSource(
                ClaimedSource(source, calledBy: request.device ?? "", claims)
            )
        }
    }
}

extension SharedMarks {
    /// Makes the mark of a key's press; recorders of one device see the same press, and only one mark is made.
    package func mark(_ marker: KeyMarker, at instant: BootInstant) {
        mark(marker.marker, at: instant, by: KeyMarker.firstName(of: marker.key))
    }
}
