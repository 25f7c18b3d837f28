import Foundation
import Scratch
import SystemCalls
import Testing

@Suite("What the kernel reports about batteries and disks")
struct BatteryTests {
    @Test("includes each battery with a valid charge, and no other power supply")
    func batteries() throws {
        let scratch = try Scratch()
        func add(_ name: String, _ files: [String: String]) throws {
            let folder = "\(scratch.path)/\(name)"
            try FileSystem.makeDirectory(folder)
            for (file, text) in files {
                try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(file)"))
            }
        }
        try add("BAT1", ["type": "Battery\n", "capacity": "80\n", "status": "Discharging\n"])
        try add("AC", ["type": "Mains\n", "online": "1\n"])
        try add("BAT0", ["type": "Battery\n", "capacity": "7\n"])
        try add("odd", ["type": "Battery\n", "capacity": "much\n"])
        #expect(
            Battery.present(in: scratch.path) == [
                Battery(name: "BAT0", percent: 7, state: nil),
                Battery(name: "BAT1", percent: 80, state: "Discharging"),
            ]
        )
        #expect(Battery.present(in: "\(scratch.path)/none").isEmpty)
    }

    @Test("is the size and the free space of a disk, and nothing for a missing path")
    func room() throws {
        let scratch = try Scratch()
        let room = try #require(FileSystem.room(at: scratch.path))
        let disk = try FileManager.default.attributesOfFileSystem(forPath: scratch.path)
        #expect(room.total == (disk[.systemSize] as? NSNumber)?.int64Value)
        #expect(room.free > 0 && room.free <= room.total)
        #expect(FileSystem.room(at: "\(scratch.path)/none") == nil)
    }

    @Test("is that of the nearest folder above a path that does not exist yet, however far up")
    func nearestRoom() throws {
        let scratch = try Scratch()
        let total = try #require(FileSystem.room(at: scratch.path)).total
        for path in ["", "/none", "/none/of", "/none/of/these"] {
            #expect(FileSystem.nearestRoom(at: scratch.path + path)?.total == total, "\(path)")
        }
        #expect(FileSystem.nearestRoom(at: "none/of/these") != nil, "from the working folder")
    }
}
