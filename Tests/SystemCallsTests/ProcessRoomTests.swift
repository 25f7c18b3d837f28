import SystemCalls
import Testing

@Suite("The resources that a process has left")
struct ProcessRoomTests {
    @Test("are enough for a small program")
    func enough() throws {
        try ProcessRoom.require(files: 2, threads: 1, bytes: 1)
    }

    @Test("are enough for a thread that asks for less stack than the processor's minimum")
    func smallStack() throws {
        try SystemThread.spawn(name: "small", stackBytes: 1) {}.join()
    }

    @Test("are named in an error if they are too few, with the remedy")
    func words() {
        let files = ScarceRoomError.files(left: 3, needed: 16)
        #expect("\(files)" == "this process may open 3 more files and needs 16: raise `ulimit -n`")
        let threads = "\(ScarceRoomError.threads(left: 0, needed: 16))"
        #expect(threads.contains("0 more threads") && threads.contains("`ulimit -u`"))
        let addresses = "\(ScarceRoomError.addresses(needed: 192 << 20))"
        #expect(addresses.contains("192 MiB") && addresses.contains("`ulimit -v`"))
    }
}
