// The page: an overview if there are several cases, and the chosen case below it.

import { casesOf, readParts, type Location } from "./data.ts";
import { button, element } from "./dom.ts";
import { followChanges } from "./live.ts";
import { overview } from "./overview.ts";
import { Player } from "./player.ts";
import { SourcePane } from "./source_pane.ts";
import { summary } from "./summary.ts";
import { addThemeSwitch } from "./theme.ts";

const help: [string, string][] = [
  ["↓ ↑ or j k", "next, previous event"],
  ["Home End", "first, last event"],
  ["n p", "next, previous context switch"],
  ["w", "last write of what the event accesses"],
  ["f", "fold what does not matter, or show it"],
  ["l", "local variables"],
  ["/", "choose a variable; Escape shows all"],
  ["t", "light or dark"],
  ["?", "this list"],
];

function helpDialog(): HTMLDialogElement {
  const list = element("dl", {});
  for (const [keys, meaning] of help) list.append(element("dt", {}, keys), element("dd", {}, meaning));
  const dialog = element("dialog", { "aria-label": "Keys" }, element("h2", {}, "Keys"), list);
  dialog.append(button("close", "close", () => dialog.close()));
  return dialog;
}

/** #2.14: the second case at its event 14, both from 1. */
function addressed(): { index: number; event: number } {
  const match = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash);
  return { index: Number(match?.[1] ?? 1) - 1, event: Number(match?.[2] ?? 0) - 1 };
}

class Page {
  private readonly cases = casesOf(readParts());
  private readonly content = element("div", { class: "content" });
  private readonly dialog = helpDialog();
  private player: Player | null = null;
  private readonly toggleTheme: () => void;

  constructor() {
    const tools = element("div", { class: "tools" });
    this.toggleTheme = addThemeSwitch(tools);
    tools.append(button("?", "keys (?)", () => this.dialog.showModal()));
    document.body.append(tools, this.content, this.dialog);
    followChanges(tools);
    document.addEventListener("keydown", (event) => this.pressed(event));
    window.addEventListener("hashchange", () => {
      const { index, event } = addressed();
      this.show(index, event);
    });
    const { index, event } = addressed();
    this.show(index, event);
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.dialog.open) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.matches("input[type=range], select, textarea, input[type=text]") && event.key !== "Escape") return;
    const isScrolling = target.closest(".code") && /^(Arrow|Home|End|Page)/.test(event.key);
    if (isScrolling) return;
    if (event.key === "t") this.toggleTheme();
    else if (event.key === "?") this.dialog.showModal();
    else if (!this.player?.pressed(event.key)) return;
    event.preventDefault();
  }

  private show(index: number, event: number): void {
    const chosen = Math.min(Math.max(index, 0), this.cases.length - 1);
    const shown = this.cases[chosen];
    if (!shown) {
      this.content.replaceChildren(element("p", {}, "This report is empty."));
      return;
    }
    document.title = `${shown.report.verdict}: ${(shown.report.files ?? []).join(", ")} – Heddle`;
    let goTo = (_: Location) => {};
    let below: HTMLElement;
    this.player = null;
    if (shown.trace && shown.trace.events.length > 0) {
      const remember = (current: number) => this.remember(chosen, current);
      this.player = new Player(shown, shown.trace, shown.violation, remember);
      below = this.player.root;
      goTo = (location) => this.player?.goToLocation(location);
    } else {
      const pane = new SourcePane(shown, { counts: new Map(), onLine: () => {} });
      below = element("main", { class: "proof" }, pane.root);
      goTo = (location) => pane.goTo(location);
    }
    const head = summary(shown, { onFact: (fact) => this.player?.goToFact(fact), onLocation: (place) => goTo(place) });
    const list = this.cases.length > 1 ? [overview(this.cases, chosen, (i) => this.show(i, -1))] : [];
    this.content.replaceChildren(...list, head, below);
    this.player?.start(event);
  }

  private remember(index: number, event: number): void {
    try {
      history.replaceState(null, "", `#${index + 1}.${event + 1}`);
    } catch {
      // Some browsers forbid it for local files; the page works without.
    }
  }
}

new Page();
