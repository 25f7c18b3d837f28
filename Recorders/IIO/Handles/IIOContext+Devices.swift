// Reads the devices of a context into plain values, once; all decisions use these values. Raw readings are left
// out, because reading one disturbs a device that is in use. The rates of HID sensors are left out while a
// process reads one of them (see `isHubRead`).

internal import CIIO
internal import SystemCalls

/// What a context holds.
struct ContextContents: Sendable, Hashable {
    var devices: [DeviceDescription] = []
    var triggers: [TriggerDescription] = []
}

extension IIOContext {
    private static let deviceAttributes =
        [
            "sampling_frequency", "sampling_frequency_available", "current_timestamp_clock",
            "mount_matrix", "in_mount_matrix", "scale", "offset",
        ] + DeviceKey.attributes
    private static let channelAttributes = [
        "scale", "offset", "sampling_frequency", "sampling_frequency_available", "mount_matrix",
    ]

    /// Reads the descriptions of all devices and triggers of the context.
    func contents() throws(IIOError) -> ContextContents {
        var contents = ContextContents()
        let count = unsafe Int(iio_context_get_devices_count(box.raw))
        let asksRates = try !isHubRead(among: count)
        for place in 0..<count {
            let isTrigger = try unsafe box.withOwner(.device(place)) { device, _ in
                unsafe iio_device_is_trigger(device)
            }
            if isTrigger {
                contents.triggers.append(try trigger(at: place))
            } else {
                contents.devices.append(try device(at: place, asksRates: asksRates))
            }
        }
        return contents
    }

    /// True if a process on this machine reads a HID sensor.
    ///
    /// To report the rate of such a sensor, the kernel queries the sensor. While the kernel handles the answer, it
    /// silently drops the samples of all sensors of the same hub. So listing devices would cost a running recording
    /// samples.
    private func isHubRead(among count: Int) throws(IIOError) -> Bool {
        guard address.isLocal else { return false }
        for place in 0..<count {
            let name = try unsafe box.withOwner(.device(place)) { device, _ in
                unsafe iio_device_get_name(device).map { unsafe String(cString: $0) }
            }
            guard DeviceDescription.isHIDSensor(named: name) else { continue }
            if KernelFiles.isBufferOn(of: box.id(ofDevice: place)) { return true }
        }
        return false
    }

    private func trigger(at place: Int) throws(IIOError) -> TriggerDescription {
        let name = try unsafe box.withOwner(.device(place)) { device, _ in
            unsafe iio_device_get_name(device).map { unsafe String(cString: $0) }
        }
        return TriggerDescription(
            place: place,
            id: box.id(ofDevice: place),
            name: name ?? "",
            samplingFrequency: try values(["sampling_frequency"], of: .device(place))[
                "sampling_frequency"
            ]
        )
    }

    /// Reads the present description of one device.
    private func device(at place: Int, asksRates: Bool) throws(IIOError) -> DeviceDescription {
        let words = try unsafe box.withOwner(.device(place)) { device, _ in
            (
                name: unsafe iio_device_get_name(device).map { unsafe String(cString: $0) },
                label: unsafe iio_device_get_label(device).map { unsafe String(cString: $0) },
                channels: unsafe Int(iio_device_get_channels_count(device))
            )
        }
        let asksRate = asksRates || !DeviceDescription.isHIDSensor(named: words.name)
        let isAsked = { (name: String) in asksRate || name != "sampling_frequency" }
        var description = DeviceDescription(
            place: place,
            id: box.id(ofDevice: place),
            name: words.name,
            label: words.label,
            channels: try (0..<words.channels).mapTyped { index throws(IIOError) in
                try channel(index, of: place, asking: Self.channelAttributes.filter(isAsked))
            },
            attributes: try values(Self.deviceAttributes.filter(isAsked), of: .device(place)),
            trigger: try triggerState(of: place),
            isRateUnasked: !asksRate
        )
        if address.isLocal { description.treePlace = DeviceKey.place(of: description.id) }
        return description
    }

