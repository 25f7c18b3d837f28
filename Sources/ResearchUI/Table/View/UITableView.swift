// A table without a screen. A cell is made once and kept for the name of its row, so that it stays the same element
// when the table is reloaded, and only cells with changed content are updated.

public import FoundationTypes
internal import Research
public import ViewTree

/// Fills a table.
@MainActor
public protocol UITableViewDataSource: AnyObject {
    func numberOfSections(in tableView: UITableView) -> Int
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
    /// The name of a section: unique and constant, whatever the section shows.
    func tableView(_ tableView: UITableView, nameOfSection section: Int) -> String
    /// The name of a row: unique in its section and constant, whatever the row shows.
    func tableView(_ tableView: UITableView, nameOfRowAt indexPath: IndexPath) -> String
    /// The header of a section.
    func tableView(_ tableView: UITableView, contentOfSection section: Int) -> SectionContent
}

extension UITableViewDataSource {
    public func numberOfSections(in tableView: UITableView) -> Int { 1 }

    public func tableView(_ tableView: UITableView, nameOfSection section: Int) -> String {
        "section\(section)"
    }

    public func tableView(_ tableView: UITableView, nameOfRowAt indexPath: IndexPath) -> String {
        "row\(indexPath.row)"
    }

    public func tableView(
        _ tableView: UITableView,
        contentOfSection section: Int
    ) -> SectionContent { SectionContent() }
}

/// Receives what the participant does with a table.
@MainActor
public protocol UITableViewDelegate: AnyObject {
    /// A row was tapped.
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
}

/// A table: header, sections with rows, and footer.
open class UITableView: UIView {
    /// Makes a cell.
    public typealias CellMaker = @MainActor () -> UITableViewCell

    public final weak var dataSource: (any UITableViewDataSource)?
    public final weak var delegate: (any UITableViewDelegate)?
    /// The view at the top.
    open var tableHeaderView: UIView? { didSet { exchange(oldValue, for: tableHeaderView) } }
    /// The view between the header and the sections.
    open var tableBodyView: UIView? { didSet { exchange(oldValue, for: tableBodyView) } }
    /// The view at the bottom.
    open var tableFooterView: UIView? { didSet { exchange(oldValue, for: tableFooterView) } }

    // For hosts that measure in points; the view tree does not depend on these.

    /// The usual height of a row, in points.
    open var rowHeightInPoints = 0.0
    /// The minimum height of the header, in points.
    open var minimumHeaderHeightInPoints = 0.0
    /// The free space at the bottom, in points.
    open var bottomMarginInPoints = 0.0

    private var makers: [String: CellMaker] = [:]
    private var sections: [UITableSectionView] = []

    public override init(name: String = "table") { super.init(name: name) }

    open override var content: ViewContent { .group(GroupContent(.table)) }

    /// Asks the data source for everything again.
    open func reloadData() { rebuild() }

    /// Asks the data source for the rows of sections again.
    open func reloadSections(_ sections: IndexSet) {
        for section in sections where self.sections.indices.contains(section) { fill(section) }
    }

    /// Asks the data source for rows again.
    open func reloadRows(at indexPaths: [IndexPath]) {
        for place in indexPaths { fill(place) }
    }
}

extension UITableView {
    // MARK: Cells

    /// Registers a maker for cells with an identifier.
    public final func register(
        _ maker: @escaping CellMaker,
        forCellReuseIdentifier identifier: String
    ) { makers[identifier] = maker }

    /// Registers the class of cells with an identifier.
    public final func register(
        _ cellClass: UITableViewCell.Type,
        forCellReuseIdentifier identifier: String
    ) { makers[identifier] = { cellClass.init(name: "cell") } }

    /// True if cells with an identifier are registered.
    public final func isRegistered(_ identifier: String) -> Bool { makers[identifier] != nil }

    /// The row's existing cell if it has this identifier, or else a new one.
    ///
    /// A new cell is a plain one if the identifier is not registered.
    public final func dequeueReusableCell(
        withIdentifier identifier: String,
        for indexPath: IndexPath
    ) -> UITableViewCell {
        if sections.indices.contains(indexPath.section), let dataSource {
            let row = dataSource.tableView(self, nameOfRowAt: indexPath)
            let cell = sections[indexPath.section].takeCell(of: row)
            if let cell, cell.reuseIdentifier == identifier { return cell }
        }
        let cell = makers[identifier]?() ?? UITableViewCell(name: "cell")
        cell.reuseIdentifier = identifier
        return cell
    }

    // MARK: Places

    public final var numberOfSections: Int { sections.count }

    public final func numberOfRows(inSection section: Int) -> Int {
        sections.indices.contains(section) ? sections[section].cells.count : 0
    }

