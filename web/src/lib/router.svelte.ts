/** The page's own paths: the server answers every path outside /api with the page, those that are no route of it with the status 404. */
const place = $state({ path: location.pathname, search: location.search });

addEventListener("popstate", () => {
  place.path = location.pathname;
  place.search = location.search;
});

export function path(): string {
  return place.path;
}

export function query(): URLSearchParams {
  return new URLSearchParams(place.search);
}

export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  place.path = location.pathname;
  place.search = location.search;
  if (!replace) {
    scrollTo(0, 0);
    // So that a screen reader starts at the new page.
    requestAnimationFrame(() => document.getElementById("main")?.focus({ preventScroll: true }));
  }
}

/** Follow links of this site without loading the page anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest?.("a[href]") as HTMLAnchorElement | null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/")) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
