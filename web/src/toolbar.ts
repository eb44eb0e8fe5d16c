// The buttons for moving through the execution, and the choices of what is shown.

import { button, element } from "./dom.ts";

export interface Commands {
  first(): void;
  previous(): void;
  next(): void;
  last(): void;
  previousSwitch(): void;
  nextSwitch(): void;
  lastWrite(): void;
  goTo(position: number): void;
  setFolding(isFolded: boolean): void;
  setLocals(isShown: boolean): void;
  setFilter(key: string | null): void;
}

const keys: [string, string, keyof Pick<Commands, "first" | "previous" | "next" | "last" | "previousSwitch" | "nextSwitch" | "lastWrite">][] = [
  ["|◀", "first event (Home)", "first"],
  ["⇤ switch", "previous context switch (p)", "previousSwitch"],
  ["◀", "previous event (↑ or k)", "previous"],
  ["▶", "next event (↓ or j)", "next"],
  ["switch ⇥", "next context switch (n)", "nextSwitch"],
  ["▶|", "last event (End)", "last"],
  ["↶ write", "last write of what the event accesses (w)", "lastWrite"],
];

const shortcuts: Record<string, keyof Commands> = {
  Home: "first",
  End: "last",
  ArrowUp: "previous",
  ArrowDown: "next",
  k: "previous",
  j: "next",
  p: "previousSwitch",
  n: "nextSwitch",
  w: "lastWrite",
};

export class Toolbar {
  readonly root = element("div", { class: "toolbar", role: "toolbar", "aria-label": "Execution" });
  private readonly slider = element("input", { type: "range", min: 0, step: 1, "aria-label": "position in the execution" });
  private readonly status = element("output", { class: "status" });
  private readonly filter = element("select", { "aria-label": "only the accesses of a variable" });
  private readonly folding: HTMLInputElement;
  private readonly locals: HTMLInputElement;

  constructor(
    private readonly commands: Commands,
    names: { key: string; name: string; isLocal: boolean }[],
    hasFolds: boolean,
    hasLocals: boolean,
  ) {
    const moves = element("span", { class: "group" });
    for (const [label, title, command] of keys) moves.append(button(label, title, () => commands[command]()));
    this.slider.addEventListener("input", () => commands.goTo(Number(this.slider.value)));
    this.filter.append(element("option", { value: "" }, "all variables"));
    for (const { key, name } of names) this.filter.append(element("option", { value: key }, name));
    this.filter.addEventListener("change", () => commands.setFilter(this.filter.value || null));
    this.folding = checkbox((isOn) => commands.setFolding(isOn), true);
    this.locals = checkbox((isOn) => commands.setLocals(isOn), false);
    this.root.append(moves, this.slider, this.status, element("label", {}, "show ", this.filter));
    if (hasFolds) this.root.append(element("label", { title: "leave out what does not matter (f)" }, this.folding, " fold"));
    if (hasLocals) this.root.append(element("label", { title: "local variables too (l)" }, this.locals, " locals"));
  }

  show(position: number, count: number, status: string): void {
    this.slider.max = String(Math.max(0, count - 1));
    this.slider.value = String(position);
    this.slider.setAttribute("aria-valuetext", status);
    this.status.textContent = status;
  }

  setFilter(key: string | null): void {
    this.filter.value = key ?? "";
  }

  /** Returns whether the key has a meaning. */
  pressed(key: string): boolean {
    const command = shortcuts[key];
    if (command) (this.commands[command] as () => void)();
    else if (key === "f") this.folding.click();
    else if (key === "l") this.locals.click();
    else if (key === "/") this.filter.focus();
    else if (key === "Escape") this.commands.setFilter(null);
    else return false;
    return true;
  }
}

function checkbox(onChange: (isOn: boolean) => void, isOn: boolean): HTMLInputElement {
  const result = element("input", { type: "checkbox" });
  result.checked = isOn;
  result.addEventListener("change", () => onChange(result.checked));
  return result;
}
