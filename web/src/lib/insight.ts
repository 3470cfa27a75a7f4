/** On a narrow screen a sheet lies over the lower part of the page: what is decided about is scrolled to above it. */
export function bringToSight(sheet: HTMLElement | undefined): void {
  if (!sheet || getComputedStyle(sheet).position !== "fixed") return;
  const about = [...document.querySelectorAll<HTMLElement>(".board [data-subject]")];
  const things = about.length ? about : [...document.querySelectorAll<HTMLElement>(".board .lit")];
  if (!things.length) return;
  const boxes = things.map((thing) => thing.getBoundingClientRect());
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const room = { top: 8, bottom: sheet.getBoundingClientRect().top - 8 };
  if (top >= room.top && bottom <= room.bottom) return;
  // All of it if there is room, else its beginning.
  const by = bottom - top <= room.bottom - room.top && bottom > room.bottom ? bottom - room.bottom : top - room.top;
  window.scrollBy({ top: by, behavior: "auto" });
}
