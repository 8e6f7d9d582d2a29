#!/usr/bin/env python3
"""Opens every HTML file of a folder in headless Chromium and looks for faults: check.py [--shots DIR] FOLDER

From file://, at two widths. A fault is a console message, an exception, a request that fails or leaves the folder, an image that
did not load, a page that overflows sideways, or a table that a click on a header does not sort. Prints one line a fault and a
summary; exit status 1 when there is a fault, 2 without a Chromium. --shots writes DIR/PAGE-WIDTH.png of whole pages.
Needs nothing but Python: Chromium is spoken to over a pipe (chromium.py).
"""
import argparse
import base64
import pathlib
import sys
import urllib.parse

from chromium import Chromium, NoChromium

WIDTHS = (1400, 420)
TALLEST = 16000  # of a screenshot, pixels

# What is wrong with the page as it lies: images, overflow, and which elements overflow.
LAYOUT = """(() => {
    const faults = [];
    for (const i of document.images)
        if (!i.complete || i.naturalWidth === 0) faults.push('image did not load: ' + i.getAttribute('src'));
        else if (!i.alt) faults.push('image without alt: ' + i.getAttribute('src'));
    const wide = document.documentElement.scrollWidth;
    if (wide > window.innerWidth) {
        const out = [...document.body.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > window.innerWidth + 1);
        const who = out.slice(0, 3).map(e => e.tagName.toLowerCase() + (e.className ? '.' + e.className : ''));
        faults.push('overflows: ' + wide + ' > ' + window.innerWidth + ', by ' + who.join(', '));
    }
    return faults;
})()"""

# Every column of every sortable table, clicked twice: in order and in the reverse order, numbers as numbers and before words, no
# row lost.
# What a cell is worth: its data-v where it has one, else its text; empty and "-" come last either way.
SORTING = """(() => {
    const faults = [];
    let columns = 0;
    const worth = cell => {
        const t = (cell.dataset.v !== undefined ? cell.dataset.v : cell.textContent).trim();
        return t === '' || t === '-' || t === '\\u2013' ? null : t;
    };
    const compare = (a, b) => {
        const p = Number(a), q = Number(b), x = a.toLowerCase(), y = b.toLowerCase();
        if (isFinite(p) !== isFinite(q)) return isFinite(p) ? -1 : 1;
        return isFinite(p) ? p - q : x < y ? -1 : x > y ? 1 : 0;
    };
    for (const table of document.querySelectorAll('table.sortable')) {
        const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
        const rows = () => [...table.tBodies[0].rows];
        const before = rows().map(r => r.textContent).sort().join('\\n');
        heads.forEach((head, at) => {
            const target = head.querySelector('button') || head;
            for (const click of [1, 2]) {
                target.click();
                const all = rows().map(r => r.cells[at] ? worth(r.cells[at]) : null);
                const v = all.filter(x => x !== null);
                const order = head.getAttribute('aria-sort');
                const where = 'table ' + (table.id || '?') + ', column "' + head.textContent.trim() + '"';
                if (order !== 'ascending' && order !== 'descending') {
                    faults.push(where + ': aria-sort is ' + order);
                    return;
                }
                const sign = order === 'ascending' ? 1 : -1;
                for (let i = 1; i < v.length; i++)
                    if (sign * compare(v[i], v[i - 1]) < 0) {
                        faults.push(where + ': not ' + order + ' at row ' + i + ': ' + v[i - 1] + ', ' + v[i]);
                        return;
                    }
                if (click === 2 && order === head.dataset.seen) faults.push(where + ': a second click does not reverse');
                head.dataset.seen = order;
            }
            columns++;
        });
        if (rows().map(r => r.textContent).sort().join('\\n') !== before) faults.push('table ' + table.id + ': rows differ after sorting');
    }
    return {faults, columns};
})()"""


def told(event):
    """The fault that an event of the browser tells of, or None."""
    what, p = event["method"], event["params"]
    if what == "Runtime.consoleAPICalled":
        return "console: " + " ".join(str(a.get("value", a.get("description", ""))) for a in p["args"])
    if what == "Runtime.exceptionThrown":
        d = p["exceptionDetails"]
        return "exception: " + d.get("exception", {}).get("description", d["text"])
    if what == "Log.entryAdded":
        return "log: " + p["entry"]["text"]
    if what == "Network.loadingFailed":
        return "request failed: " + p.get("errorText", "")
    return None


