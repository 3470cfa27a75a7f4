/** Put facts into a template: `{name}`, and `{n|one|many}` for a number with its noun. */
export function fill(template: string, facts: Record<string, string | number>): string {
  return template.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const fact = facts[name];
    if (fact === undefined) return whole;
    return one === undefined ? String(fact) : `${fact} ${Number(fact) === 1 ? one : many}`;
  });
}
