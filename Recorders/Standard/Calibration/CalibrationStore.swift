// Stores calibrations: one file for each device, in a folder of the user, written atomically. They are found by
// their content and not by their file name, so a file can be copied to another machine.

package import Arguments
internal import Calibration
package import IIOSource
internal import PlainWords
internal import SessionRuns
internal import SystemCalls

/// The stored calibrations.
package struct CalibrationStore: Sendable, Hashable {
    /// The folder; `nil` for this user's default one.
    var folder: String?

    package static let folderOption = Option(
        "calibrations",
        taking: "DIR",
        as: .text,
        "the folder of the calibrations; footfall/calibrations in $XDG_DATA_HOME or ~/.local/share if not given"
    )

    private static let ending = ".json"
    private static let trial = ".trial"
    /// The largest size of a file.
    private static let largest: Int64 = 64 << 10
    private static let most = 4096

    package init(_ folder: String? = nil) { self.folder = folder }

    package init(_ arguments: ParsedArguments) throws(UsageError) {
        folder = try arguments.value(of: Self.folderOption)
    }

    /// The calibrations of all devices, sorted by device name.
    ///
    /// - Throws: `RunFailure` if one of the files is not a calibration.
    package func all() throws -> [DeviceCalibrations] {
        guard let folder = try opened() else { return [] }
        let names = try folder.list().filter { $0.hasSuffix(Self.ending) && !$0.hasPrefix(".") }
        guard names.count <= Self.most else {
            throw RunFailure(
                "\(folder.path.printable): more than \(Self.most) files; give a folder of calibrations with --calibrations"
            )
        }
        var found: [DeviceCalibrations] = []
        for name in names.sorted() {
            let path = folder.path(ofFile: name)
            let bytes: [UInt8]
            do throws(SystemError) {
                bytes = try folder.open(name).readAll(limit: Self.largest)
            } catch {
                throw RunFailure(
                    "\(error): this is no calibration of a device; take it out of the folder"
                        .printable
                )
            }
            let one = try DeviceCalibrations(of: bytes, at: path)
            guard !found.contains(where: { $0.device == one.device }) else {
                throw RunFailure(
                    "\(path): there is another file for the same device; delete one of them"
                        .printable
                )
            }
            found.append(one)
        }
        return found.sorted { $0.device < $1.device }
    }

    /// The calibrations for a recording.
    package func known() throws -> KnownCalibrations {
        KnownCalibrations(uniqueKeysWithValues: try all().map { ($0.device, $0.sensors) })
    }

    /// Creates the folder and checks that it is writable, so that the user learns of a problem before calibrating.
    package func prepare() throws {
        let path = try place()
        try FileSystem.makeDirectories(path, permissions: 0o700)
        let folder = try OpenFolder.open(path, ofOneOwner: true)
        try DurableDocument.write([], as: Self.trial, in: folder)
        try folder.remove(Self.trial)
        _ = try all()
    }

    /// Stores calibrations of a device, and keeps those of its other sensors; returns the file's path.
    package func keep(_ new: DeviceCalibrations) throws -> String {
        let path = try place()
        try FileSystem.makeDirectories(path, permissions: 0o700)
        let folder = try OpenFolder.open(path, ofOneOwner: true)
        // Another process may calibrate another sensor of the device at the same time.
        guard try folder.tryLockExclusively() else {
            throw RunFailure(
                "\(path.printable): another footfall is storing a calibration there; try again"
            )
        }
        let old = try all().first { $0.device == new.device }
        var whole = old ?? new
        whole.sensors.merge(new.sensors) { _, new in new }
        let name = whole.fileName
        try DurableDocument.write(try whole.bytes(), as: name, in: folder)
        // A copy under another name would be a second file for the device.
        for other in try names(of: whole.device, in: folder) where other != name {
            try folder.remove(other)
        }
        return folder.path(ofFile: name)
    }

    /// Deletes the calibrations of a device.
    ///
    /// - Returns: Whether the device had any.
    package func delete(_ device: String) throws -> Bool {
        guard let folder = try opened() else { return false }
        let names = try names(of: device, in: folder)
        for name in names { try folder.remove(name) }
        return !names.isEmpty
    }

    private func names(of device: String, in folder: OpenFolder) throws -> [String] {
        try folder.list().filter { name in
            guard name.hasSuffix(Self.ending), !name.hasPrefix("."),
                let bytes = try? folder.open(name).readAll(limit: Self.largest)
            else { return false }
            return (try? DeviceCalibrations(of: bytes, at: name))?.device == device
        }
    }

    /// The folder; `nil` if it does not exist yet.
    private func opened() throws -> OpenFolder? {
        let path = try place()
        guard FileSystem.kind(of: path) != .missing else { return nil }
        return try OpenFolder.open(path, ofOneOwner: true)
    }

    private func place() throws(RunFailure) -> String {
        if let folder { return folder }
        if let data = Environment.variable("XDG_DATA_HOME"), data.hasPrefix("/") {
            return "\(data)/footfall/calibrations"
        }
        guard let home = Environment.variable("HOME"), home.hasPrefix("/") else {
            throw RunFailure(
                "there is no home folder that calibrations could be in: HOME is not set; give a folder with --calibrations"
            )
        }
        return "\(home)/.local/share/footfall/calibrations"
    }
}
