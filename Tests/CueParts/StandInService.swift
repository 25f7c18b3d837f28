// A service on a bus of the test's own: what stands in for a service of the system answers and tells, and this serves it.

internal import CSystemd
internal import Synchronization
internal import SystemCalls
internal import Testing

/// What is asked, and may tell something, on the thread that serves it.
protocol StandIn: AnyObject, Sendable {
    /// The name that it has on the bus, and where its one object is.
    static var name: String { get }
    static var path: String { get }

    /// Answers a call, as a handler of sd-bus does.
    func answer(_ call: OpaquePointer) -> Int32
    /// Does what there is to do while nobody asks; below 0 where that fails.
    func idle(on bus: OpaquePointer?) -> Int32
    /// Lets go of what it has: it is on the bus no more.
    func leave()
}

extension StandIn {
    func idle(on bus: OpaquePointer?) -> Int32 { 0 }
    func leave() {}
}

/// Serves one stand-in on a bus that nobody else is on.
final class StandInService: Sendable {
    /// The bus that it is on.
    let bus: PrivateBus
    private let isOver = Atomic<Bool>(false)

    init() async throws { bus = try await PrivateBus() }

    /// Has it leave the bus.
    func end() { isOver.store(true, ordering: .releasing) }

    /// Begins to serve, and returns once the bus knows the name.
    func start<Served: StandIn>(_ served: Served) async throws {
        let ready = Told<Int32>()
        _ = try SystemThread.spawn(name: "stand-in") { self.serve(served, ready) }
        let answers = try await ready.first(1)
        try #require(answers.allSatisfy { $0 >= 0 }, "\(answers)")
    }

    /// Whom the bus calls back, as one pointer.
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
