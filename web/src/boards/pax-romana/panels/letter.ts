/** The letter that stands for a side: of its last word, which is its noun in all languages, without what stands in brackets. */
export function letterOf(name: string): string {
  const noun = name.replace(/\(.*/, "").trim().split(/\s+/).at(-1) ?? "";
  return noun.slice(0, 1).toLocaleUpperCase();
}
