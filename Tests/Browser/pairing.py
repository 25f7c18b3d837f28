"""Lets browsers of a network in: by TLS, with six digits, each to what its digits are for."""

import hashlib
import json
import re
import ssl
import urllib.error
import urllib.request

from host import Host
from person import chromium
from proof import Report, Wrong, expect, folder, patience, samples, within

report = Report("pairing")


def page_of(browser, faults):
    """A tab of a browser of its own, which takes the certificate as a person does who has compared it."""
    context = browser.new_context(ignore_https_errors=True, locale="en-GB")
    context.set_default_timeout(patience * 1000)
    tab = context.new_page()
    tab.on("pageerror", lambda error: faults.append(str(error)))
    return tab


def fingerprint_of(host):
    """The fingerprint that the command printed, without its colons."""
    found = []

    def is_printed():
        found.extend(line.strip() for line in host.said if re.match(r"  (?:[0-9A-F]{2}:){31}[0-9A-F]{2}$", line))
        return found

    within("the fingerprint is printed", is_printed)
    return found[0].replace(":", "")


def codes_of(host):
    """The digits of those who do the task, and of those who watch, as the command printed them. The fingerprint that it
    printed before is that of the certificate that browsers receive."""
    printed = fingerprint_of(host)
    received = ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("127.0.0.1", host.port)))
    expect("the fingerprint that the command prints", printed, hashlib.sha256(received).hexdigest().upper())
    found = {}
    for line in host.said:
        match = re.match(r"(to do the task|to watch), give the code (\d{6})$", line.strip())
        if match:
            found[match.group(1)] = match.group(2)
    expect("whom there are digits for", sorted(found), ["to do the task", "to watch"])
    return found["to do the task"], found["to watch"]


def status(address, path, **head):
    """What is answered to somebody who is no browser of ours."""
    trusting = ssl.create_default_context()
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    try:
        request = urllib.request.Request(address.rstrip("/") + path, headers=head)
        with urllib.request.urlopen(request, timeout=patience, context=trusting) as answer:
            return answer.status
    except urllib.error.HTTPError as refusal:
        return refusal.code


def pair(browser, host):
    faults = []
    doing, watching = codes_of(host)
    wrong = next(code for code in ("000000", "111111", "222222") if code not in (doing, watching))
    expect("the answer to a stranger", status(host.address, "/feed/who"), 401)
    expect("the answer under another name", status(host.address, "/", Host="evil.example"), 421)

    watcher = page_of(browser, faults)
    watcher.goto(host.address)
    field = watcher.get_by_label("Code")
    field.fill(wrong)
    watcher.get_by_text("This code is not right").wait_for()
    expect("the title for whoever gave wrong digits", watcher.get_by_role("button", name="Next").count(), 0)
    field.fill(watching)
    watcher.get_by_text("You are watching").wait_for()

    participant = page_of(browser, faults)
    participant.goto(f"{host.address}#{doing}")
    next_button = participant.get_by_role("button", name="Next")
    next_button.wait_for()
    expect("the address behind the digits", participant.url, host.address)
    expect("whether the browser takes the place for secure", participant.evaluate("isSecureContext"), True)
    expect("what a script sees of the cookie", participant.evaluate("document.cookie"), "")
    [cookie] = participant.context.cookies()
    wanted = {"httpOnly": True, "secure": True, "sameSite": "Strict"}
    expect("the cookie", {name: cookie[name] for name in wanted}, wanted)

    participant.reload()
    next_button.wait_for()
    before = participant.locator("main").inner_text()
    refused = watcher.evaluate("""async () => (await fetch('/lead', { method: 'POST',
        headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ page: 'a'.repeat(22) }) })).status""")
    expect("the answer to a watcher who wants to lead", refused, 403)
    next_button.click()
    within("the next step is shown", lambda: participant.locator("main").inner_text() != before)
    within("whoever watches sees it", lambda: "step 2 of" in watcher.locator("body").inner_text())
    if faults:
        raise Wrong(f"the page failed: {json.dumps(faults)}")


with chromium() as browser:
    try:
        with Host(samples / "Tasks" / "Survey.json", folder("pairing"), "--lan") as host:
            pair(browser, host)
            expect("the exit status", host.end(), 4)
    except Wrong as problem:
        report.fault(str(problem))
    except Exception as problem:
        report.fault(f"{type(problem).__name__}: {str(problem)[:600]}")
report.end("browsers of a network are let in by TLS and six digits, each to what they are for")
