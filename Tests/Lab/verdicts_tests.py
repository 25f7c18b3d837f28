#!/usr/bin/env python3
"""Is a statement about data never tried again, and what the machine spoiled only once? Run before every lab."""

import unittest

import verdicts


def tries(*lines):
    return verdicts.outcomes_of("\n".join(lines))


class Verdicts(unittest.TestCase):
    def test_never_repeats_what_does_not_hold(self):
        for status in (1, 2, 126, 127, 130, 139):
            outcomes = tries(f"local 1 {status} 9.5")
            self.assertEqual(verdicts.again(outcomes), [])
            lines, end = verdicts.end(outcomes, ["local"], False)
            self.assertEqual(end, 1)
            self.assertIn("failed, 1: local", lines)

    def test_repeats_once_what_the_machine_held_up(self):
        for status in (75, 124, 125, 137):
            self.assertEqual(verdicts.again(tries("a 1 0 1", f"b 1 {status} 9")), ["b"])
            self.assertEqual(verdicts.again(tries("a 1 0 1", f"b 1 {status} 9", "b 2 75 3")), [])

    def test_says_how_both_tries_ended(self):
        lines, end = verdicts.end(tries("b 1 75 9", "b 2 0 3"), ["b"], True)
        self.assertEqual(end, 0)
        self.assertEqual(lines, ["lab: 1 of 1 jobs good", "run twice: b: held up after 9 s, then good after 3 s"])

    def test_fails_what_is_held_up_twice_or_does_not_hold_then(self):
        for status, word in ((124, "held up"), (1, "failed")):
            lines, end = verdicts.end(tries("b 1 75 9", f"b 2 {status} 3"), ["b"], False)
            self.assertEqual(end, 1)
            self.assertIn(f"{word}, 1: b", lines)

    def test_fails_where_three_are_held_up_and_repeats_none_of_them(self):
        three = tries("a 1 75 1", "b 1 124 1", "c 1 125 1", "d 1 0 1")
        self.assertEqual(verdicts.again(three), [])
        self.assertEqual(verdicts.end(three, "abcd", False)[1], 1)
        # Two of them had been repeated already when the third fell: it fails all the same.
        late = tries("a 1 75 1", "a 2 0 1", "b 1 75 1", "b 2 0 1", "c 1 75 1", "c 2 0 1")
        self.assertEqual(verdicts.end(late, "abc", False)[1], 1)

    def test_fails_in_ci_alone_what_cannot_be_had(self):
        outcomes = tries("a 1 77 1")
        self.assertEqual(verdicts.end(outcomes, ["a"], False)[1], 0)
        self.assertEqual(verdicts.end(outcomes, ["a"], True)[1], 1)
        # Nobody ran it: there was no machine.
        self.assertEqual(verdicts.end(outcomes, ["a", "b"], True)[0][-1], "not proved, 2: a b")


if __name__ == "__main__":
    unittest.main()
