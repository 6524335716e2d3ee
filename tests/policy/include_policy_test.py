"""The include check itself: each rule is broken once in a tiny tree, and the finding is compared whole."""

import tempfile
import unittest
from pathlib import Path

from include_policy import check


def policy(**changes):
    return {
        "components": {
            "core/base": {"may_include": []},
            "core/event": {"may_include": ["core/base"]},
            "heads/app": {"may_include": ["core", "heads"]},
            "heads/cli": {"may_include": ["core"]},
        },
        "layers": ["core", "heads"],
        "third_party": {"git2": ["ledger/git/"], "CLI": ["one .cpp in heads/cli/"]},
        "impure_standard_headers": {"headers": ["fstream"], "refused_in": ["core/"]},
        "posix_headers_in": ["heads/app/"],
        "exceptions": [],
    } | changes


class IncludePolicy(unittest.TestCase):
    def findings(self, tree, **changes):
        with tempfile.TemporaryDirectory() as root:
            for name, text in tree.items():
                path = Path(root) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return [str(finding) for finding in check(root, policy(**changes))]

    def test_an_allowed_tree_has_no_findings(self):
        self.assertEqual([], self.findings({
            "core/base/a.hpp": "#include <string>\n#include <vector>\n",
            "core/event/b.hpp": '#include "core/base/a.hpp"\n',
            "heads/app/c.cpp": '#include <unistd.h>\n#include "core/event/b.hpp"\n',
        }))

    def test_an_arrow_that_is_not_listed_is_refused_with_what_is_allowed(self):
        self.assertEqual(
            ['core/base/a.hpp:2: core/base must not include core/event ("core/event/b.hpp"); '
             "it may include nothing of ours"],
            self.findings({"core/base/a.hpp": '#pragma once\n#include "core/event/b.hpp"\n', "core/event/b.hpp": ""}))

    def test_a_cycle_is_refused_even_where_both_arrows_are_allowed(self):
        both = {"core/base": {"may_include": ["core/event"]}, "core/event": {"may_include": ["core/base"]}}
        self.assertEqual(
            ["core/base/a.hpp:1: cycle: core/base -> core/event -> core/base"],
            self.findings({"core/base/a.hpp": '#include "core/event/b.hpp"\n',
                           "core/event/b.hpp": '#include "core/base/a.hpp"\n'}, components=both))

    def test_a_folder_without_a_component_is_refused(self):
        self.assertEqual(
            ["core/new/a.hpp:1: belongs to no component of tests/policy/include_policy.json: "
             "name its folder there, and whom it may include"],
            self.findings({"core/new/a.hpp": '#include "core/base/b.hpp"\n', "core/base/b.hpp": ""}))

    def test_an_include_that_is_not_written_from_the_root_is_refused(self):
        self.assertEqual(
            ['core/base/a.hpp:1: "b.hpp" does not exist: includes are written from the root of the tree'],
            self.findings({"core/base/a.hpp": '#include "b.hpp"\n', "core/base/b.hpp": ""}))

    def test_a_third_party_header_outside_its_wrapper_is_refused(self):
        self.assertEqual(
            ["heads/app/a.cpp:1: <git2.h> must not be included here; it is allowed in: ledger/git/"],
            self.findings({"heads/app/a.cpp": "#include <git2.h>\n"}))

    def test_a_heavy_header_in_a_second_file_is_refused(self):
        self.assertEqual(
            ["heads/cli/b.cpp:1: <CLI/CLI.hpp> is wrapped in one .cpp, and heads/cli/a.cpp includes it already"],
            self.findings({"heads/cli/a.cpp": "#include <CLI/CLI.hpp>\n", "heads/cli/b.cpp": "#include <CLI/CLI.hpp>\n"}))

    def test_a_system_header_in_core_is_refused(self):
        self.assertEqual(
            ["core/base/a.cpp:1: <unistd.h> must not be included here; it is allowed in: heads/app/"],
            self.findings({"core/base/a.cpp": "#include <unistd.h>\n"}))

    def test_an_impure_standard_header_in_core_is_refused(self):
        self.assertEqual(
            ["core/base/a.cpp:1: <fstream> must not be included in core/: it is pure; "
             "ask for a port of core/port instead"],
            self.findings({"core/base/a.cpp": "#include <fstream>\n"}))

    def test_a_needed_exception_excuses_and_one_that_is_no_longer_needed_is_refused(self):
        exceptions = [{"file": "core/base/a.cpp", "include": "fstream", "why": "a test"},
                      {"file": "core/base/gone.cpp", "include": "fstream", "why": "a test"}]
        self.assertEqual(
            ["tests/policy/include_policy.json:1: the exception for fstream in core/base/gone.cpp "
             "is no longer needed: remove it"],
            self.findings({"core/base/a.cpp": "#include <fstream>\n"}, exceptions=exceptions))


if __name__ == "__main__":
    unittest.main()
