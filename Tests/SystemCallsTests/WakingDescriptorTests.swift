import SystemCalls
import Testing

@Suite("A sleep beside descriptors")
struct WakingDescriptorTests {
    @Test("ends when it is woken, now and from now on")
    func wakes() throws {
        let waking = try WakingDescriptor()
        var sleep = DescriptorSleep(beside: [], wokenBy: waking)
        let thread = try SystemThread.spawn(name: "waker") { waking.wake() }
        // Without an end, this would never return.
        sleep.wait()
        thread.join()
        sleep.wait()
        var another = DescriptorSleep(beside: [-1], wokenBy: waking)
        another.wait()
    }

    @Test("ends when its time is over")
    func times() throws {
        let waking = try WakingDescriptor()
        var sleep = DescriptorSleep(beside: [], wokenBy: waking)
        sleep.wait(upTo: .milliseconds(1))
        sleep.wait(upTo: .zero)
        sleep.wait(upTo: .seconds(-1))
    }
}
