// The records that are written but not flushed. Should the flush fail, this says whose they were, so
// that each is counted in a gap.

public import SampleStream

/// What one unflushed record held.
@frozen
@usableFromInline
struct UnsettledRecord {
    @usableFromInline var time: Int64
    /// Readings it stands for: one, or as many as a gap tells of; 0 for a mark.
    @usableFromInline var readings: Int64
    @usableFromInline var channel: Int32
    /// Why they are missing already, for a gap.
    @usableFromInline var reason: GapReason?
    @usableFromInline var isEstimated: Bool

    @inlinable
    init(
        time: Int64,
        readings: Int64,
        channel: Int,
        reason: GapReason?,
        isEstimated: Bool = false
    ) {
        self.time = time
        self.readings = readings
        self.channel = Int32(truncatingIfNeeded: channel)
        self.reason = reason
        self.isEstimated = isEstimated
    }
}

/// The unflushed records of a file, in a fixed space.
@safe
@usableFromInline
struct UnsettledRecords: ~Copyable {
    @usableFromInline static let capacity = 4096
    @usableFromInline let slots: UnsafeMutablePointer<UnsettledRecord>
    @usableFromInline var count = 0

    init() {
        unsafe slots = .allocate(capacity: Self.capacity)
        unsafe slots.initialize(
            repeating: UnsettledRecord(time: 0, readings: 0, channel: 0, reason: nil),
            count: Self.capacity
        )
    }

    // Inlinable, as whatever destroys it in place is: the optimizer of release builds insists.
    @inlinable
    deinit {
        unsafe slots.deallocate()
    }

    @inlinable var isFull: Bool { count == Self.capacity }

    @inlinable
    mutating func append(_ record: UnsettledRecord) {
        precondition(count < Self.capacity, "a flush comes before what would not fit")
        unsafe slots[count] = record
        count &+= 1
    }

    subscript(index: Int) -> UnsettledRecord {
        precondition(index >= 0 && index < count)
        return unsafe slots[index]
    }

    mutating func removeAll() {
        count = 0
    }
}
