/** SHA-256 of the bytes that `seed` spells in hexadecimal; null where the browser cannot (no secure context). */
export async function hashOfSeed(seed: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle || !/^([0-9a-f]{2})+$/i.test(seed)) return null;
  const bytes = Uint8Array.from(seed.match(/../g)!, (pair) => parseInt(pair, 16));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
