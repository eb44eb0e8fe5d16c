// The table of all tasks: sorted by a column, filtered by a text and by what the runs are like.

import { element } from "../dom.ts";
import { badnessOf, type Results, type Row, type Run } from "./data.ts";

type Order = (a: Row, b: Row) => number;

const byName: Order = (a, b) => a.task.localeCompare(b.task) || a.property.localeCompare(b.property);

function cell(run: Run | undefined): HTMLTableCellElement[] {
  if (!run) return [element("td", {}, "–"), element("td")];
  const checked = run.checked === undefined ? "" : run.checked ? " ✓" : "";
  const verdict = element("td", { class: run.judgement, title: run.reason ?? (run.engine ? `engine ${run.engine}` : undefined) }, run.verdict + checked);
  const time = element("td", { class: "amount", title: `${run.processorSeconds.toFixed(2)} s of processor time, ${(run.memory / 1e6).toFixed(0)} MB` }, run.seconds.toFixed(2));
  return [verdict, time];
}

export class Table {
  readonly root = element("section");
  private readonly body = element("tbody");
  private readonly count = element("span", { class: "muted", role: "status" });
  private readonly search = element("input", { type: "search", placeholder: "task, property or reason", "aria-label": "filter" });
  private readonly kind = element("select", { "aria-label": "which tasks" });
  private order: Order = (a, b) => badnessOf(b) - badnessOf(a) || byName(a, b);
  private sorted: HTMLElement | undefined;

  constructor(
    private readonly results: Results,
    private readonly rows: Row[],
  ) {
    const tools = results.summary.map((summary) => summary.tool);
    for (const [value, label] of [["", "all"], ["WRONG", "with a wrong verdict"], ["undecided", "undecided by some"], ["error", "with an error"], ["differ", "tools differ"]] as const)
      this.kind.append(element("option", { value }, label));
    const head = element("tr", {},
      this.heading("task", byName),
      this.heading("property", (a, b) => a.property.localeCompare(b.property) || byName(a, b)),
      this.heading("expected", (a, b) => String(a.expected).localeCompare(String(b.expected)) || byName(a, b)));
    for (const tool of tools) {
      const verdict = (row: Row) => row.runs.get(tool)?.verdict ?? "";
      const time = (row: Row) => row.runs.get(tool)?.seconds ?? -1;
      head.append(this.heading(tool, (a, b) => verdict(a).localeCompare(verdict(b)) || byName(a, b)), this.heading("s", (a, b) => time(b) - time(a), `seconds of ${tool}`, "descending"));
    }
    this.root.append(
      element("p", { class: "controls" }, this.search, this.kind, this.count),
      element("div", { class: "scroll" }, element("table", {}, element("thead", {}, head), this.body)));
    this.search.addEventListener("input", () => this.show());
    this.kind.addEventListener("change", () => this.show());
    this.show();
  }

  private heading(label: string, order: Order, title = `sort by ${label}`, first: "ascending" | "descending" = "ascending"): HTMLElement {
    const control = element("button", { type: "button", class: "link", title }, label);
    const result = element("th", { scope: "col" }, control);
    control.addEventListener("click", () => {
      const again = this.sorted === result && result.getAttribute("aria-sort") === first;
      const other = first === "ascending" ? "descending" : "ascending";
      this.sorted?.removeAttribute("aria-sort");
      this.sorted = result;
      result.setAttribute("aria-sort", again ? other : first);
      this.order = again ? (a, b) => order(b, a) : order;
      this.show();
    });
    return result;
  }

  private isWanted(row: Row): boolean {
    const runs = [...row.runs.values()];
    const text = this.search.value.toLowerCase();
    if (text && ![row.task, row.property, ...runs.map((run) => run.reason ?? "")].some((part) => part.toLowerCase().includes(text))) return false;
    switch (this.kind.value) {
      case "":
        return true;
      case "error":
        return runs.some((run) => run.verdict === "error");
      case "differ":
        return new Set(runs.map((run) => run.verdict)).size > 1;
      default:
        return runs.some((run) => run.judgement === this.kind.value);
    }
  }

  private show(): void {
    const wanted = this.rows.filter((row) => this.isWanted(row)).sort(this.order);
    this.count.textContent = `${wanted.length} of ${this.rows.length} tasks`;
    this.body.replaceChildren(
      ...wanted.map((row) =>
        element("tr", {},
          element("td", { class: "name" }, row.task),
          element("td", {}, row.property),
          element("td", {}, row.expected === undefined ? "–" : String(row.expected)),
          ...this.results.summary.flatMap(({ tool }) => cell(row.runs.get(tool))))));
  }
}
