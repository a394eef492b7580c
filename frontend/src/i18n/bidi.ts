/** A name within a plain string, kept to itself by Unicode isolates. */
export function bidi(name: string | null): string {
  return `\u2068${name ?? ''}\u2069`;
}
