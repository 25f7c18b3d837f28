// Connects the stand-in for a service of the system to a test's own bus, and serves it there.

internal import CSystemd
internal import Synchronization
internal import SystemCalls
internal import Testing

/// Answers calls, and may send signals, on the thread that serves it.
protocol StandIn: AnyObject, Sendable {
    /// Its name on the bus, and the path of its one object.
    static var name: String { get }
    static var path: String { get }

    /// Answers a call, as a handler of sd-bus does.
    func answer(_ call: OpaquePointer) -> Int32
    /// Does what is to be done between calls; returns a negative number if that fails.
    func idle(on bus: OpaquePointer?) -> Int32
    /// Releases what it holds, because it is no longer served.
    func leave()
}

extension StandIn {
    func idle(on bus: OpaquePointer?) -> Int32 { 0 }
    func leave() {}
}

/// Serves one stand-in on a new bus.
final class StandInService: Sendable {
    /// The bus that it is on.
    let bus: PrivateBus
    private let isOver = Atomic<Bool>(false)

    init() async throws { bus = try await PrivateBus() }

    /// Makes it leave the bus.
    func end() { isOver.store(true, ordering: .releasing) }

    /// Begins to serve; returns once the bus knows the name.
    func start<Served: StandIn>(_ served: Served) async throws {
        let ready = Told<Int32>()
        _ = try SystemThread.spawn(name: "stand-in") { self.serve(served, ready) }
        let answers = try await ready.first(1)
        try #require(answers.allSatisfy { $0 >= 0 }, "\(answers)")
    }

    /// The context of the bus's callback, to be passed as one pointer.
    private final class Callee {
        let served: any StandIn
        init(_ served: any StandIn) { self.served = served }
    }

    private func serve<Served: StandIn>(_ served: Served, _ ready: Told<Int32>) {
        let callee = Callee(served)
        var bus: OpaquePointer?
        defer {
            unsafe sd_bus_flush_close_unref(bus)
            withExtendedLifetime(callee) {}
        }
        var answer = unsafe sd_bus_new(&bus)
        if answer >= 0 { answer = unsafe sd_bus_set_address(bus, self.bus.address) }
        if answer >= 0 { answer = unsafe sd_bus_set_bus_client(bus, 1) }
        if answer >= 0 { answer = unsafe sd_bus_start(bus) }
        if answer >= 0 {
            answer = unsafe sd_bus_add_object(
                bus,
                nil,
                Served.path,
                { call, context, _ in
                    guard let call = unsafe call, let context = unsafe context else { return 0 }
                    return unsafe Unmanaged<Callee>.fromOpaque(context).takeUnretainedValue()
                        .served.answer(call)
                },
                Unmanaged.passUnretained(callee).toOpaque()
            )
        }
        if answer >= 0 { answer = unsafe sd_bus_request_name(bus, Served.name, 0) }
        ready.tell(answer)
        while answer >= 0, !isOver.load(ordering: .acquiring) {
            answer = unsafe sd_bus_process(bus, nil)
            if answer == 0 { answer = unsafe served.idle(on: bus) }
            if answer == 0 { answer = unsafe sd_bus_wait(bus, 20_000) }
        }
        served.leave()
    }
}
