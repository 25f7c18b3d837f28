// The child process that reads another machine's devices, with the same code that reads local ones. libiio can
// be crashed by what the other machine sends, so it runs here, where there is nothing to lose: the child starts
// its threads and gives up its privileges before it contacts any machine. A separate child resolves names.

internal import CIIO
internal import MotionRecorder
internal import SampleStream
public import SystemCalls
internal import Timebase

/// What a program registers so that it can read the devices of other machines.
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

/// Serves one order of the parent.
final class RemoteChild: Sendable {
    private let end: ChildEnd
    private let progress: RemoteProgress
    private let stop = StopSignal()

    /// How long to wait for a machine that does not accept a connection: less than the parent waits.
    private static let patience = Duration.milliseconds(1900)

    init(_ end: ChildEnd) {
        self.end = end
        progress = RemoteProgress(in: end.memory)
    }

    /// Receives the parent's order and carries it out.
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

    /// Receives stop requests from the parent; ends this process when the parent is gone or sends anything else.
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
            // The description is larger than a message: no real sensor describes itself at such length.
            let fault = RemoteFault(IIOError(.malformed("its description is too long"), at: "iiod"))
            if let bytes = try? RemoteCoding.bytes(of: RemoteReport.failed(fault)) {
                try? end.send(bytes)
            }
        }
    }

    /// Sends a clock note; returns false if the parent has not read for so long that there is no room.
    private func tells(_ note: ClockNote) -> Bool {
        guard let bytes = try? RemoteCoding.bytes(of: RemoteReport.clock(RemoteClock(note)))
        else { return true }
        return (try? end.send(bytes)) != nil
    }

    // MARK: Reaching

    /// The access that an order needs.
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
        // The requesting process reads local devices itself.
        case .local: throw IIOError(.badAddress, at: uri)
        }
    }

    /// Gives up access to files that the order does not need.
    ///
    /// The limit applies to this thread and to the threads started later, so this is called before any other thread
    /// is started.
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

    /// Gives up every privilege that is not needed from here on, and connects to the machine.
    ///
    /// - Returns: The context's address with a numeric host.
    private func reach(_ uri: String, _ addresses: [String]) throws -> String {
        let address = try ContextAddress(uri, supported: IIOContext.backends)
        progress.begin(.reaching)
        // A description from a server must not make libxml2 open servers or files of this system. A description
        // that is itself a file is read with libxml2's usual loader, but without any network.
        if address.backend != .xml { footfall_iio_read_nothing_else() }
        let needs = try Self.needs(of: .list(uri: uri, addresses: addresses))
        try confine(to: needs, for: uri)
        if case .devices = needs {
            // If confining fails, the child must not read from the device: it ends.
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
        ending.signal = { link.dataEvent.signal() }
        let ends = SampleRing.handovers(of: MotionSample.self, capacity: 4096)
        guard let producer = ends.producer.take(), let consumer = ends.consumer.take() else {
            preconditionFailure("nobody else takes the ends of a new ring")
        }
        let thread: SystemThread
        do {
            thread = try CaptureThread.start(
                source,
                into: producer,
                link: link,
                stop: stop,
                options: CaptureOptions(threadName: "iio", priority: .ordinary)
            ) { report in
                guard case .opened(var description) = report else { return }
                description.details["uri"] = request.uri
                self.send(.opened(RemoteDescription(description)))
            }
        } catch {
            return send(.failed(RemoteFault(error)))
        }
        hand(consumer, link, ending)
        switch ending.result {
        case .failure(let error)?:
            send(.failed(RemoteFault(error)))
        case .success?, nil:
            send(.ended)
        }
        // The end is reported already. Closing the connection to the other machine may take long.
        thread.join()
    }

    /// Forwards samples until the source has ended and all are forwarded.
    ///
    /// Clock notes for which the parent has no room at the end are dropped.
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
        let pause = WakeEvent()
        var clocks: [ClockNote] = []
        while true {
            let signals = link.dataEvent.count
            let isOver = ending.result != nil
            while let sample = consumer.pop() {
                link.tellRoom()
                guard let sample = RemoteSample(sample) else { continue }
                // The parent removes the samples or kills this process, so waiting for room loses nothing.
                while !ring.push(sample) { pause.wait(since: 0, upTo: .milliseconds(1)) }
            }
            clocks += link.takeClocks()
            clocks.removeFirst(clocks.prefix { self.tells($0) }.count)
            if isOver { return }
            link.dataEvent.wait(since: signals, upTo: .milliseconds(20))
        }
    }
}
