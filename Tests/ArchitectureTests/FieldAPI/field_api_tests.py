#!/usr/bin/env python3
"""Tests that Scripts/field-api reports what is missing and nothing else. `FieldAPITests` runs it.

The classes are invented, but compiled, so their symbol graph is the compiler's own.
"""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
SCRIPT = HERE.parent.parent.parent / "Scripts/field-api"
LOADER = importlib.machinery.SourceFileLoader("field_api", str(SCRIPT))
field_api = importlib.util.module_from_spec(importlib.util.spec_from_loader("field_api", LOADER))
LOADER.exec_module(field_api)

SOURCE = """
public protocol Shown {}
extension Shown { public func greet() {} }

open class Base {
    public let name = ""
    open var title: String?
    open private(set) var next: String?
    open var computed: Int { 1 }
    open var both: Int { get { 1 } set {} }
    public var plain = 1
    open weak var delegate: Base?
    open class var hints: Int { 1 }
    open class func kind() -> Int { 1 }
    public static func fixed() -> Int { 1 }
    public init(name: String) {}
    public required init?(coder: Int) {}
    public convenience init(quick: Int) { self.init(name: "") }
    open func viewWillAppear(_ animated: Bool) {}
    open func say(_ words: String, at seconds: Double = 0) {}
    func say(_ words: String, completion: () -> Void) {}
    public func say() {}
    open func say(_ count: Int) {}
    public func say(_ text: String) {}
    @available(*, unavailable) open func gone() {}
}

open class Derived: Base, Shown {
    override open func viewWillAppear(_ animated: Bool) {}
}

extension Derived { public func added() {} }

public class Sealed { public var title: String? }
"""


def member(name, kind="method", access="open", **more):
    return {"name": name, "kind": kind, "access": access, **more}


