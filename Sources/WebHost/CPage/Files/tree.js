// The tree of the host's screen, built from its updates; drawing is done elsewhere. Follows the rules of Screens.md: a
// whole tree can always be applied, a change only in the order of its number, and missing updates are asked for.

/** Thrown if a change names an element that does not exist. */
class Misfit extends Error {}

export class FollowedTree {
  root = null;
  number = null;
  #nodes = new Map();
  #isWrong = false;
  #misfits = 0;
  #latest = -Infinity;

  /** Applies an update; returns whether the tree `changed`, and the event that `asks` for missing updates. */
  take(update) {
    const whole = update.changes?.[0]?.change === 'replaceRoot';
    if (!whole && this.number !== null && update.number <= this.number) return { changed: false };
    const fits = whole || (this.number !== null && !this.#isWrong && update.number === this.number + 1);
    if (!fits) return this.#misfit(update.number, false);
    try {
      for (const change of update.changes ?? []) this.#apply(change);
    } catch {
      // The change was applied only in part, so only a whole tree helps.
      return this.#misfit(update.number, true);
    }
    this.number = update.number;
    if (whole || this.#latest <= update.number) this.#beRight();
    return { changed: true };
  }

  /** Notes the number of the host's last update; returns the event that asks for missing ones. */
  notice(number) {
    return this.number === null || number > this.number ? this.#misfit(number, false) : { changed: false };
  }

  /** Resets to the state before the first update. */
  clear() {
    this.root = null;
    this.number = null;
    this.#nodes.clear();
    this.#beRight();
  }

  #beRight() {
    this.#isWrong = false;
    this.#misfits = 0;
    this.#latest = -Infinity;
  }

  /** The request itself may be lost: it is made at the first misfit, and again at the second, the fourth, … */
  #misfit(number, isWrong) {
    this.#isWrong ||= isWrong;
    this.#misfits += 1;
    this.#latest = Math.max(this.#latest, number);
    const isTold = (this.#misfits & (this.#misfits - 1)) === 0;
    const knowsNumber = !this.#isWrong && this.number !== null;
    const asks = knowsNumber ? { event: 'missed', after: this.number } : { event: 'missed' };
    return { changed: false, asks: isTold ? asks : undefined };
  }

  #apply(change) {
    switch (change.change) {
      case 'replaceRoot':
        this.#nodes.clear();
        this.root = this.#add(change.node, null);
        return;
      case 'replaceFace':
        this.#find(change.id).face = faceOf(change.face);
        return;
      case 'insert': {
        const parent = this.#find(change.into);
        place(this.#add(change.node, parent), parent, change.behind);
        return;
      }
      case 'remove': {
        const node = this.#find(change.id);
        takeOut(node);
        this.#forget(node);
        return;
      }
      case 'move': {
        const node = this.#find(change.id);
        if (change.behind === change.id) throw new Misfit();
        const { parent } = node;
        takeOut(node);
        place(node, parent, change.behind);
        return;
      }
      default: // A change that nobody knows yet is passed over, as a key would be.
    }
  }

  #find(id) {
    const node = this.#nodes.get(id);
    if (!node) throw new Misfit();
    return node;
  }

  #add(sent, parent) {
    if (!sent?.id || this.#nodes.has(sent.id)) throw new Misfit();
    const node = { id: sent.id, face: faceOf(sent), parent, children: [] };
    this.#nodes.set(node.id, node);
    node.children = (sent.children ?? []).map((child) => this.#add(child, node));
    return node;
  }

  #forget(node) {
    this.#nodes.delete(node.id);
    for (const child of node.children) this.#forget(child);
  }
}

function faceOf(sent) {
  return { content: sent.content ?? {}, style: sent.style ?? {}, told: sent.accessibility ?? { label: '' } };
}

function takeOut(node) {
  const siblings = node.parent?.children;
  if (!siblings) throw new Misfit();
  siblings.splice(siblings.indexOf(node), 1);
}

function place(node, parent, behind) {
  const isFirst = (behind ?? null) === null;
  const before = isFirst ? -1 : parent.children.findIndex((child) => child.id === behind);
  if (before < 0 && !isFirst) throw new Misfit();
  parent.children.splice(before + 1, 0, node);
}
