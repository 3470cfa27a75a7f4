/** Chances as people read them. */
export function percent(value: number, language: string, digits = 0): string {
  return new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

export function signedPercent(value: number, language: string): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" }).format(value);
}
