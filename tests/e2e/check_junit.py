"""Checks a JUnit file as strictly as its readers may: check_junit.py FILE.

There is no standard. These are the rules that the schemas of Jenkins, of Ant and of GitLab's parser
have in common.
"""

import re
import sys
import xml.etree.ElementTree

COUNTS = ("tests", "failures", "errors", "skipped")
KNOWN = {
    "testsuites": {"name", "tests", "failures", "errors", "time"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "testcase": {"classname", "name", "time", "file", "line"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "skipped": {"message"},
    "system-out": set(),
}
REQUIRED = {
    "testsuites": KNOWN["testsuites"],
    "testsuite": KNOWN["testsuite"],
    "testcase": {"classname", "name", "time"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "skipped": {"message"},
    "system-out": set(),
}
CHILDREN = {
    "testsuites": "(testsuite )*",
    "testsuite": "(testcase )*",
    "testcase": "((failure |error |skipped )?)(system-out )?",
}


def problems(element):
    tag = element.tag
    if tag not in KNOWN:
        yield f"there is no element {tag}"
        return
    for name in sorted(set(element.keys()) - KNOWN[tag]):
        yield f"{tag} has no attribute {name}"
    for name in sorted(REQUIRED[tag] - set(element.keys())):
        yield f"{tag} needs the attribute {name}"
    for name in COUNTS:
        if name in element.keys() and not re.fullmatch("[0-9]+", element.get(name)):
            yield f"{tag}: {name} is no count: {element.get(name)}"
    if "time" in element.keys() and not re.fullmatch(r"[0-9]+\.[0-9]{3}", element.get("time")):
        yield f"{tag}: the time is no decimal number of seconds: {element.get('time')}"
    children = "".join(f"{child.tag} " for child in element)
    if not re.fullmatch(CHILDREN.get(tag, ""), children):
        yield f"{tag} cannot have: {children}"
    for child in element:
        yield from problems(child)


def wrong_counts(root):
    """The numbers of a suite are those of its cases, and those of all those of its suites."""
    kinds = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    for suite in root:
        if int(suite.get("tests")) != len(suite):
            yield f"tests is {suite.get('tests')}, and there are {len(suite)}"
        for name, tag in kinds.items():
            count = len(suite.findall(f"testcase/{tag}"))
            if int(suite.get(name)) != count:
                yield f"{name} is {suite.get(name)}, and there are {count}"
    for name in ("tests", "failures", "errors"):
        if int(root.get(name)) != sum(int(suite.get(name)) for suite in root):
            yield f"{name} of all is not the sum"


root = xml.etree.ElementTree.parse(sys.argv[1]).getroot()
found = list(problems(root)) or list(wrong_counts(root))
if root.tag != "testsuites":
    found.append(f"the root is {root.tag}")
print("\n".join(found[:5]))
sys.exit(1 if found else 0)
