// The table itself, filled by whoever likes.

import Foundation
import Research
import Testing
import ViewTree

@testable import ResearchUI

/// Fills a table with rows of names.
@MainActor
private final class Names: UITableViewDataSource, UITableViewDelegate {
    var sections: [(name: String, rows: [String])]
    var kinds: [String: String] = [:]
    var selected: [IndexPath] = []

    init(_ sections: [(name: String, rows: [String])]) { self.sections = sections }

    func numberOfSections(in tableView: UITableView) -> Int { sections.count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        sections[section].rows.count
    }
    func tableView(_ tableView: UITableView, nameOfSection section: Int) -> String {
        sections[section].name
    }
    func tableView(_ tableView: UITableView, nameOfRowAt indexPath: IndexPath) -> String {
        sections[indexPath.section].rows[indexPath.row]
    }
    func tableView(
        _ tableView: UITableView,
        contentOfSection section: Int
    ) -> SectionContent { SectionContent(title: sections[section].name) }
    func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let name = sections[indexPath.section].rows[indexPath.row]
        let cell = tableView.dequeueReusableCell(
            withIdentifier: kinds[name] ?? "plain",
            for: indexPath
        )
        cell.row.title = "\(name)!"
        return cell
    }
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        selected.append(indexPath)
    }
}

/// Fills a table with what a table knows by itself.
@MainActor
private final class Plain: UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
    func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell { UITableViewCell() }
}

@Suite("A table")
@MainActor
struct TableViewTests {
    private func paths(_ table: UITableView) -> [String] {
        var paths: [String] = []
        table.node(in: nil).forEach { paths.append($0.id.path) }
        return paths
    }

    @Test("names each row by its section and itself, whatever stands before it")
    func names() {
        let names = Names([("a", ["x", "y"]), ("b", ["x"])])
        let table = UITableView()
        table.dataSource = names
        table.reloadData()
        #expect(
            paths(table) == ["table", "table/a", "table/a/x", "table/a/y", "table/b", "table/b/x"]
        )
        names.sections = [("c", []), ("b", ["z", "x"])]
        table.reloadData()
        #expect(paths(table) == ["table", "table/c", "table/b", "table/b/z", "table/b/x"])
    }

    @Test("keeps the cells of rows that move, come back or are reloaded, and says them as before")
    func keeps() throws {
        let names = Names([("a", ["x", "y", "z"])])
        let table = UITableView()
        table.dataSource = names
        table.reloadData()
        let cells = table.cells
        let nodes = try #require(table.node(in: nil).children.first).children
        names.sections[0].rows = ["z", "w", "x"]
        table.reloadData()
        let after = try #require(table.node(in: nil).children.first).children
        #expect(table.cells[0] === cells[2] && table.cells[2] === cells[0])
        #expect(after[0].isIdentical(to: nodes[2]) && after[2].isIdentical(to: nodes[0]))
        #expect(after[1].id == "table/a/w")
        #expect(cells[1].superview == nil)
        // Where nothing has changed, the whole table is the very same.
        let before = table.node(in: nil)
        table.reloadData()
        table.reloadSections(IndexSet(integersIn: 0...3))
        table.reloadRows(at: [IndexPath(row: 1, section: 0), IndexPath(row: 9, section: 0)])
        #expect(table.node(in: nil).isIdentical(to: before))
    }

    @Test("makes a new cell for a row that is of another kind now")
    func makesAnew() {
        final class Other: UITableViewCell {}
        let names = Names([("a", ["x", "y"])])
        let table = UITableView()
        table.dataSource = names
        table.register(Other.self, forCellReuseIdentifier: "other")
        table.register({ Other(name: "made") }, forCellReuseIdentifier: "made")
        table.reloadData()
        #expect(table.cells.allSatisfy { !($0 is Other) })
        names.kinds = ["x": "other", "y": "made"]
        table.reloadRows(at: [IndexPath(row: 0, section: 0)])
        #expect(table.cells.map { $0 is Other } == [true, false])
        table.reloadData()
        #expect(table.cells.map { $0 is Other } == [true, true])
        #expect(paths(table) == ["table", "table/a", "table/a/x", "table/a/y"])
    }

    @Test("says rows of one name, and names with slashes, by names of their own")
    func sameNames() {
        let names = Names([("a/b", ["x", "x", "y/z", "y_z"]), ("a/b", ["x"])])
        let table = UITableView()
        table.dataSource = names
        for _ in 0..<2 {
            table.reloadData()
            #expect(table.node(in: nil).duplicateID == nil)
            #expect(table.cells.count == 5)
        }
        #expect(table.indexPath(for: table.cells[4]) == IndexPath(row: 0, section: 1))
    }

    @Test("tells its delegate which row was tapped")
    func taps() {
        let names = Names([("a", ["x"]), ("b", ["y", "z"])])
        let table = UITableView()
        table.dataSource = names
        table.reloadData()
        #expect(!table.cells[2].receive(.tapped("z")))
        table.delegate = names
        #expect(table.cells[2].receive(.tapped("z")))
        #expect(!table.cells[2].receive(.ended("z")))
        #expect(names.selected == [IndexPath(row: 1, section: 1)])
        #expect(!UITableViewCell().receive(.tapped("z")))
        #expect(table.indexPath(for: UITableViewCell()) == nil)
    }

    @Test("has one section, and rows by their numbers, where nobody says more")
    func plain() {
        let source = Plain()
        let table = UITableView()
        table.dataSource = source
        table.reloadData()
        #expect(
            paths(table) == [
                "table", "table/section0", "table/section0/row0", "table/section0/row1",
            ]
        )
        table.dataSource = nil
        table.reloadData()
        #expect(paths(table) == ["table"])
    }

    @Test("stands between its header and its footer, and ahead of what a layout has added")
    func parts() {
        let names = Names([("a", [])])
        let table = UITableView()
        table.addSubview(UIView(name: "extra"))
        table.dataSource = names
        table.tableFooterView = UIView(name: "footer")
        table.reloadData()
        table.tableHeaderView = UIView(name: "header")
        #expect(table.subviews.map(\.name) == ["header", "a", "footer", "extra"])
        table.tableHeaderView = UIView(name: "other")
        table.tableFooterView = nil
        #expect(table.subviews.map(\.name) == ["other", "a", "extra"])
    }
}
