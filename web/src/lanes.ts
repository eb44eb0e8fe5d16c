// The interleaving: a lane for each thread, and rows from top to bottom in the order of time.
//
// All rows have the same height, so that the place of a row follows from its number: arrows are drawn, and the current
// row is found, without asking the browser for its layout. Every row is an element, so that searching and printing
// work; the browser skips those that are out of sight (content-visibility).

import { arrowPath, arrowsOf, type Arrow, type Geometry } from "./arrows.ts";
import { fileName, threadLabel, threadName, type Trace, type TraceEvent, type Violation } from "./data.ts";
import { element, reveal, svg } from "./dom.ts";
import { rowOfEvents, rowsOf, type Row, type View } from "./rows.ts";

export const rowHeight = 26;
const stepWidth = 48;
const wideLane = 170;
const narrowLane = 36;
const rowsAround = 40;

export interface LanesOptions {
  onSelect: (event: number) => void;
  onFold: (fold: number) => void;
}

export class Lanes {
  readonly root = element("div", { class: "lanes" });
  rows: Row[] = [];
  private rowOf: Int32Array = new Int32Array();
  private readonly head = element("div", { class: "lane-head", "aria-hidden": "true" });
  private readonly list = element("div", {
    class: "rows",
    role: "listbox",
    tabindex: 0,
    "aria-label": "Interleaving, in the order of time",
  });
  private readonly canvas = svg("svg", { class: "arrows", "aria-hidden": "true" });
  private readonly ending: HTMLElement;
  private readonly laneOf = new Map<number, number>();
  private elements: HTMLElement[] = [];
  private arrows: Arrow[] = [];
  private current = -1;
  private geometry: Geometry = { step: stepWidth, lane: wideLane, height: rowHeight };
  private isPlanned = false;

  constructor(
    private readonly trace: Trace,
    violation: Violation | undefined,
    private readonly options: LanesOptions,
  ) {
    const threads = new Set(trace.events.map((event) => event.thread));
    if (violation) threads.add(violation.thread);
    [...threads].sort((a, b) => a - b).forEach((thread, lane) => this.laneOf.set(thread, lane));
    for (const [thread, lane] of this.laneOf) {
      const label = threadLabel(trace, thread);
      const short = threadName(thread);
      const rest = label.startsWith(short) ? label.slice(short.length) : ` ${label}`;
      const text = element("span", { class: "thread", title: label }, short, element("span", { class: "function" }, rest));
      const cell = element("div", { class: "lane-name", style: `--lane: ${lane}; --thread: var(--thread-${thread % 8})` }, text);
      this.head.append(cell);
    }
    this.ending = element(
      "div",
      { class: violation ? "ending violation" : "ending" },
      violation ? `✗ ${violation.message}` : trace.endingText,
    );
    const body = element("div", { class: "lane-body" }, this.canvas, this.list);
    this.root.append(this.head, body, this.ending);
    this.root.addEventListener("scroll", () => this.plan(), { passive: true });
    this.list.addEventListener("click", (event) => this.clicked(event));
    new ResizeObserver(() => this.layOut()).observe(this.root);
    window.addEventListener("beforeprint", () => this.draw(true));
  }

