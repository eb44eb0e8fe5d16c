// One execution: the source, the interleaving and the values, which all show the same event.

import { threadLabel, threadName, type Case, type Fact, type Location, type Trace, type Violation } from "./data.ts";
import { element } from "./dom.ts";
import { Lanes } from "./lanes.ts";
import type { View } from "./rows.ts";
import { SourcePane } from "./source_pane.ts";
import { Toolbar, type Commands } from "./toolbar.ts";
import { keyOf, Values } from "./values.ts";
import { ValuesPanel } from "./values_panel.ts";

const arrowKinds = [
  ["write", "value read"],
  ["unlock", "lock handed over"],
  ["signal", "signal"],
  ["start", "start and join"],
] as const;

function eventsAtLines(trace: Trace): Map<string, Map<number, number>> {
  const counts = new Map<string, Map<number, number>>();
  for (const { location } of trace.events) {
    if (!location) continue;
    const lines = counts.get(location.file) ?? new Map<number, number>();
    lines.set(location.line, (lines.get(location.line) ?? 0) + 1);
    counts.set(location.file, lines);
  }
  return counts;
}

export class Player implements Commands {
  readonly root = element("main", { class: "player" });
  private readonly view: View = { open: new Set(), locals: false, variable: null };
  private readonly values: Values;
  private readonly lanes: Lanes;
  private readonly source: SourcePane;
  private readonly panel: ValuesPanel;
  private readonly toolbar: Toolbar;
  private readonly spoken = element("div", { class: "spoken", "aria-live": "polite" });
  private current = 0;

  constructor(
    shown: Case,
    private readonly trace: Trace,
    violation: Violation | undefined,
    private readonly onMove: (event: number) => void,
  ) {
    this.values = new Values(trace);
    this.lanes = new Lanes(trace, violation, {
      onSelect: (event) => this.select(event),
      onFold: (fold) => this.toggleFold(fold),
    });
    this.source = new SourcePane(shown, {
      counts: eventsAtLines(trace),
      onLine: (file, line) => this.nextAtLine(file, line),
    });
    this.panel = new ValuesPanel(trace, this.values, {
      onEvent: (event) => this.select(event),
      onFilter: (key) => this.setFilter(this.view.variable === key ? null : key),
    });
    const hasLocals = trace.events.some((event) => event.local);
    this.toolbar = new Toolbar(this, this.values.names(), trace.folds.length > 0, hasLocals);
    const legend = element("div", { class: "legend", "aria-hidden": "true" });
    for (const [kind, text] of arrowKinds)
      if (trace.events.some((event) => event.origins.some((origin) => origin.kind === kind)))
        legend.append(element("span", { class: `key ${kind}` }, text));
    this.root.append(
      this.toolbar.root,
      element("div", { class: "left" }, this.source.root, this.panel.root),
      element("section", { class: "interleaving", "aria-label": "Interleaving" }, this.lanes.root, legend),
      this.spoken,
    );
    this.lanes.show(this.view);
  }

  /** Called when the elements are in the document. */
  start(event: number): void {
    this.select(event >= 0 && event < this.trace.events.length ? event : this.firstShown());
    this.lanes.focus();
  }

  pressed(key: string): boolean {
    return this.toolbar.pressed(key);
  }

  private shownEvents(): number[] {
    return this.lanes.rows.flatMap((row) => (row.kind === "event" ? [row.event] : []));
  }

  private firstShown(): number {
    return this.shownEvents()[0] ?? 0;
  }

  private position(): number {
    const events = this.shownEvents();
    const exact = events.indexOf(this.current);
    if (exact >= 0) return exact;
    const next = events.findIndex((event) => event > this.current);
    return next < 0 ? events.length - 1 : Math.max(0, next - 1);
  }

  private move(by: number): void {
    const events = this.shownEvents();
    const target = events[Math.min(events.length - 1, Math.max(0, this.position() + by))];
    if (target !== undefined) this.select(target);
  }

  goTo(position: number): void {
    const target = this.shownEvents()[position];
    if (target !== undefined) this.select(target);
  }
  first(): void {
    this.goTo(0);
  }
  last(): void {
    this.goTo(this.shownEvents().length - 1);
  }
  next(): void {
    this.move(1);
  }
  previous(): void {
    this.move(-1);
  }

  nextSwitch(): void {
    const events = this.shownEvents();
    const thread = this.trace.events[this.current]?.thread;
    const next = events.slice(this.position() + 1).find((event) => this.trace.events[event]!.thread !== thread);
    if (next !== undefined) this.select(next);
    else this.last();
  }

