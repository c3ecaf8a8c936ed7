"""Ways to look at a page: with axe, at several sizes, and for controls that cannot be hit."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "ui/node_modules/axe-core/axe.min.js"
SCAN = """async (only) => {
  const { rules, tagExclude } = axe._audit;
  const isRun = ({ enabled, tags }) => enabled && !tags.some((tag) => tagExclude.includes(tag));
  const serious = rules.filter((rule) => isRun(rule) && ["serious", "critical"].includes(rule.impact));
  const runOnly = serious.map(({ id }) => id).filter((id) => !only.length || only.includes(id));
  if (!runOnly.includes("color-contrast")) throw new Error(`axe has no such rules: ${runOnly}`);
  const found = await axe.run(document, { resultTypes: ["violations"], preload: false, runOnly });
  return found.violations
    .flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html} (${node.failureSummary})`));
}"""

# Two frames after every card has come to where it was dealt, also those that were dealt meanwhile; clocks run down and
# lamps blink for longer than that.
PAINTED = """async () => {
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const animations = document.getAnimations().filter((one) => one.playState !== "finished");
    const short = animations.filter((one) => one.effect.getComputedTiming().endTime < 2000);
    if (!short.length) return;
    await Promise.allSettled(short.map((one) => one.finished));
  }
}"""

# Where the parts of a felt are.
PLACES = """() => Object.fromEntries(["signs", "hands", "seats", "own", "layout", "actions"].map((name) => {
  const { x, y, width, height } = document.querySelector(`.felt > .${name}`).getBoundingClientRect();
  return [name, [x, y, width, height].map(Math.round).join(" ")];
}))"""

# Of every control that is shown: is it the one that a click in its middle hits?
COVERED = """() => {
  const wrong = [];
  for (const control of document.querySelectorAll("a[href], button:not(:disabled), input, select, textarea, summary")) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = control.getClientRects()[0];
    if (!box || box.right <= 0) continue; // the skip link stands outside until it is reached
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!hit || !(control.contains(hit) || hit.contains(control) || control.closest("label")?.contains(hit))) {
      wrong.push(`${control.outerHTML.slice(0, 120)} is covered by ${hit?.outerHTML.slice(0, 120)}`);
    }
  }
  scrollTo(0, 0);
  return wrong;
}"""


def require_accessible(page: Page) -> None:
    """In the dark and in the light axe finds nothing serious; only contrast is another thing in the light."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    for scheme, only in (("dark", []), ("light", ["color-contrast"])):
        page.evaluate("(scheme) => (document.documentElement.dataset.theme = scheme)", scheme)
        page.evaluate(PAINTED)
        findings = page.evaluate(SCAN, only)
        assert not findings, "\n".join((f"{page.url}, {scheme}:", *findings))


def require_fitting(page: Page) -> None:
    """Nothing has to be scrolled sideways, and every control can be hit."""
    page.evaluate(PAINTED)
    too_wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    size = page.evaluate("() => `${innerWidth} by ${innerHeight}`")
    assert too_wide <= 0, f"{page.url} is {too_wide} pixels wider than {size}"
    covered = page.evaluate(COVERED)
    assert not covered, "\n".join((f"{page.url}, {size}:", *covered))
