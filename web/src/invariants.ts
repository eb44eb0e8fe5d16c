// The invariant of a proof is text in sections, each with a comment that says where it holds:
//
//   /* main at a.c:12, T1 worker at a.c:3 */
//      x == 0 && y <= 3;
//
// A section belongs next to every line that its comment names. What names no line stays in the text as a whole.

export interface Claim {
  where: string;
  file: string;
  line: number;
  formula: string;
}

const section = /\/\*\s*([\s\S]*?)\s*\*\/\n([\s\S]*?)(?=\n\/\*|$)/g;
const place = / at ([^,]+?):(\d+)/g;

export function claimsOf(invariant: string): Claim[] {
  const claims: Claim[] = [];
  for (const [, where = "", body = ""] of invariant.matchAll(section)) {
    const formula = body
      .split("\n")
      .map((line) => line.trim())
      .join("\n")
      .trim();
    if (formula === "" || /^1?;$/.test(formula)) continue;
    for (const [, file = "", line = ""] of where.matchAll(place))
      claims.push({ where, file, line: Number(line), formula });
  }
  return claims;
}
