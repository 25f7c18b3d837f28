// The child's side: the whole reading of another machine's devices, by the same code that reads them here,
// in a process that has nothing to lose. Its threads are started and its rights given up before it asks anybody
// anything; a name is resolved by a child that does nothing else.

internal import CIIO
internal import MotionRecorder
internal import SampleStream
public import SystemCalls
internal import Timebase

/// What a program serves, so that it can read the devices of other machines.
public enum IIORemote {
    /// The service, for `SandboxedChild.runIfAsked`.
    public static let service = SandboxedService(name, load: { footfall_iio_load() }) {
        RemoteChild($0).serve()
    }

    static let name = "iio"
    /// How many samples the ring holds: more than a second of two fast sensors.
    static let capacity = 16384
    static let memoryBytes =
        RemoteProgress.bytes + SampleRing.bytes(of: RemoteSample.self, capacity: capacity)
}

/// One order's service.
final class RemoteChild: Sendable {
    private let end: ChildEnd
    private let progress: RemoteProgress
    private let stop = StopSignal()

    /// How long a machine that does not take a connection is waited for: shorter than the parent waits.
    private static let patience = Duration.milliseconds(1900)

    init(_ end: ChildEnd) {
        self.end = end
        progress = RemoteProgress(in: end.memory)
    }

    /// Does what the parent orders.
    func serve() {
        guard let bytes = end.receive(),
            let order = RemoteCoding.message(RemoteOrder.self, in: bytes),
            isKeptFromFiles(for: order),
            (try? SystemThread.spawn(name: "parent", { self.listen() })) != nil
        else { return }
        switch order {
        case .resolve(let name, let uri):
            progress.begin(.resolving)
            answer {
                try confine(to: .names, for: uri)
                do throws(Errno) {
                    return .resolved(try NetworkReach.addresses(of: name))
                } catch {
                    throw IIOError(.unreachable(error), at: uri)
                }
            }
        case .list(let uri, let addresses):
            answer {
                let address = try reach(uri, addresses)
                return .listed(try listing(at: address, as: uri))
            }
        case .record(let request, let addresses):
            record(request, addresses)
        case .drain:
            break
        }
    }

    /// Hears the parent out; when it is gone, so is this process.
    private func listen() {
        while let bytes = end.receive() {
            guard case .drain(let nanoseconds)? = RemoteCoding.message(RemoteOrder.self, in: bytes)
            else { break }
            stop.drain(until: BootInstant(nanoseconds: nanoseconds))
        }
        ChildEnd.end()
    }

    private func send(_ report: RemoteReport) {
        do {
            try end.send(try RemoteCoding.bytes(of: report))
        } catch {
            // It describes itself by more than any sensor has to say.
            let fault = RemoteFault(IIOError(.malformed("it says too much"), at: "iiod"))
            if let bytes = try? RemoteCoding.bytes(of: RemoteReport.failed(fault)) {
                try? end.send(bytes)
            }
        }
    }

    /// Tells a clock, unless the parent has not read for so long that there is no room.
    private func tells(_ note: ClockNote) -> Bool {
        guard let bytes = try? RemoteCoding.bytes(of: RemoteReport.clock(RemoteClock(note)))
        else { return true }
        return (try? end.send(bytes)) != nil
    }

    // MARK: Reaching

    /// What an order takes.
    private static func needs(of order: RemoteOrder) throws -> ChildEnd.Needs {
        let uri: String
        switch order {
        case .resolve: return .names
        case .list(let place, _): uri = place
        case .record(let request, _): uri = request.uri
        case .drain: return .network
        }
        let address = try ContextAddress(uri, supported: IIOContext.backends)
        switch address.backend {
        case .ip: return .network
        case .xml: return .file(String(uri.dropFirst("xml:".count)))
        case .usb: return .devices(port: nil)
        case .serial: return .devices(port: address.port)
        // Those of this machine are read by the process that wants them.
        case .local: throw IIOError(.badAddress, at: uri)
        }
    }

    /// Gives up the files that an order does not take; only threads that are still to be started do so, too.
    private func isKeptFromFiles(for order: RemoteOrder) -> Bool {
        do {
            try end.limitFiles(to: try Self.needs(of: order))
            return true
        } catch let error as SystemError {
            let call = "confine the process that reads from it (\(error))"
            send(.failed(RemoteFault(IIOError(.failed(call: call, error.errno), at: "iiod"))))
        } catch {
            send(.failed(RemoteFault(error)))
        }
        return false
    }

