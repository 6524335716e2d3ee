"""The tidy check itself: each rule is broken once in a tiny tree; the bans are those of the tree's own policy file."""

import json
import tempfile
import unittest
from pathlib import Path

from tidy_policy import POLICY, check
from tree import ROOT

BANS = json.loads((ROOT / POLICY).read_text(encoding="utf-8"))["bans"]

# For each ban a line that breaks it, with its file, and a line that looks alike and does not.
EXAMPLES = {
    "real time": ("core/a.cpp", "auto t = std::chrono::system_clock::now();", "Instant now = clock.now();"),
    "chance": ("tests/a.cpp", "std::random_device device;", "Bytes random = entropy.take(16);"),
    "environment": ("core/a.cpp", 'std::getenv("HOME")', "environment.at(name)"),
    "sleep": ("tests/a.cpp", "std::this_thread::sleep_for(1s);", "asleep(job);"),
    "process-wide state": ("ledger/a.cpp", "  umask(0077);", "files.chdir_of(run);"),
    "std::regex": ("heads/cli/a.cpp", 'std::regex r("a");', "regexp_of(text);"),
    "printf": ("core/a.cpp", 'printf("x");', 'fmt::format("x");'),
    "git_diff": ("ledger/a.cpp", "git_diff_tree_to_tree(&d);", "tree_differs(a, b);"),
    "using namespace std": ("core/a.cpp", "using namespace std;", "using namespace std::chrono_literals;"),
    "bare NOLINT": ("core/a.cpp", "f();  // NOLINT", "f();  // NOLINT(misc-no-recursion): bounded by the depth limit"),
    "note to self": ("docs/a.sh", "# TODO later", "# mkstemp XXXXXX"),
    "path of one machine": ("docs/a.sh", "cd /root/hz", "cd /home/ada/hz"),
}


class TidyPolicy(unittest.TestCase):
    def findings(self, tree, exceptions=(), longest=3):
        with tempfile.TemporaryDirectory() as root:
            for name, text in tree.items():
                path = Path(root) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            policy = {"bans": BANS, "longest_file": {"lines": longest, "in": ["core/"]}, "exceptions": list(exceptions)}
            return [str(finding) for finding in check(root, policy)]

    def test_every_ban_has_an_example(self):
        self.assertEqual(sorted(ban["name"] for ban in BANS), sorted(EXAMPLES))

    def test_each_ban_bites_and_names_the_replacement(self):
        for ban in BANS:
            path, bad, good = EXAMPLES[ban["name"]]
            with self.subTest(ban["name"]):
                found = self.findings({path: bad + "\n"})
                self.assertEqual(1, len(found), found)
                self.assertTrue(found[0].startswith(f"{path}:1: {ban['name']}: `"), found[0])
                self.assertTrue(found[0].endswith(f"`; instead: {ban['instead']}"), found[0])
                self.assertEqual([], self.findings({path: good + "\n"}))

    def test_an_exception_excuses_and_one_that_excuses_nothing_is_refused(self):
        exceptions = [{"file": "core/a.cpp", "ban": "printf", "why": "a test"},
                      {"file": "core/b.cpp", "ban": "printf", "why": "a test"}]
        self.assertEqual(
            ["tests/policy/tidy_policy.json:1: the exception for `printf` in core/b.cpp is no longer needed: remove it"],
            self.findings({"core/a.cpp": 'printf("x");\n'}, exceptions))

    def test_white_space_and_the_end_of_the_file(self):
        self.assertEqual(["a.py:1: white space at the end of the line", "a.py:2: no newline at the end of the file"],
                         self.findings({"a.py": "a = 1 \nb = 2"}))

    def test_a_header_needs_its_guard(self):
        self.assertEqual(["tests/a.hpp:1: a header without `#pragma once`"], self.findings({"tests/a.hpp": "int f();\n"}))

    def test_a_long_file_is_refused(self):
        self.assertEqual(["core/a.cpp:4: 5 lines, where 3 are the most: split it by what changes together"],
                         self.findings({"core/a.cpp": "\n" * 5}))

    def test_a_document_needs_a_title(self):
        self.assertEqual(["docs/a.md:1: a document begins with its title: `# …`"], self.findings({"docs/a.md": "text\n"}))

    def test_a_link_leads_to_a_file_and_a_heading(self):
        self.assertEqual(
            ["docs/a.md:4: the link leads nowhere: c.md", "docs/a.md:5: the document has no such heading: b.md#three"],
            self.findings({"docs/a.md": "# A\n[b](b.md#two-words-here)\n[out](https://example.org/x)\n[c](c.md)\n"
                                        "[b](b.md#three)\n```\n[code](nowhere.md)\n```\n",
                           "docs/b.md": "# B\n\n## Two words, here\n"}))


if __name__ == "__main__":
    unittest.main()