  /** To the first event after the last switch before this one. */
  previousSwitch(): void {
    const events = this.shownEvents();
    const threadAt = (index: number) => this.trace.events[events[index]!]!.thread;
    let index = this.position() - 1;
    while (index > 0 && threadAt(index - 1) === threadAt(index)) --index;
    if (index >= 0) this.select(events[index]!);
  }

  /** Of the variable that the current event accesses, or that the filter names. */
  lastWrite(): void {
    const event = this.trace.events[this.current];
    const access = event?.accesses[0];
    const key = access && event ? keyOf(access, event.thread) : this.view.variable;
    const write = key ? this.values.lastWrite(key, this.current) : null;
    if (write !== null) this.select(write);
    else this.say("there is no earlier write");
  }

  setFolding(isFolded: boolean): void {
    this.view.open = new Set(isFolded ? [] : this.trace.folds.keys());
    this.refresh();
  }

  setLocals(isShown: boolean): void {
    this.view.locals = isShown;
    this.refresh();
  }

  setFilter(key: string | null): void {
    this.view.variable = key;
    this.toolbar.setFilter(key);
    this.refresh();
  }

  private toggleFold(fold: number): void {
    if (!this.view.open.delete(fold)) this.view.open.add(fold);
    this.refresh();
  }

  private refresh(): void {
    this.lanes.show(this.view);
    this.select(this.current);
  }

  /** What is folded or not of the variable in the filter is opened if it is asked for. */
  private makeVisible(event: number): void {
    const isShown = () => this.lanes.rows.some((row) => row.kind === "event" && row.event === event);
    if (isShown()) return;
    const { local } = this.trace.events[event]!;
    this.trace.folds.forEach((fold, index) => {
      if (fold.first <= event && event < fold.end) this.view.open.add(index);
    });
    if (local) this.view.locals = true;
    this.lanes.show(this.view);
    if (!isShown()) {
      this.view.variable = null;
      this.toolbar.setFilter(null);
      this.lanes.show(this.view);
    }
  }

  select(event: number): void {
    const shown = this.trace.events[event];
    if (!shown) return;
    if (event !== this.current) this.makeVisible(event);
    this.current = event;
    this.lanes.select(event);
    this.panel.show(event, this.view.locals, this.view.variable);
    this.source.setPlaces(this.placesAt(event));
    const label = threadLabel(this.trace, shown.thread);
    const steps = (this.trace.events.at(-1)?.step ?? 0) + 1;
    this.toolbar.show(this.position(), this.shownEvents().length, `step ${shown.step + 1} of ${steps}, ${label}`);
    this.say(`step ${shown.step + 1}, ${threadName(shown.thread)}: ${shown.text}`);
    this.onMove(event);
  }

  private say(text: string): void {
    this.spoken.textContent = text;
  }

  /** Where each thread is after the event. */
  private placesAt(event: number): { thread: number; location: Location; isCurrent: boolean }[] {
    const places = new Map<number, Location>();
    for (let i = 0; i <= event; ++i) {
      const { thread, location } = this.trace.events[i]!;
      if (location) places.set(thread, location);
    }
    const running = this.trace.events[event]!.thread;
    return [...places].map(([thread, location]) => ({ thread, location, isCurrent: thread === running }));
  }

  /** The next event at the line, from the beginning again after the last one. */
  private nextAtLine(file: string, line: number): void {
    const { events } = this.trace;
    for (let i = 1; i <= events.length; ++i) {
      const index = (this.current + i) % events.length;
      const { location, local } = events[index]!;
      if (location?.file !== file || location.line !== line) continue;
      if (local && !this.view.locals && i < events.length && this.hasSharedAt(file, line)) continue;
      this.select(index);
      return;
    }
  }

  private hasSharedAt(file: string, line: number): boolean {
    return this.trace.events.some((e) => !e.local && e.location?.file === file && e.location.line === line);
  }

  /** The last event of the fact's thread at its line. */
  goToFact(fact: Fact): void {
    const { location, thread } = fact;
    if (!location) return;
    const index = this.trace.events.findLastIndex(
      (event) =>
        event.location?.file === location.file &&
        event.location.line === location.line &&
        (thread === null || event.thread === thread),
    );
    if (index >= 0) this.select(index);
    this.source.goTo(location);
  }

  goToLocation(location: Location): void {
    this.last();
    this.source.goTo(location);
  }
}