    /// Gives up whatever is not needed from here on, and connects to the machine.
    ///
    /// - Returns: The context's address, in numbers.
    private func reach(_ uri: String, _ addresses: [String]) throws -> String {
        let address = try ContextAddress(uri, supported: IIOContext.backends)
        progress.begin(.reaching)
        // A description must not name others to be asked, nor files that the system has. One that is a file is read
        // in the same way, and has no network.
        if address.backend != .xml { footfall_iio_read_nothing_else() }
        let needs = try Self.needs(of: .list(uri: uri, addresses: addresses))
        try confine(to: needs, for: uri)
        if case .devices = needs {
            // Who cannot give up the rest has nothing to read any more.
            progress.whenOpened { [end] in
                do throws(SystemError) {
                    try end.confine(to: .openDevices)
                } catch {
                    ChildEnd.end()
                }
            }
        }
        var numbers = uri
        if let host = address.host {
            let name: String
            do throws(Errno) {
                name = try NetworkReach.look(
                    amongNumbers: addresses,
                    port: host.port,
                    patience: Self.patience,
                    isGivenUp: { self.stop.isRaised }
                )
            } catch {
                throw IIOError(.unreachable(error), at: uri)
            }
            numbers = "ip:" + (name.contains(":") ? "[\(name)]" : name) + ":\(host.port)"
        }
        progress.begin(.describing)
        return numbers
    }

    private func confine(to needs: ChildEnd.Needs, for uri: String) throws(IIOError) {
        do throws(SystemError) {
            try end.confine(to: needs)
        } catch {
            let call = "confine the process that reads from it"
            throw IIOError(.failed(call: call, error.errno), at: uri)
        }
    }

    // MARK: Listing

    private func answer(_ work: () throws -> RemoteReport) {
        do {
            send(try work())
        } catch {
            send(.failed(RemoteFault(error)))
        }
    }

    private func listing(at numbers: String, as uri: String) throws -> IIODeviceList {
        do {
            var list = try IIODeviceList.look(at: numbers, mutesLibrary: false, progress: progress)
            list.uri = uri
            return list
        } catch {
            throw ServedSource.named(error, numbers, uri)
        }
    }

    // MARK: Recording

    private func record(_ request: RemoteRequest, _ addresses: [String]) {
        let source = ServedSource(request, showing: progress) {
            try self.reach(request.uri, addresses)
        }
        let ending = source.ending
        let link = StreamLink()
        ending.ring = { link.dataBell.ring() }
        let ends = SampleRing.make(of: MotionSample.self, capacity: 4096)
        let thread: SystemThread
        do {
            thread = try CaptureThread.start(
                source,
                into: ends.producer,
                link: link,
                stop: stop,
                options: CaptureOptions(threadName: "iio", haste: .ordinary)
            ) { report in
                guard case .opened(var description) = report else { return }
                description.details["uri"] = request.uri
                self.send(.opened(RemoteDescription(description)))
            }
        } catch {
            return send(.failed(RemoteFault(error)))
        }
        hand(ends.consumer, link, ending)
        switch ending.result {
        case .failure(let error)?:
            send(.failed(RemoteFault(error)))
        case .success?, nil:
            send(.ended)
        }
        // What has ended is told; the machine may take its time to say good-bye.
        thread.join()
    }

    /// Hands samples on until the source has ended and all are handed on.
    private func hand(
        _ consumer: consuming RingConsumer<MotionSample>,
        _ link: StreamLink,
        _ ending: ServedEnding
    ) {
        var consumer = consumer
        var ring = SampleRing.producer(
            of: RemoteSample.self,
            capacity: IIORemote.capacity,
            in: end.memory,
            at: RemoteProgress.bytes
        )
        let pause = Doorbell()
        var clocks: [ClockNote] = []
        while true {
            let rings = link.dataBell.count
            let isOver = ending.result != nil
            while let sample = consumer.pop() {
                link.tellRoom()
                guard let sample = RemoteSample(sample) else { continue }
                // The parent takes them, or kills: nothing is lost by waiting for it.
                while !ring.push(sample) { pause.wait(since: 0, upTo: .milliseconds(1)) }
            }
            clocks += link.takeClocks()
            clocks.removeFirst(clocks.prefix { self.tells($0) }.count)
            if isOver { return }
            link.dataBell.wait(since: rings, upTo: .milliseconds(20))
        }
    }
}
