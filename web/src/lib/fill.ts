/** As it is written at the beginning of a line, or alone: "the East" is "The East" there. */
export function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
}

/** Put facts into a template: `{name}`, and `{n|one|many}` for a number with its noun. */
export function fill(template: string, facts: Record<string, string | number>): string {
  return template.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const fact = facts[name];
    if (fact === undefined) return whole;
    return one === undefined ? String(fact) : `${fact} ${Number(fact) === 1 ? one : many}`;
  });
}