class Judging(unittest.TestCase):
    """Each test has its own list of members, in its own folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "Tests/ArchitectureTests/FieldAPI").mkdir(parents=True)

    def verdict(self, *words):
        with contextlib.redirect_stderr(io.StringIO()) as told:
            with contextlib.redirect_stdout(io.StringIO()) as figure:
                status = field_api.main([str(word) for word in words], self.root)
        return status, told.getvalue().splitlines(), figure.getvalue().strip()

    def list(self, **classes):
        listed = {"about": "", "classes": {
            name: {"module": "Field", "members": members} for name, members in classes.items()
        }}
        (self.root / field_api.LIST).write_text(json.dumps(listed))


class Members(Judging):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.build = pathlib.Path(folder.name)
        cls.graphs = cls.build / "graphs"
        cls.graphs.mkdir()
        modules = cls.build / "Modules"
        modules.mkdir()
        (cls.build / "Field.swift").write_text(SOURCE)
        (cls.build / "Package.swift").write_text("")
        words = ["swiftc", "-emit-module", "-module-name", "Field", cls.build / "Field.swift"]
        words += ["-emit-module-path", modules / "Field.swiftmodule"]
        words += ["-module-cache-path", cls.build / "ModuleCache"]
        subprocess.run(words, check=True, capture_output=True)
        field_api.extract("Field", cls.build, cls.build, cls.graphs)

    def members(self, name, *members, graphs=None):
        self.list(**{name: members})
        return self.verdict("--graphs", graphs or self.graphs)

    def faults(self, *members, of="Base"):
        """The faults reported for the members, without the name of the class."""
        status, lines, _ = self.members(of, *members)
        self.assertEqual(status, 1 if lines else 0)
        return [line.removeprefix(f"{of}.") for line in lines]

    def test_accepts_members_that_are_as_listed(self):
        status, lines, figure = self.members(
            "Base",
            member("name", "property", "public"),
            member("title", "property", settable=True),
            member("both", "property", settable=True),
            member("plain", "property", "public", settable=True),
            member("delegate", "property", settable=True),
            member("next", "property"),
            member("hints", "property", **{"class": True}),
            member("kind()", **{"class": True}),
            member("init(name:)", "initializer", "public"),
            member("init(coder:)", "initializer", "public", required=True),
            member("say(_:at:)"),
        )
        self.assertEqual((status, lines), (0, []))
        self.assertEqual(figure, "11 of 11 members are in the public API")

    def test_accepts_more_than_is_listed(self):
        self.assertEqual(self.faults(member("title", "property", "public")), [])

    def test_reports_a_missing_member_and_names_similar_ones(self):
        self.assertEqual(
            self.faults(member("speak()"), member("say(at:)", access="public")),
            [
                "speak(): is not declared there",
                "say(at:): is not declared there; there is `say()`, `say(_:)`, `say(_:at:)`",
            ],
        )

    def test_rejects_what_is_internal_or_unavailable(self):
        self.assertEqual(len(self.faults(member("say(_:completion:)"), member("gone()"))), 2)

    def test_reports_what_cannot_be_overridden(self):
        self.assertEqual(self.faults(member("say()")), ["say(): is public, not open"])

    def test_accepts_the_overload_that_is_as_listed(self):
        self.assertEqual(self.faults(member("say(_:)")), [])

    def test_reports_what_cannot_be_set(self):
        for name in ("next", "computed", "name"):
            wanted = member(name, "property", "public", settable=True)
            self.assertEqual(self.faults(wanted), [f"{name}: cannot be set"])

    def test_reports_an_instance_method_for_a_class_method_and_the_reverse(self):
        self.assertEqual(
            self.faults(member("say()", access="public", **{"class": True}), member("kind()")),
            [
                "say(): is an instance method, not a class method",
                "kind(): is a class method, not an instance method",
            ],
        )

    def test_reports_a_static_method_that_cannot_be_overridden(self):
        wanted = member("fixed()", **{"class": True})
        self.assertEqual(self.faults(wanted), ["fixed(): is public, not open"])

    def test_reports_a_property_where_a_method_is_listed(self):
        self.assertEqual(
            self.faults(member("title")), ["title: is an instance property, not an instance method"]
        )

    def test_reports_an_initializer_that_is_not_required(self):
        wanted = member("init(name:)", "initializer", "public", required=True)
        self.assertEqual(self.faults(wanted), ["init(name:): is not required"])

    def test_reports_an_initializer_that_subclasses_cannot_call(self):
        wanted = member("init(quick:)", "initializer", "public")
        self.assertIn("is a convenience", self.faults(wanted)[0])

    def test_requires_an_override_of_an_inherited_member(self):
        self.assertEqual(self.faults(member("viewWillAppear(_:)"), of="Derived"), [])
        self.assertEqual(
            self.faults(member("say(_:at:)"), of="Derived"),
            ["say(_:at:): is not declared there"],
        )

    def test_rejects_what_a_protocol_provides(self):
        wanted = member("greet()", access="public")
        self.assertEqual(self.faults(wanted, of="Derived"), ["greet(): is not declared there"])

    def test_accepts_what_an_extension_of_the_class_declares(self):
        self.assertEqual(self.faults(member("added()", access="public"), of="Derived"), [])

    def test_reports_every_member_of_a_class_that_is_missing_or_not_open(self):
        self.list(Nobody=[member("a()"), member("b()")], Sealed=[member("title", "property")],
                  Base=[member("say(_:at:)")])
        status, lines, figure = self.verdict("--graphs", self.graphs)
        self.assertEqual(status, 1)
        self.assertEqual(
            lines,
            [
                "Nobody.a(): there is no class Nobody in Field",
                "Nobody.b(): there is no class Nobody in Field",
                "Sealed.title: the class is public, not open",
            ],
        )
        self.assertEqual(figure, "1 of 4 members are in the public API")
        self.assertEqual(self.verdict("--graphs", self.graphs, "--only", "Base")[0], 0)

    def test_reports_a_member_that_is_renamed_in_the_graph(self):
        graph = (self.graphs / "Field.symbols.json").read_text()
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            changed = graph.replace('"say(_:at:)"', '"sayIt(_:at:)"')
            (folder / "Field.symbols.json").write_text(changed)
            self.assertEqual(self.members("Base", member("say(_:at:)"), graphs=folder)[0], 1)

    def test_reports_a_module_that_was_not_built(self):
        self.list(Base=[member("say(_:at:)")])
        (self.root / "Package.swift").write_text("")
        status, lines, figure = self.verdict("--build", self.root)
        self.assertEqual((status, figure), (1, "0 of 1 members are in the public API"))
        self.assertIn("has no module Field", lines[0])
        self.assertEqual(self.verdict("--build", self.build)[0], 0)

    def test_reports_that_the_compiler_made_no_symbol_graph(self):
        modules = self.root / "Modules"
        modules.mkdir()
        (modules / "Field.swiftmodule").write_text("no module")
        (self.root / "Package.swift").write_text("")
        self.list(Base=[member("say(_:at:)")])
        status, lines, _ = self.verdict("--build", self.root)
        self.assertEqual((status, lines[0]), (1, "no symbol graph of Field could be made:"))


class Tests(Judging):
    def named(self, text):
        classes = {"Base": {}, "Derived": {}}
        return [(name, each) for name, each, _ in field_api.tests_in(text, classes) if name]

    def test_finds_the_members_that_a_title_begins_with(self):
        text = """
            @Suite("The members of `Base`, of no Based, and of Derived no more", .serialized)
            struct BaseTests {
                @Test("`a`, `b()`, and `c(_:)` are named, `d()` is not")
                func one() {}
                @Test(
                    "`e(with:)` or `f`",
                    arguments: 1...3
                )
                func two() {}
                @MainActor @Test("`g`") func three() {}
                @Test("it calls `h()`") func four() {}
            }
            """
        names = ["a", "b()", "c(_:)", "e(with:)", "f", "g"]
        self.assertEqual(self.named(text), [("Base", name) for name in names])

    def test_finds_the_class_by_the_suite_above_or_by_a_full_name(self):
        text = """
            @Test("`a` is nobody's") func a() {}
            @Test("`Base.b` and `Other.c` differ") func b() {}
            @Suite("Derived: its rows") struct DerivedTests {
                @Test("`c` and `Base.d`") func c() {}
            }
            @Suite(.serialized) struct Rest {
                @Test("`e`") func e() {}
            }
            """
        self.assertEqual(self.named(text), [("Base", "b"), ("Derived", "c"), ("Base", "d")])

    def test_does_not_count_tests_that_do_not_run(self):
        text = """
            @Suite("`Base`") struct BaseTests {
                // @Test("`a`") func a() {}
                @Test("`b`", .disabled("until it is done")) func b() {}
                @Test("`c`") func c() {}
            }
            """
        self.assertEqual(self.named(text), [("Base", "c")])

    def test_requires_an_up_to_date_page_and_a_test_of_each_member(self):
        self.list(Base=[member("title", "property"), member("kind()", **{"class": True})],
                  Derived=[member("added()", access="public")])
        tests = self.root / "Tests/FieldTests/BaseTests.swift"
        tests.parent.mkdir()
        tests.write_text('@Suite("`Base`") struct BaseTests {\n    @Test("`title` a|b") func a() {}')
        stale = "Documentation/FieldAPI.md is not what the tests say today"
        status, lines, figure = self.verdict("--check")
        self.assertEqual((status, figure), (1, "1 of 3 members are named by a test"))
        self.assertTrue(lines[0].startswith(stale))
        self.assertEqual(
            lines[1:], ["Base.kind(): no test names it", "Derived.added(): no test names it"]
        )

        self.assertEqual(self.verdict("--write")[0], 0)
        page = (self.root / field_api.PAGE).read_text()
        self.assertIn(
            "| `title` | open | [FieldTests/BaseTests.swift](../Tests/FieldTests/BaseTests.swift): "
            "`title` a\\|b |\n| `kind()` | open class | none yet |\n",
            page,
        )
        self.assertIn("| `added()` | public | none yet |", page)
        self.assertEqual(self.verdict("--check")[1], lines[1:])
        self.assertEqual(self.verdict("--check", "--only", "Derived")[1], lines[2:])

        with tests.open("a") as file:
            file.write('\n    @Test("`kind()` and `Derived.added()`") func b() {}\n')
        self.assertEqual(len(self.verdict("--check")[1]), 1)
        self.verdict("--write")
        self.assertEqual(self.verdict("--check"), (0, [], "3 of 3 members are named by a test"))


class List(unittest.TestCase):
    def test_has_every_documented_member_once(self):
        classes = field_api.read_list(field_api.ROOT)
        names = {name: field_api.names_in(classes[name]) for name in classes}
        self.assertEqual(
            {name: len(set(names[name])) for name in names},
            {
                "RSDStepViewController": 78,
                "RSDTaskViewController": 40,
                "RSDUIStepObject": 27,
                "RSDTableStepViewController": 39,
                "ORKStepViewController": 17,
            },
        )
        self.assertEqual(sum(map(len, names.values())), 201)


if __name__ == "__main__":
    unittest.main()
