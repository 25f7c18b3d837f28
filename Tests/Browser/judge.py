"""What is wrong with what is on the screen, whatever it is: its size, its targets, and what axe finds."""

from axe_playwright_python.sync_playwright import Axe

from proof import Wrong, patience

sizes = {320: 640, 1280: 800}
lights = ("light", "dark")
axe = Axe()

# Targets of a finger: 44 by 44 at least, 24 for links within a text. A box stands for its row.
small_targets = """() => [...document.querySelectorAll('button, a[href], input, select, textarea, summary, [role="button"]')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen'))
    .map((one) => {
        const isBox = ['checkbox', 'radio'].includes(one.type);
        const box = (isBox ? one.closest('label') ?? one : one).getBoundingClientRect();
        const least = one.matches('p a, li a, span a') ? 24 : 44;
        const name = one.ariaLabel || one.labels?.[0]?.innerText || one.innerText || one.type;
        return { name, width: box.width, height: box.height, least };
    })
    .filter(({ width, height, least }) => width < least - 0.01 || height < least - 0.01)
    .map(({ name, width, height }) => `'${name.trim()}' ${Math.round(width)}×${Math.round(height)}`)"""

too_wide = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [
    `${document.documentElement.scrollWidth} in ${innerWidth}: ` + [...document.querySelectorAll('body *')]
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < -1)
        .filter((one) => !one.closest('.unseen'))
        .slice(0, 4).map((one) => `${one.tagName.toLowerCase()}.${one.className}`).join(', ')]"""


# Words in a column that is narrower than they are.
squeezed = """() => [...document.querySelectorAll('h1, h2, p, button, label, legend')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen') && one.innerText.trim())
    .filter((one) => one.getBoundingClientRect().width < 40 && one.innerText.length > 6)
    .map((one) => `'${one.innerText.slice(0, 30)}' in ${Math.round(one.getBoundingClientRect().width)} px`)"""


# Until what moves with the light, or with the size, has come to rest: two frames, in which it begins, and its end,
# however long a busy machine takes for both. Half way through, the words of a button have the new color and its ground
# has none of the two. What moves for ever is not waited for.
at_rest = """(most) => Promise.race([
    new Promise((done) => setTimeout(() => done(false), most)),
    (async () => {
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        const ends = ({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime);
        await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
        return true;
    })(),
])"""


def come_to_rest(tab):
    """Waits until what is shown has come to rest."""
    if not tab.evaluate(at_rest, patience * 1000):
        raise Wrong(f"what moves on the screen has not come to rest within {patience} s")


def each_shape(tab):
    """Shows a tab in each light and each size, one after the other."""
    for light in lights:
        tab.emulate_media(color_scheme=light)
        for width, height in sizes.items():
            tab.set_viewport_size({"width": width, "height": height})
            if (light, width) == (lights[0], min(sizes)):
                # What the host still wants on a new screen has come, too.
                tab.wait_for_timeout(250)
            come_to_rest(tab)
            yield width, light


def faults(tab, width, light):
    """Words for what is wrong with what is shown; what does not depend on the light is looked for once."""
    found = []
    if light == "light":
        if width == min(sizes):
            found += [f"wider than the screen: {fault}" for fault in tab.evaluate(too_wide)]
        narrow = tab.evaluate(squeezed)
        if narrow:
            found.append(f"words in a column too narrow for them: {', '.join(narrow)}")
        small = tab.evaluate(small_targets)
        if small:
            found.append(f"targets under 44×44: {', '.join(small)}")
    for violation in axe.run(tab).response["violations"]:
        nodes = "; ".join(f"{node['target']} {node['failureSummary'].splitlines()[-1].strip()}" for node in violation["nodes"][:3])
        found.append(f"axe: {violation['id']} ({len(violation['nodes'])}): {nodes}")
    return found