class Page:
    """One tab of the browser that looks at files of one folder."""

    def __init__(self, browser, folder):
        self.browser, self.folder = browser, folder.as_uri() + "/"
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def call(self, method, **params):
        return self.browser.call(method, session=self.session, **params)

    def faults_of(self, events):
        out = [f for f in map(told, events) if f]
        for e in events:
            if e["method"] == "Network.requestWillBeSent":
                url = e["params"]["request"]["url"]
                if not url.startswith((self.folder, "data:")):
                    out.append("request leaves the folder: " + url)
        return out

    def open(self, path, width):
        """Loads the file and waits for it; its faults."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        answer = self.call("Page.navigate", url=path.as_uri())
        if "errorText" in answer:
            return ["cannot be opened: " + answer["errorText"]]
        events = self.browser.until("Page.loadEventFired", self.session)
        return self.faults_of(events)

    def value(self, script):
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", "?"))
        return answer["result"].get("value")

    def shoot(self, out, width):
        height = min(TALLEST, int(self.value("document.documentElement.scrollHeight")))
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        png = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        out.write_bytes(base64.b64decode(png["data"]))

    def links(self):
        """The pages of the folder that this one links to, and links to places in it that are not there."""
        hrefs = self.value("[...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'))")
        dead = self.value("[...document.querySelectorAll('a[href^=\"#\"]')].map(a => a.getAttribute('href').slice(1))"
                          ".filter(i => i && !document.getElementById(i))")
        return hrefs, dead


def check_links(page, path):
    faults = []
    hrefs, dead = page.links()
    faults += ["a link to a place that is not there: #" + i for i in sorted(set(dead))]
    for href in sorted(set(hrefs)):
        url = urllib.parse.urlsplit(href)
        if url.scheme in ("http", "https") or href.startswith("#"):
            continue  # nobody follows those by opening the page
        if url.scheme or not (path.parent / urllib.parse.unquote(url.path)).is_file():
            faults.append("a link to a file that is not there: " + href)
    return faults


def check(page, path, shots, name):
    """The faults of one file at both widths, and how many columns were sorted."""
    faults, columns = [], 0
    for width in WIDTHS:
        found = page.open(path, width) + page.value(LAYOUT)
        if shots:
            page.shoot(shots / f"{name}-{width}.png", width)
        if width == WIDTHS[0]:
            sorting = page.value(SORTING)
            found += sorting["faults"] + check_links(page, path)
            columns = sorting["columns"]
        # What the page says late, because of the clicks.
        found += page.faults_of(page.browser.drain(page.session))
        faults += [f"{width} px: {f}" for f in found]
    return faults, columns


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--shots", type=pathlib.Path, help="write screenshots into this folder")
    parser.add_argument("--only", action="append", help="only pages whose path contains this")
    args = parser.parse_args()
    folder = args.folder.resolve()
    pages = sorted(p for p in folder.rglob("*.html") if not args.only or any(o in str(p.relative_to(folder)) for o in args.only))
    if not pages:
        sys.exit(f"check.py: {folder}: no HTML file")
    if args.shots:
        args.shots.mkdir(parents=True, exist_ok=True)
    faulty, sorted_columns = 0, 0
    try:
        with Chromium() as browser:
            page = Page(browser, folder)
            for path in pages:
                name = str(path.relative_to(folder))
                faults, columns = check(page, path, args.shots, name.replace("/", "_").removesuffix(".html"))
                faulty += bool(faults)
                sorted_columns += columns
                for f in dict.fromkeys(faults):
                    print(f"{name}: {f}")
    except NoChromium as e:
        print(f"check.py: {e}", file=sys.stderr)
        sys.exit(2)
    print(f"{len(pages)} pages, {faulty} with faults, {sorted_columns} columns sorted")
    sys.exit(faulty > 0)


if __name__ == "__main__":
    main()
