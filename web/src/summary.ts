// What stands above everything else: the verdict, what it is about, and why.

import { threadName, type Case, type Fact, type Frame, type Location, type Report } from "./data.ts";
import { append, button, element } from "./dom.ts";

const words = { true: "proved", false: "violated", unknown: "unknown" };
const symbols = { true: "✓", false: "✗", unknown: "?" };

export function badge(verdict: Report["verdict"]): HTMLElement {
  return element("span", { class: `badge ${verdict}` }, `${symbols[verdict]} ${words[verdict]}`);
}

export function place(location: Location): string {
  return `${location.file}:${location.line}`;
}

function stackText(stack: Frame[]): string {
  return stack
    .map((frame, index) => (index === 0 || !frame.location ? frame.function : `${frame.function}:${frame.location.line}`))
    .join(" ← ");
}

function factItem(fact: Fact, onFact: (fact: Fact) => void): HTMLElement {
  const item = element("li", { "data-role": fact.role }, fact.text.slice(0, fact.text.length - fact.rest.length));
  if (fact.thread !== null) item.setAttribute("style", `--thread: var(--thread-${fact.thread % 8})`);
  if (fact.location) {
    append(item, [" at ", button(place(fact.location), `go to ${place(fact.location)}`, () => onFact(fact), { class: "link" })]);
    if (fact.stack.length > 0) item.append(element("span", { class: "stack" }, ` in ${stackText(fact.stack)}`));
  }
  item.append(fact.rest);
  return item;
}

function row(name: string, ...values: (Node | string)[]): HTMLElement {
  return element("div", { class: "fact" }, element("dt", {}, name), element("dd", {}, ...values));
}

function proofFacts(report: Report): HTMLElement[] {
  const assumptions = report.assumptions ?? [];
  const rows = [
    row("holds", "for every interleaving and every input"),
    row("rests on", assumptions.length === 0 ? "no assumption" : assumptions.join(", ")),
    row(
      "checked",
      report.checked
        ? `yes: ${report.check ?? "the proof has been checked"}`
        : `no: ${report.uncheckedBecause ?? "the engine has no check"}`,
    ),
  ];
  if (report.unreached && report.unreached.length > 0)
    rows.push(row("note", `no execution gets to ${report.unreached.join(", ")}`));
  return rows;
}

function lengthText(report: Report): string | null {
  if (!report.shortened) return null;
  const { from, to } = report.shortened;
  if (from.contextSwitches === to.contextSwitches && from.steps === to.steps) return null;
  const count = (n: number, one: string, several: string) => `${n} ${n === 1 ? one : several}`;
  const switches = count(from.contextSwitches, "context switch", "context switches");
  return `shortened from ${switches} and ${count(from.steps, "step", "steps")} to ${to.contextSwitches} and ${to.steps}`;
}

function statistics(report: Report): HTMLElement | null {
  const runs = (report.statistics ?? []).filter((run) => Object.keys(run.values).length > 0);
  if (runs.length === 0) return null;
  const details = element("details", {}, element("summary", {}, "statistics"));
  for (const run of runs) {
    const table = element("table", {}, element("caption", {}, run.engine));
    for (const [name, value] of Object.entries(run.values))
      table.append(element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, String(value))));
    details.append(table);
  }
  return details;
}

function table(heads: string[], rows: string[][]): HTMLElement {
  return element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element(
      "tbody",
      {},
      ...rows.map(([name = "", ...others]) =>
        element("tr", {}, element("th", { scope: "row" }, name), ...others.map((text) => element("td", {}, text))),
      ),
    ),
  );
}

/** What protects shared variables, according to the proof. */
function protection(report: Report): HTMLElement | null {
  if (!report.protections || report.protections.length === 0) return null;
  const section = element(
    "section",
    { class: "protection", "aria-label": "What protects shared variables" },
    element("h2", {}, "What protects shared variables"),
    table(
      ["variable", "protection"],
      report.protections.map(({ variable, protection }) => [variable, protection]),
    ),
  );
  const conflicts = report.conflicts ?? [];
  if (conflicts.length > 0)
    section.append(
      element(
        "details",
        {},
        element("summary", {}, `why ${conflicts.length} pairs of conflicting accesses do not race`),
        table(
          ["variable", "one access", "the other", "reason"],
          conflicts.map(({ variable, first, second, reason }) => [variable, first, second, reason]),
        ),
      ),
    );
  return section;
}

export interface SummaryOptions {
  onFact: (fact: Fact) => void;
  onLocation: (location: Location) => void;
}

export function summary(shown: Case, options: SummaryOptions): HTMLElement {
  const { report, violation } = shown;
  const properties = violation ? violation.property : report.properties.join(", ");
  const mark = report.error ? element("span", { class: "badge false" }, "✗ not verified") : badge(report.verdict);
  const title = element("h1", {}, mark, " ", properties);
  const root = element("header", { class: `summary ${report.verdict}` }, title);
  if (violation) {
    const message = element("p", { class: "message" }, violation.message);
    // The explanation has the place already, with a link, if the message is about several of them.
    const isExplained = violation.explanation.some(
      ({ location: known }) => known && violation.location && place(known) === place(violation.location),
    );
    if (violation.location && !isExplained) {
      const location = violation.location;
      append(message, [
        ", at ",
        button(place(location), `go to ${place(location)}`, () => options.onLocation(location), { class: "link" }),
        violation.stack.length > 0 ? ` in ${stackText(violation.stack)} (${threadName(violation.thread)})` : null,
      ]);
    }
    root.append(message);
    if (violation.explanation.length > 0)
      root.append(
        element(
          "section",
          { class: "why", "aria-label": "Why" },
          element("h2", {}, "Why"),
          element("ul", {}, ...violation.explanation.map((fact) => factItem(fact, options.onFact))),
        ),
      );
  }
  if (report.error) root.append(element("pre", { class: "error" }, report.error));
  else if (report.verdict === "unknown") root.append(element("p", { class: "message" }, report.reason ?? ""));
  const facts = element("dl", {});
  if (report.verdict === "true") append(facts, proofFacts(report));
  if (report.engine) facts.append(row("engine", report.engine));
  if (report.files) facts.append(row("program", report.files.join(", ")));
  if (report.dataModel) facts.append(row("model", `${report.dataModel}, ${report.memoryModel}`));
  const length = lengthText(report);
  if (length && !report.violations) facts.append(row("execution", length));
  if (report.suppressed) facts.append(row("suppressed", `${report.suppressed} violations`));
  for (const warning of report.warnings ?? [])
    facts.append(row("warning", warning.location ? `${place(warning.location)}: ${warning.message}` : warning.message));
  for (const error of report.internalErrors ?? [])
    facts.append(row("internal error", `engine ${error.engine}: ${error.message}`));
  root.append(facts);
  append(root, [protection(report)]);
  if (report.invariant)
    root.append(
      element("details", {}, element("summary", {}, "the invariant of the proof"), element("pre", {}, report.invariant)),
    );
  const numbers = statistics(report);
  if (numbers) root.append(numbers);
  return root;
}
