// Gives the recorders of a task their samples on this machine: from its devices, or from a computed walk instead.

internal import IIOSource
internal import LocationRecorder
public import SessionRuns
public import SystemCalls
internal import WalkSource

/// Sources for recorders of all kinds.
@MainActor
public enum StandardSources {
    /// The services that child processes need for these sources; a program runs them before anything else.
    public nonisolated static let services = [IIORemote.service, LocationRemote.service]

    /// The devices of this machine, with the motion sensors at an address.
    public static func devices(at uri: String) -> RunSources {
        devices(at: DevicePlaces(motion: uri))
    }

    /// The devices at these places.
    package static func devices(at places: DevicePlaces) -> RunSources {
        .devices { notes in StandardKind.all.map { $0.overDevices(places, notes) } }
    }

    /// A computed walk, which has motion data and nothing else.
    public static func walk(seed: UInt64) throws -> RunSources {
        let walk = try SyntheticWalk(SyntheticWalkDescription(seed: seed))
        return .computed { notes in StandardKind.all.map { $0.overWalk(walk, notes) } }
    }
}
