/** Seconds left on a clock now; `since` is how long ago (in seconds) the server told it. */
export function secondsLeft(clock: number | null, ticking: boolean, since: number): number | null {
  if (clock === null) return null;
  return Math.max(0, ticking ? clock - since : clock);
}

/** 75 -> "1:15", 4000 -> "1:06:40", 200000 -> "2 d 7 h". */
export function clockText(seconds: number): string {
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  const pad = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor((whole % 3600) / 60);
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

/** Pauses before connecting again: half a second, doubling to ten seconds, a little shaken. */
export function pauseBefore(attempt: number, shake = Math.random()): number {
  return Math.min(10_000, 500 * 2 ** attempt) * (0.8 + 0.4 * shake);
}
