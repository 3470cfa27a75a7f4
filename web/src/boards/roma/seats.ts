/** The players of Roma have the colours of their dice. */
export default function colours(): string[] {
  return ["var(--die-0)", "var(--die-1)"];
}
