#!/usr/bin/env python3
"""Checks a SARIF log against the rules of the 2.1.0 schema that concern what `lateroot check` writes.

The rules are those of sarif-schema-2.1.0.json, by section of the specification.  test/check-sarif asks a validator of
others.  With a second argument, docs/checking.md, its rules have to be those of the log."""
import json
import re
import sys

URI = re.compile(r"^(?:file:///)?(?:[A-Za-z0-9\-._~][A-Za-z0-9\-._~/]*|%[0-9A-F]{2})+$")
BASE = "%SRCROOT%"
LEVELS = {"none", "note", "warning", "error"}
STATES = {"new", "unchanged", "updated", "absent"}


def need(cond, what):
    if not cond:
        sys.exit("sarif: " + what)


def keys(o, required, optional, what):
    need(isinstance(o, dict), what + " is no object")
    for k in required:
        need(k in o, "%s lacks %s" % (what, k))
    for k in o:
        need(k in required or k in optional, "%s has an unknown property %s" % (what, k))


def message(o, what):  # 3.11
    keys(o, {"text"}, set(), what)
    need(isinstance(o["text"], str) and o["text"], what + ".text is empty")


def artifact(o, what):  # 3.4: relative to a base, or absolute
    keys(o, {"uri"}, {"uriBaseId"}, what)
    need(URI.match(o["uri"]), what + ".uri is no URI reference: " + o["uri"])
    need(o["uri"].startswith("file://") or o.get("uriBaseId") == BASE, what + ".uri is relative to nothing")


def location(o, what):  # 3.28
    keys(o, {"physicalLocation"}, {"logicalLocations", "message", "id"}, what)
    p = o["physicalLocation"]
    keys(p, {"artifactLocation", "region"}, set(), what + ".physicalLocation")
    artifact(p["artifactLocation"], what + ".artifactLocation")
    keys(p["region"], {"startLine"}, {"startColumn"}, what + ".region")  # 3.30: lines and columns count from 1
    need(all(isinstance(v, int) and v >= 1 for v in p["region"].values()), what + ".region is below 1")
    for x in o.get("logicalLocations", []):  # 3.33
        keys(x, {"fullyQualifiedName"}, {"kind", "name"}, what + ".logicalLocations")
    if "message" in o:
        message(o["message"], what + ".message")


def result(r, rules):  # 3.27
    keys(r, {"message"}, {"ruleId", "ruleIndex", "level", "locations", "codeFlows", "partialFingerprints",
                          "baselineState"}, "result")
    message(r["message"], "result.message")
    need(r["level"] in LEVELS, "result.level")
    need(isinstance(r["ruleIndex"], int) and -1 <= r["ruleIndex"] < len(rules), "result.ruleIndex")
    need(rules[r["ruleIndex"]]["id"] == r["ruleId"], "result.ruleId is not that of ruleIndex")
    need(r.get("baselineState", "new") in STATES, "result.baselineState")
    for x in r["locations"]:
        location(x, "result.locations")
    need(all(isinstance(v, str) for v in r["partialFingerprints"].values()), "partialFingerprints")
    for flow in r.get("codeFlows", []):  # 3.36: at least one thread flow, each of at least one location
        keys(flow, {"threadFlows"}, {"message"}, "codeFlow")
        need(flow["threadFlows"], "codeFlow.threadFlows is empty")
        for t in flow["threadFlows"]:
            keys(t, {"locations"}, {"id", "message"}, "threadFlow")
            need(t["locations"], "threadFlow.locations is empty")
            for x in t["locations"]:
                keys(x, {"location"}, {"importance", "executionOrder"}, "threadFlowLocation")
                need(x["importance"] in ("important", "essential", "unimportant"), "importance")
                location(x["location"], "threadFlowLocation.location")


def main():
    log = json.load(open(sys.argv[1], encoding="utf-8"))
    keys(log, {"version", "runs"}, {"$schema"}, "log")  # 3.13
    need(log["version"] == "2.1.0", "log.version")
    for run in log["runs"]:  # 3.14
        keys(run, {"tool"}, {"results", "invocations", "columnKind", "originalUriBaseIds", "automationDetails",
                             "artifacts"}, "run")
        need(BASE in run["originalUriBaseIds"], "run.originalUriBaseIds")
        for x in run["artifacts"]:  # 3.24
            keys(x, {"location"}, {"roles"}, "artifact")
            artifact(x["location"], "artifact.location")
        need(run.get("columnKind") in ("utf16CodeUnits", "unicodeCodePoints"), "run.columnKind")
        driver = run["tool"]["driver"]  # 3.19
        keys(driver, {"name"}, {"version", "semanticVersion", "rules", "fullName", "language", "informationUri"},
            "driver")
        need(re.match(r"^\d+\.\d+\.\d+$", driver["semanticVersion"]), "driver.semanticVersion")
        ids = [x["id"] for x in driver["rules"]]
        need(len(set(ids)) == len(ids), "a rule occurs twice")
        for x in driver["rules"]:  # 3.49
            keys(x, {"id"}, {"name", "shortDescription", "fullDescription", "help", "helpUri", "defaultConfiguration",
                             "properties"}, "rule")
            for k in ("shortDescription", "fullDescription", "help"):
                message(x[k], "rule." + k)
            need(x["defaultConfiguration"]["level"] in LEVELS, "rule.defaultConfiguration.level")
        for x in run["invocations"]:  # 3.20
            keys(x, {"executionSuccessful"}, {"exitCode", "toolExecutionNotifications"}, "invocation")
            need(isinstance(x["executionSuccessful"], bool), "executionSuccessful")
            need(isinstance(x["exitCode"], int), "exitCode")
            for n in x["toolExecutionNotifications"]:  # 3.58
                keys(n, {"message"}, {"level", "locations"}, "notification")
                message(n["message"], "notification.message")
        for r in run["results"]:
            result(r, driver["rules"])
        for doc in sys.argv[2:]:
            text = open(doc, encoding="utf-8").read()
            rules = text[text.index("\n## Rules\n"):].split("\n\n")[1]
            leads = re.findall(r"^\* ([^:]*):", rules, re.M)
            listed = {name for lead in leads for name in re.findall(r"`([\w-]+)`", lead)}
            need(listed == set(ids), "%s lists other rules: %s" % (doc, sorted(listed ^ set(ids))))
    print("sarif: %d results" % sum(len(r["results"]) for r in log["runs"]))


main()
