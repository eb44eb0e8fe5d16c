// The table of variables and their values after the current event.

import { threadName, type Trace } from "./data.ts";
import { button, element } from "./dom.ts";
import type { Values } from "./values.ts";

/** A program may have a large array; what was accessed last is of interest. */
const mostShown = 200;

function remark(text: string): HTMLTableRowElement {
  return element("tr", {}, element("td", { colspan: 3, class: "remark" }, text));
}

export interface ValuesPanelOptions {
  onEvent: (event: number) => void;
  onFilter: (key: string) => void;
}

export class ValuesPanel {
  private readonly body = element("tbody");
  readonly root = element(
    "section",
    { class: "values", "aria-label": "Values after the current step" },
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("th", { scope: "col" }, "variable"),
          element("th", { scope: "col" }, "value"),
          element("th", { scope: "col" }, "last write"),
        ),
      ),
      this.body,
    ),
  );

  constructor(
    private readonly trace: Trace,
    private readonly values: Values,
    private readonly options: ValuesPanelOptions,
  ) {}

  show(event: number, locals: boolean, filter: string | null): void {
    const all = this.values.at(event).filter((value) => locals || !value.isLocal);
    const list = all.sort((a, b) => b.access - a.access).slice(0, mostShown);
    list.sort((a, b) => Number(a.isLocal) - Number(b.isLocal) || a.name.localeCompare(b.name));
    const rows = list.map((value) => {
      const write = value.write;
      const classes = [value.isAccessed ? "accessed" : "", value.isChanged ? "changed" : ""].join(" ").trim();
      const name = button(value.name, `${value.name}: show only its accesses`, () => this.options.onFilter(value.key), {
        class: "link name",
        "aria-pressed": String(filter === value.key),
      });
      const text = value.text ?? "–";
      return element(
        "tr",
        { class: classes || undefined, "data-variable": value.name },
        element("th", { scope: "row" }, name),
        element("td", { class: "value", title: text }, text),
        element(
          "td",
          { class: "by" },
          write === null
            ? value.text === null
              ? "not yet"
              : "initial"
            : button(
                `${threadName(value.thread ?? 0)}, step ${this.trace.events[write]!.step + 1}`,
                `go to the last write of ${value.name}`,
                () => this.options.onEvent(write),
                { class: "link", style: `--thread: var(--thread-${(value.thread ?? 0) % 8})` },
              ),
        ),
      );
    });
    if (all.length > mostShown)
      rows.push(remark(`and ${all.length - mostShown} more, which were accessed earlier or not yet`));
    if (rows.length === 0)
      rows.push(remark("no variable is accessed"));
    this.body.replaceChildren(...rows);
  }
}
