// The name by which the host knows this page: a tab keeps it when it is loaded anew, so that what was done before
// counts for the same page.

/** The page's name, which outlasts a reload of this tab. */
export function pageId() {
  const kept = sessionStorage.getItem('page');
  if (/^[\w-]{22}$/.test(kept ?? '')) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').slice(0, 22);
  sessionStorage.setItem('page', made);
  return made;
}
