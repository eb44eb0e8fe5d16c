// Elements are made here and nowhere else, and text becomes text nodes: nothing of a program is ever read as HTML.

type Child = Node | string | null | undefined | false;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number | boolean | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const result = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    result.setAttribute(name, value === true ? "" : String(value));
  }
  append(result, children);
  return result;
}

export function append(parent: Element, children: Child[]): void {
  for (const child of children) if (child) parent.append(child);
}

export function button(label: string, title: string, action: () => void, attributes = {}): HTMLButtonElement {
  const result = element("button", { type: "button", title, "aria-label": title, ...attributes }, label);
  result.addEventListener("click", action);
  return result;
}

export function svg(tag: string, attributes: Record<string, string | number> = {}): SVGElement {
  const result = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) result.setAttribute(name, String(value));
  return result;
}

/** Scrolls `pane`, and nothing around it, until the part from `top` to `bottom` is well inside. */
export function reveal(pane: HTMLElement, top: number, bottom: number, margin: number): void {
  if (pane.scrollHeight <= pane.clientHeight) return;
  const least = bottom + margin - pane.clientHeight;
  const most = top - margin;
  if (pane.scrollTop < least) pane.scrollTop = least;
  else if (pane.scrollTop > most) pane.scrollTop = Math.max(0, most);
}
