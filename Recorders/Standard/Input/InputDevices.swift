// The input devices of this machine, as the source of input recorders.

internal import EvdevSource
package import InputRecorder
package import RecorderKinds
package import Recording
internal import SampleStream
package import SessionRuns
package import Timebase

/// Makes sources over input devices.
package enum InputDevices {
    /// Whether a device is there and has not the keys that are to be marks.
    package static func isLacking(_ request: InputRequest) -> Bool {
        do {
            try EvdevPermissions.check(request)
        } catch let error as EvdevError {
            guard case .lacks = error.kind else { return false }
            return true
        } catch {}
        return false
    }

    /// Recorders over input devices.
    ///
    /// - Parameters:
    ///   - kind: Their kind.
    ///   - claims: Where a recorder takes its device, so that no other has it; without them, two recorders may have one.
    ///   - notes: Are told of devices that are gone for a while.
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
    /// Makes the mark of a key's press; recorders of one device hear of the same press, and make one.
    package func mark(_ marker: KeyMarker, at instant: BootInstant) {
        mark(marker.marker, at: instant, by: KeyMarker.firstName(of: marker.key))
    }
}