  private clicked(event: MouseEvent): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>(".row");
    if (row?.dataset.fold !== undefined) this.options.onFold(Number(row.dataset.fold));
    else if (row?.dataset.event !== undefined) this.options.onSelect(Number(row.dataset.event));
  }

  show(view: View): void {
    this.rows = rowsOf(this.trace, view);
    this.rowOf = rowOfEvents(this.trace, this.rows, view.open);
    let before: TraceEvent | null = null;
    this.elements = this.rows.map((row) => {
      if (row.kind === "fold") {
        before = null;
        return this.foldRow(row.fold, view.open.has(row.fold));
      }
      const result = this.eventRow(row.event, before);
      before = this.trace.events[row.event]!;
      return result;
    });
    this.arrows = arrowsOf(this.trace, this.rows, this.rowOf);
    this.list.replaceChildren(...this.elements);
    this.canvas.setAttribute("height", String(this.rows.length * rowHeight));
    this.select(this.current);
    this.layOut();
  }

  private foldRow(fold: number, isOpen: boolean): HTMLElement {
    const { text } = this.trace.folds[fold]!;
    return element(
      "div",
      { class: "row fold", role: "option", id: `fold-${fold}`, "data-fold": fold, "aria-expanded": String(isOpen) },
      element("span", { class: "fold-text" }, `${isOpen ? "▾" : "▸"} ${text}`),
    );
  }

  /** `before` is the event of the row above, if it has one. */
  private eventRow(index: number, before: TraceEvent | null): HTMLElement {
    const event = this.trace.events[index]!;
    const isSwitch = before !== null && before.thread !== event.thread;
    const isFirst = before?.step !== event.step;
    const line = event.location ? String(event.location.line) : "";
    const classes = ["row", isSwitch ? "switch" : "", event.local ? "local" : "", event.relevant ? "" : "irrelevant"];
    const place = event.location ? `, ${fileName(event.location.file)} line ${line}` : "";
    const stack = event.stack?.map((frame) => frame.function).join(" ← ");
    return element(
      "div",
      {
        class: classes.join(" "),
        role: "option",
        id: `event-${index}`,
        "data-event": index,
        "aria-selected": "false",
        "aria-label": `step ${event.step + 1}, ${threadName(event.thread)}${place}: ${event.text}`,
        title: `${event.text}\n${event.source}${stack ? `\nin ${stack}` : ""}`,
        style: `--lane: ${this.laneOf.get(event.thread)}; --thread: var(--thread-${event.thread % 8})`,
      },
      element("span", { class: "step" }, isFirst ? String(event.step + 1) : ""),
      element("span", { class: "dot" }),
      element(
        "span",
        { class: "what" },
        element("span", { class: "text" }, event.text),
        element("span", { class: "at" }, line),
      ),
    );
  }

  /** Marks the event and brings it into view. Returns whether it has a row of its own. */
  select(event: number): void {
    const old = this.root.querySelector(".row.current");
    old?.classList.remove("current");
    old?.setAttribute("aria-selected", "false");
    this.current = event;
    const index = this.rowOf[event] ?? -1;
    const row = this.elements[index];
    if (row) {
      row.classList.add("current");
      row.setAttribute("aria-selected", "true");
      this.list.setAttribute("aria-activedescendant", row.id);
      const top = index * rowHeight + this.head.offsetHeight;
      reveal(this.root, top, top + rowHeight + (index + 1 === this.rows.length ? 80 : 0), 90);
    }
    this.plan();
  }

  private layOut(): void {
    const width = this.root.clientWidth;
    if (width === 0) return; // not in the document yet
    const lanes = Math.max(1, this.laneOf.size);
    const isWide = (width - stepWidth) / lanes >= wideLane || lanes === 1;
    const lane = isWide ? Math.floor((width - stepWidth - 8) / lanes) : narrowLane;
    this.geometry = { step: stepWidth, lane, height: rowHeight };
    this.root.classList.toggle("narrow", !isWide);
    this.root.style.setProperty("--step-width", `${stepWidth}px`);
    this.root.style.setProperty("--lane-width", `${lane}px`);
    this.root.style.setProperty("--lanes", String(lanes));
    this.root.style.setProperty("--row-height", `${rowHeight}px`);
    this.plan();
  }

  /** Draws with the next frame. */
  private plan(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    requestAnimationFrame(() => {
      this.isPlanned = false;
      this.draw(false);
    });
  }

  private draw(all: boolean): void {
    const first = all ? 0 : Math.floor(this.root.scrollTop / rowHeight) - rowsAround;
    const last = all ? this.rows.length : first + 2 * rowsAround + Math.ceil(this.root.clientHeight / rowHeight);
    const width = this.geometry.step + this.geometry.lane * this.laneOf.size;
    const parts: SVGElement[] = [];
    for (const [thread, lane] of this.laneOf) {
      const x = this.geometry.step + lane * this.geometry.lane + 10;
      const line = svg("line", { x1: x, x2: x, y1: 0, y2: this.rows.length * rowHeight, class: "lane-line" });
      line.setAttribute("style", `--thread: var(--thread-${thread % 8})`);
      parts.push(line);
    }
    const marked: SVGElement[] = [];
    for (const arrow of this.arrows) {
      if (arrow.to < first || arrow.from > last) continue;
      const isMarked = arrow.source === this.current || arrow.target === this.current;
      (isMarked ? marked : parts).push(this.draft(arrow, isMarked));
    }
    this.canvas.setAttribute("width", String(width));
    this.canvas.replaceChildren(arrowHeads(), ...parts, ...marked);
  }

  private draft({ kind, from, to, source, target }: Arrow, isMarked: boolean): SVGElement {
    const laneOf = (event: number) => this.laneOf.get(this.trace.events[event]!.thread)!;
    const path = arrowPath(this.geometry, kind, from, laneOf(source), to, laneOf(target));
    return svg("path", {
      d: path,
      class: `arrow ${kind}${isMarked ? " marked" : ""}`,
      "marker-end": `url(#head-${kind})`,
    });
  }

  focus(): void {
    this.list.focus({ preventScroll: true });
  }
}

function arrowHeads(): SVGElement {
  const definitions = svg("defs");
  for (const kind of ["write", "unlock", "signal", "start", "end"]) {
    const marker = svg("marker", {
      id: `head-${kind}`,
      viewBox: "0 0 8 8",
      refX: 7,
      refY: 4,
      markerWidth: 7,
      markerHeight: 7,
      markerUnits: "userSpaceOnUse",
      orient: "auto",
    });
    marker.append(svg("path", { d: "M0 0 L8 4 L0 8 Z", class: `head ${kind}` }));
    definitions.append(marker);
  }
  return definitions;
}
