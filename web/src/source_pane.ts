// The source: one file at a time, with the places where the threads are, and invariants below the lines they hold at.

import { fileName, threadName, type Case, type Location } from "./data.ts";
import { append, button, element, reveal } from "./dom.ts";
import { Highlighter } from "./highlight.ts";
import { claimsOf, type Claim } from "./invariants.ts";

interface Place {
  thread: number;
  location: Location;
  isCurrent: boolean;
}

export interface SourceOptions {
  /** How many events are at each line of a file. */
  counts: Map<string, Map<number, number>>;
  onLine: (file: string, line: number) => void;
}

const linesInChunk = 200;

export class SourcePane {
  readonly root = element("section", { class: "source", "aria-label": "Source" });
  private readonly code = element("div", { class: "code", tabindex: 0, role: "group", "aria-label": "Lines" });
  private readonly tabs = element("div", { class: "tabs" });
  private readonly files: string[];
  private shown: string | null = null;
  private lines: HTMLElement[] = [];
  private marked: HTMLElement[] = [];
  private places: Place[] = [];

  constructor(
    private readonly shownCase: Case,
    private readonly options: SourceOptions,
  ) {
    this.files = Object.keys(shownCase.sources);
    const given = shownCase.report.files ?? [];
    this.files.sort((a, b) => Number(given.includes(b)) - Number(given.includes(a)) || a.localeCompare(b));
    for (const file of this.files) {
      const tab = button(fileName(file), file, () => {
        this.show(file);
        this.markPlaces();
      });
      tab.dataset.file = file;
      this.tabs.append(tab);
    }
    this.root.append(this.tabs, this.code);
    const first = this.files[0];
    if (first) this.show(first);
    else this.code.append(element("p", { class: "remark" }, "The source cannot be shown: no file could be read."));
  }

  private show(file: string): void {
    if (this.shown === file || !(file in this.shownCase.sources)) return;
    this.shown = file;
    for (const tab of this.tabs.querySelectorAll("button"))
      tab.setAttribute("aria-pressed", String(tab.dataset.file === file));
    const counts = this.options.counts.get(file);
    const highlighter = new Highlighter();
    this.lines = [];
    this.marked = [];
    const notes = this.invariantsOf(file);
    const chunks: HTMLElement[] = [];
    const text = this.shownCase.sources[file]!.replace(/\n$/, "").split(/\r?\n/);
    text.forEach((line, index) => {
      const number = index + 1;
      const count = counts?.get(number);
      const gutter = count
        ? button(String(number), `line ${number}: ${count} event${count === 1 ? "" : "s"}; go to the next`, () =>
            this.options.onLine(file, number),
          )
        : element("span", { class: "number" }, String(number));
      const code = element("code");
      append(code, highlighter.line(line));
      const row = element("div", { class: "line" }, gutter, code, element("span", { class: "marks" }));
      this.lines.push(row);
      if (index % linesInChunk === 0) chunks.push(element("div", { class: "chunk" }));
      chunks.at(-1)!.append(row);
      const note = notes.get(number);
      if (note) chunks.at(-1)!.append(note);
    });
    this.code.replaceChildren(...chunks);
    this.code.scrollTop = 0;
  }

  private invariantsOf(file: string): Map<number, HTMLElement> {
    const notes = new Map<number, HTMLElement>();
    const claims = new Map<number, Claim[]>();
    for (const claim of claimsOf(this.shownCase.report.invariant ?? ""))
      if (claim.file === file) claims.set(claim.line, [...(claims.get(claim.line) ?? []), claim]);
    for (const [line, here] of claims) notes.set(line, this.note(here));
    return notes;
  }

  /** What holds at a line; if other threads may be at several places meanwhile, in each of these cases. */
  private note(claims: Claim[]): HTMLElement {
    const parts = claims.flatMap(({ where, formula }) => [
      element("div", { class: "where" }, where),
      element("code", {}, formula),
    ]);
    if (claims.length === 1) return element("div", { class: "invariant" }, ...parts);
    const label = `what holds here, in ${claims.length} cases`;
    return element("details", { class: "invariant" }, element("summary", {}, label), ...parts);
  }

  /** Shows where the threads are. The file of the current one is shown. */
  setPlaces(places: Place[]): void {
    this.places = places;
    const current = places.find((place) => place.isCurrent);
    if (current) this.show(current.location.file);
    this.markPlaces();
    if (current && current.location.file === this.shown) this.revealLine(current.location.line);
  }

  goTo(location: Location): void {
    this.show(location.file);
    this.markPlaces();
    this.revealLine(location.line);
    const line = this.lines[location.line - 1];
    line?.classList.remove("flash");
    void line?.offsetWidth; // restarts the animation
    line?.classList.add("flash");
  }

  private markPlaces(): void {
    for (const line of this.marked) {
      line.classList.remove("here", "current");
      line.style.removeProperty("--thread");
      line.querySelector(".marks")?.replaceChildren();
      line.removeAttribute("aria-current");
    }
    this.marked = [];
    for (const { thread, location, isCurrent } of this.places) {
      const line = location.file === this.shown ? this.lines[location.line - 1] : undefined;
      if (!line) continue;
      this.marked.push(line);
      line.classList.add("here");
      if (isCurrent) {
        line.classList.add("current");
        line.setAttribute("aria-current", "step");
        line.style.setProperty("--thread", `var(--thread-${thread % 8})`);
      }
      const mark = element("span", { class: "mark", style: `--thread: var(--thread-${thread % 8})` }, threadName(thread));
      line.querySelector(".marks")?.append(mark);
    }
  }

  private revealLine(number: number): void {
    const line = this.lines[number - 1];
    if (!line) return;
    // Relative to the pane: the offset parent may be another element.
    const top = line.getBoundingClientRect().top - this.code.getBoundingClientRect().top + this.code.scrollTop;
    reveal(this.code, top, top + line.offsetHeight, Math.min(120, this.code.clientHeight / 3));
  }
}
