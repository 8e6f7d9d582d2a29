"""Checks the files of a report: report.py FOLDER [TEXT...]

Pages are well-formed, hold nothing active but the report's own script, link only to files of the folder, which exist; every file
can be reached; pictures are small, well-formed and inert. Each TEXT must be readable on some page. Prints what is wrong."""
import sys
import xml.dom.minidom
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

VOID = {"meta", "link", "img", "br"}
TAGS = VOID | set(
    "html head title script body header nav main footer h1 h2 h3 h4 p ul ol li a b span i em strong code pre div details summary dl dt dd"
    " table caption thead tbody tr th td figure figcaption mark small sub sup section article button label".split())
ACTIVE = {"http-equiv": {"Content-Security-Policy"}}


class Page(HTMLParser):
    def __init__(self, name, fault):
        super().__init__()
        self.name, self.fault = name, fault
        self.stack, self.links, self.ids, self.text, self.tags = [], [], set(), [], []

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        self.tags.append(tag)
        if tag not in TAGS:
            self.fault(self.name, f"a tag <{tag}>")
        if tag not in VOID:
            self.stack.append(tag)
        for key, value in a.items():
            if key.startswith("on") or key == "style" or key in ("srcdoc", "action", "formaction"):
                self.fault(self.name, f"<{tag} {key}={value!r}>")
            if key in ("href", "src"):
                self.links.append(value)
            if key in ACTIVE and value not in ACTIVE[key]:
                self.fault(self.name, f"{key}={value}")
        if "id" in a:
            if a["id"] in self.ids:
                self.fault(self.name, f"two elements have the id {a['id']}")
            self.ids.add(a["id"])
        if tag == "img" and not (a.get("alt") and a.get("width") and a.get("height")):
            self.fault(self.name, f"an image lacks alt, width or height: {a}")
        if tag == "script" and set(a) != {"src", "defer"}:
            self.fault(self.name, f"a script of its own: {a}")

    def handle_endtag(self, tag):
        if not self.stack or self.stack.pop() != tag:
            self.fault(self.name, f"</{tag}> ends nothing")

    def handle_data(self, data):
        if self.stack and self.stack[-1] == "script" and data.strip():
            self.fault(self.name, "a script in the page")
        self.text.append(data)


def read_page(path, folder, fault):
    page = Page(str(path.relative_to(folder)), fault)
    source = path.read_text(encoding="utf-8")
    page.feed(source)
    page.close()
    if page.stack:
        fault(page.name, f"not ended: {page.stack}")
    if "Content-Security-Policy\" content=\"default-src 'none'" not in source:
        fault(page.name, "no policy")
    if "http" in source.replace("http-equiv", ""):
        fault(page.name, "refers to the network")
    for tag in ("title", "h1", "main", "nav"):
        if page.tags.count(tag) != 1:
            fault(page.name, f"{page.tags.count(tag)} of <{tag}>")
    return page


def check_links(page, path, folder, pages, fault):
    """The files that the page links to."""
    reached = set()
    for link in page.links:
        parts = urlsplit(link)
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if parts.scheme or parts.netloc or folder not in target.parents:
            fault(page.name, f"a link leaves the folder: {link}")
        elif not target.is_file():
            fault(page.name, f"a link to nothing: {link}")
        else:
            reached.add(target)
            if parts.fragment and parts.fragment not in pages[target].ids:
                fault(page.name, f"a link to no such place: {link}")
    return reached


def check_picture(path, folder, fault):
    name = str(path.relative_to(folder))
    source = path.read_text(encoding="utf-8")
    if len(source) > 310_000:
        fault(name, f"{len(source)} bytes")
    if "http" in source.replace("http://www.w3.org/", ""):
        fault(name, "refers to the network")
    root = xml.dom.minidom.parseString(source.encode()).documentElement
    if root.tagName != "svg" or root.getElementsByTagName("script") or root.getElementsByTagName("foreignObject"):
        fault(name, "is no inert SVG")


def main():
    folder = Path(sys.argv[1]).resolve()
    faults = []

    def fault(where, what):
        faults.append(f"{where}: {what}")

    files = {p for p in folder.rglob("*") if p.is_file() and p.name != ".llmperf-report"}
    pages = {p: read_page(p, folder, fault) for p in files if p.suffix == ".html"}
    reached, todo = set(), [folder / "index.html"]
    while todo:
        path = todo.pop()
        if path in reached:
            continue
        reached.add(path)
        if path in pages:
            todo += check_links(pages[path], path, folder, pages, fault)
    for path in sorted(files - reached):
        fault(str(path.relative_to(folder)), "no page leads there")
    for path in files:
        if path.suffix == ".svg":
            check_picture(path, folder, fault)
        elif path.suffix in (".css", ".js") and "http" in path.read_text():
            fault(path.name, "refers to the network")
    text = "\n".join("".join(p.text) for p in pages.values())
    for wanted in sys.argv[2:]:
        if wanted not in text:
            fault("pages", f"do not show: {wanted}")
    for line in sorted(faults):
        print(line)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