    /// The cell of a row; `nil` if there is no such row.
    public final func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        guard indexPath.count == 2, sections.indices.contains(indexPath.section) else { return nil }
        let cells = sections[indexPath.section].cells
        return cells.indices.contains(indexPath.row) ? cells[indexPath.row] : nil
    }

    /// The row of a cell; `nil` for a cell of another table.
    public final func indexPath(for cell: UITableViewCell) -> IndexPath? {
        guard let section = sections.firstIndex(where: { $0 === cell.superview }),
            let row = sections[section].cells.firstIndex(where: { $0 === cell })
        else { return nil }
        return IndexPath(row: row, section: section)
    }

    /// All cells, from top to bottom.
    public final var cells: [UITableViewCell] { sections.flatMap(\.cells) }

    // MARK: Filling

    private func rebuild() {
        let count = dataSource?.numberOfSections(in: self) ?? 0
        let earlier = Dictionary(sections.map { ($0.key, $0) }) { first, _ in first }
        var kept: Set<String> = []
        let names = (0..<count).map { dataSource?.tableView(self, nameOfSection: $0) ?? "" }
        let gone = sections
        sections = names.map { name in
            guard let section = earlier[name], kept.insert(name).inserted else {
                return UITableSectionView(key: name)
            }
            return section
        }
        for index in sections.indices { fill(index) }
        arrangeParts(instead: gone)
    }

    private func fill(_ section: Int) {
        guard let dataSource else { return }
        let view = sections[section]
        view.section = dataSource.tableView(self, contentOfSection: section)
        view.offerCells()
        let count = dataSource.tableView(self, numberOfRowsInSection: section)
        view.show(
            (0..<count).map { row in
                let place = IndexPath(row: row, section: section)
                return (
                    dataSource.tableView(self, nameOfRowAt: place),
                    dataSource.tableView(self, cellForRowAt: place)
                )
            }
        )
    }

    private func fill(_ place: IndexPath) {
        guard let dataSource, cellForRow(at: place) != nil else { return }
        let section = sections[place.section]
        section.offerCell(at: place.row)
        section.show(dataSource.tableView(self, cellForRowAt: place), at: place.row)
    }

    private func exchange(_ earlier: UIView?, for view: UIView?) {
        guard earlier !== view else { return }
        arrangeParts(instead: [earlier].compactMap { $0 })
    }

    private func arrangeParts(instead earlier: [UIView]) {
        let above = [tableHeaderView, tableBodyView].compactMap { $0 }
        let parts = above + sections + [tableFooterView].compactMap { $0 }
        let own = Set((earlier + parts).map(ObjectIdentifier.init))
        // Views that a layout has added come after these parts.
        arrange(parts + subviews.filter { !own.contains(ObjectIdentifier($0)) })
    }
}

/// A section of a table; its subviews are its cells.
public final class UITableSectionView: UIView {
    /// The data source's name for the section.
    let key: String
    private(set) var cells: [UITableViewCell] = []
    private var keys: [String] = []
    private var offered: [String: UITableViewCell] = [:]
    /// The header of the section.
    public internal(set) var section = SectionContent() {
        didSet { if section != oldValue { setNeedsDisplay() } }
    }

    init(key: String) {
        self.key = key
        super.init(name: key)
    }

    public override var content: ViewContent { .section(section) }

    /// Offers the present cells for reuse.
    func offerCells() {
        offered = Dictionary(zip(keys, cells)) { first, _ in first }
    }

    func offerCell(at row: Int) { offered = [keys[row]: cells[row]] }

    /// Removes and returns the offered cell of a row name; `nil` if there is none.
    func takeCell(of key: String) -> UITableViewCell? { offered.removeValue(forKey: key) }

    func show(_ rows: [(key: String, cell: UITableViewCell)]) {
        offered = [:]
        keys = rows.map(\.key)
        cells = rows.map(\.cell)
        for (key, cell) in rows where cell.superview !== self { cell.rename(Self.name(key)) }
        arrange(cells)
    }

    func show(_ cell: UITableViewCell, at row: Int) {
        offered = [:]
        guard cells[row] !== cell else { return }
        cell.rename(Self.name(keys[row]))
        cells[row] = cell
        arrange(cells)
    }

    /// A name that is valid in a path.
    private static func name(_ key: String) -> String {
        UIView(name: key).name
    }
}

extension UIView {
    /// Shows exactly these views in this order; views that are present already are kept.
    final func arrange(_ views: [UIView]) {
        let wanted = Set(views.map(ObjectIdentifier.init))
        for view in subviews where !wanted.contains(ObjectIdentifier(view)) {
            view.removeFromSuperview()
        }
        for (index, view) in views.enumerated() {
            if subviews.indices.contains(index), subviews[index] === view { continue }
            insertSubview(view, at: index)
        }
    }
}
