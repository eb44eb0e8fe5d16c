// Colours for C. A line may begin inside a comment of several lines, so the state goes from line to line.

import { element } from "./dom.ts";

const keywords = new Set(
  (
    "auto break case char const continue default do double else enum extern float for goto if inline int long " +
    "register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while " +
    "_Atomic _Bool _Noreturn _Static_assert _Thread_local bool true false NULL"
  ).split(" "),
);

const token = /\/\/.*|\/\*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\b[A-Za-z_]\w*\b|\b\d[\w.]*\b|^\s*#\s*\w+/g;

function kindOf(text: string): string | null {
  if (text.startsWith("//")) return "comment";
  if (text.startsWith('"') || text.startsWith("'")) return "string";
  if (text.trimStart().startsWith("#")) return "directive";
  if (/^\d/.test(text)) return "number";
  return keywords.has(text) ? "keyword" : null;
}

export class Highlighter {
  private isInComment = false;

  /** The line as text and coloured parts. */
  line(text: string): (Node | string)[] {
    const parts: (Node | string)[] = [];
    let at = 0;
    if (this.isInComment) {
      at = this.endOfComment(text, 0);
      parts.push(element("span", { class: "comment" }, text.slice(0, at)));
    }
    while (at < text.length) {
      token.lastIndex = at;
      const match = token.exec(text);
      if (!match) break;
      if (match.index > at) parts.push(text.slice(at, match.index));
      at = match.index + match[0].length;
      if (match[0] === "/*") {
        at = this.endOfComment(text, at);
        parts.push(element("span", { class: "comment" }, text.slice(match.index, at)));
        continue;
      }
      const kind = kindOf(match[0]);
      parts.push(kind ? element("span", { class: kind }, match[0]) : match[0]);
    }
    if (at < text.length) parts.push(text.slice(at));
    return parts;
  }

  private endOfComment(text: string, from: number): number {
    const end = text.indexOf("*/", from);
    this.isInComment = end < 0;
    return end < 0 ? text.length : end + 2;
  }
}
