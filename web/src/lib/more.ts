/** `use:more`: `data-more` says to which sides there is more to be scrolled to, for the style that shows it. */
export function more(node: HTMLElement) {
  let frame = 0;
  const look = () => {
    const sides = [];
    if (node.scrollTop + node.clientHeight < node.scrollHeight - 4) sides.push("down");
    if (node.scrollLeft + node.clientWidth < node.scrollWidth - 4) sides.push("right");
    const told = sides.join(" ");
    if (node.dataset.more !== told) node.dataset.more = told;
  };
  const later = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  };
  const sizes = new ResizeObserver(later);
  sizes.observe(node);
  const changes = new MutationObserver(later);
  changes.observe(node, { childList: true, subtree: true });
  node.addEventListener("scroll", later, { passive: true });
  later();
  return {
    destroy() {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      changes.disconnect();
      node.removeEventListener("scroll", later);
    },
  };
}
