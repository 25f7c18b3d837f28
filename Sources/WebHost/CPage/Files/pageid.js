// The name by which the host knows this page. It survives a reload of the tab, so that events from before still count
// for the same page.

/** The page's name, which survives a reload of this tab. */
export function pageId() {
  const kept = sessionStorage.getItem('page');
  if (/^[\w-]{22}$/.test(kept ?? '')) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').slice(0, 22);
  sessionStorage.setItem('page', made);
  return made;
}