    private func channel(
        _ place: Int,
        of device: Int,
        asking names: [String]
    ) throws(IIOError) -> ChannelDescription {
        let owner = AttributeOwner.channel(place, device: device)
        var description = try unsafe box.withOwner(owner) { _, channel in
            unsafe Self.describe(channel, place)
        }
        let known = description.attributeNames
        description.attributes = try values(
            names.filter(known.contains),
            of: owner
        )
        return description
    }

    private static func describe(_ raw: OpaquePointer?, _ place: Int) -> ChannelDescription {
        guard let raw = unsafe raw else { return ChannelDescription(place: place, id: "") }
        var description = ChannelDescription(
            place: place,
            id: unsafe iio_channel_get_id(raw).map { unsafe String(cString: $0) } ?? "",
            isOutput: unsafe iio_channel_is_output(raw)
        )
        for index in 0..<(unsafe iio_channel_get_attrs_count(raw)) {
            if let name = unsafe iio_channel_get_attr(raw, index) {
                description.attributeNames.insert(unsafe String(cString: name))
            }
        }
        let index = unsafe iio_channel_get_index(raw)
        guard unsafe iio_channel_is_scan_element(raw), index >= 0,
            let format = unsafe iio_channel_get_data_format(raw)
        else { return description }
        description.scanIndex = index
        description.format = unsafe ScanFormat(
            isBigEndian: format.pointee.is_be,
            isSigned: format.pointee.is_signed,
            bits: Int(format.pointee.bits),
            storageBits: Int(format.pointee.length),
            shift: Int(format.pointee.shift),
            repeats: max(1, Int(format.pointee.`repeat`))
        )
        return description
    }

    private func values(
        _ names: [String],
        of owner: AttributeOwner
    ) throws(IIOError) -> [String: String] {
        let present = names.filter { name in
            guard case .device = owner else { return true }
            return unsafe box.tryOwner(owner) { device, _ in
                unsafe iio_device_find_attr(device, name) != nil
            } ?? false
        }
        var values: [String: String] = [:]
        for name in present {
            // An attribute that cannot be read counts as missing; code that needs it reports the error.
            values[name] = try readIfThere(name, of: owner)
        }
        return values
    }

    private func triggerState(of place: Int) throws(IIOError) -> TriggerState {
        var found: OpaquePointer?
        let answer = unsafe box.tryOwner(.device(place)) { device, _ in
            unsafe iio_device_get_trigger(device, &found)
        }
        if let trigger = unsafe found, let name = unsafe iio_device_get_name(trigger) {
            return .set(unsafe String(cString: name))
        }
        switch answer {
        // libiio reports an empty attribute as a failed read.
        case 0, .some(-Errno.ioError.rawValue): return .none
        // The attribute names a trigger that is gone, or one that another program has just made for this
        // device. In that case the kernel refuses to set another one.
        case .some(-Errno.noDeviceOrAddress.rawValue): return .none
        case .some(let code):
            let errno = Errno(rawValue: -code)
            guard !address.isLocal, errno.isOfLostConnection || errno == .timedOut else {
                return .unsupported
            }
            throw IIOError(.connectionLost(errno), at: address.uri)
        case nil:
            return .unsupported
        }
    }

    /// Sets the trigger that fills a device's buffer; `nil` removes it.
    func setTrigger(at trigger: Int?, of place: Int) throws(IIOError) {
        let answer = try unsafe box.withOwner(.device(place)) { device, _ in
            let chosen = unsafe trigger.flatMap {
                unsafe iio_context_get_device(box.raw, UInt32(clamping: $0))
            }
            return unsafe iio_device_set_trigger(device, chosen)
        }
        guard answer >= 0 else {
            let errno = Errno(rawValue: -answer)
            let id = box.id(ofDevice: place)
            let file = KernelFiles.path("trigger/current_trigger", of: id)
            switch errno {
            case .access, .permission: throw IIOError(.notPermitted(obstacle: file), at: id)
            case .busy: throw IIOError(.busy(holder: nil), at: id)
            default: throw IIOError(.failed(call: "set its trigger", errno), at: id)
            }
        }
    }
}

extension Range where Bound == Int {
    /// Like `map`, but keeps the type of the thrown error.
    func mapTyped<Element>(
        _ transform: (Int) throws(IIOError) -> Element
    ) throws(IIOError) -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for index in self { elements.append(try transform(index)) }
        return elements
    }
}
