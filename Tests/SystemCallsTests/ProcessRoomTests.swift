import SystemCalls
import Testing

@Suite("What a process is left")
struct ProcessRoomTests {
    @Test("is enough for a little")
    func enough() throws {
        try ProcessRoom.require(files: 2, threads: 1, bytes: 1)
    }

    @Test("is room for a thread that asks for less stack than this processor takes")
    func smallStack() throws {
        try SystemThread.spawn(name: "small", stackBytes: 1) {}.join()
    }

    @Test("is told with what is short, by how much, and how to fix it")
    func words() {
        let files = ScarceRoomError.files(left: 3, needed: 16)
        #expect("\(files)" == "this process may open 3 more files and needs 16: raise `ulimit -n`")
        let threads = "\(ScarceRoomError.threads(left: 0, needed: 16))"
        #expect(threads.contains("0 more threads") && threads.contains("`ulimit -u`"))
        let addresses = "\(ScarceRoomError.addresses(needed: 192 << 20))"
        #expect(addresses.contains("192 MiB") && addresses.contains("`ulimit -v`"))
    }
}
