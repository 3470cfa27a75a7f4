/** Searching in lists: all words typed must occur, whatever their case and accents. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLocaleLowerCase();

export function finder(typed: string): (...texts: string[]) => boolean {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  return (...texts) => {
    const whole = plain(texts.join(" "));
    return wanted.every((word) => whole.includes(word));
  };
}
