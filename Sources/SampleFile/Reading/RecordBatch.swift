// A batch of cells, as the reader returns it. The caller reads the columns that it knows from each row; columns
// that it does not read cost no allocation.

/// Some records of a file, in order, valid until the reader is asked for the next batch.
///
/// Using a batch after that stops the program, because its cells then hold other records.
@safe public struct RecordBatch {
    /// The number of records, at least one.
    public let count: Int
    /// The number of the first record in the file, counted from one.
    public let firstRecord: Int
    @usableFromInline let store: RecordStore
    @usableFromInline let kinds: UnsafePointer<UInt8>
    @usableFromInline let values: UnsafePointer<UInt64>
    @usableFromInline let columns: Int
    @usableFromInline let generation: Int
    /// The offset in the file at which the store begins.
    @usableFromInline let base: Int64

    init(count: Int, firstRecord: Int, store: RecordStore, base: Int64) {
        self.count = count
        self.firstRecord = firstRecord
        self.store = store
        unsafe kinds = store.kinds
        unsafe values = store.values
        columns = store.columns
        generation = store.generation
        self.base = base
    }

    /// The number in a cell; `nil` if the cell is empty or the column has another kind.
    @inlinable
    public func number(_ row: Int, _ column: Int) -> Double? {
        let cell = place(row, column)
        guard unsafe kinds[cell] == CellKind.number else { return nil }
        return unsafe Double(bitPattern: values[cell])
    }

    /// The whole number in a cell; `nil` if the cell is empty or the column has another kind.
    @inlinable
    public func integer(_ row: Int, _ column: Int) -> Int64? {
        let cell = place(row, column)
        guard unsafe kinds[cell] == CellKind.integer else { return nil }
        return unsafe Int64(bitPattern: values[cell])
    }

    /// The text or JSON value in a cell; `nil` if the cell is empty or the column has another kind.
    @inlinable
    public func text(_ row: Int, _ column: Int) -> RecordText? {
        let cell = place(row, column)
        guard unsafe kinds[cell] == CellKind.text else { return nil }
        let value = unsafe values[cell]
        return RecordText(
            store: store,
            generation: generation,
            offset: Int(UInt32(truncatingIfNeeded: value)),
            count: Int(value >> 32)
        )
    }

    /// The Boolean in a cell; `nil` if the cell is empty or the column has another kind.
    @inlinable
    public func boolean(_ row: Int, _ column: Int) -> Bool? {
        let cell = place(row, column)
        guard unsafe kinds[cell] == CellKind.boolean else { return nil }
        return unsafe values[cell] != 0
    }

    /// The offset in the file at which a record begins.
    @inlinable
    public func byteOffset(_ row: Int) -> Int64 {
        unsafe base + Int64(store.extents[2 * (place(row, 0) / columns)])
    }

    @inlinable @inline(__always)
    func place(_ row: Int, _ column: Int) -> Int {
        precondition(
            generation == store.generation,
            "a batch of records was used after the reader went on"
        )
        precondition(
            row >= 0 && row < count && column >= 0 && column < columns,
            "no such row or column in the batch"
        )
        return row &* columns &+ column
    }
}

/// The C++ scanner's codes for the content of a cell, repeated here so that other modules can inline them.
@usableFromInline enum CellKind {
    @inlinable static var number: UInt8 { 1 }
    @inlinable static var integer: UInt8 { 2 }
    @inlinable static var text: UInt8 { 3 }
    @inlinable static var boolean: UInt8 { 4 }
}
