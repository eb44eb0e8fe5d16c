// The page of `heddle bench`: what stands first is what matters first, which is wrong verdicts.

import { element } from "../dom.ts";
import { addThemeSwitch } from "../theme.ts";
import { readResults, rowsOf, type Results, type Row } from "./data.ts";
import { quantilePlot, scatterPlot } from "./plots.ts";
import { Table } from "./table.ts";

function heading(results: Results): HTMLElement {
  const { limits } = results;
  const parts = [
    results.started.replace("T", " ").replace("Z", " UTC"),
    results.machine,
    `${limits.wallSeconds} s each`,
    limits.processorSeconds !== undefined && `${limits.processorSeconds} s of processor time`,
    limits.memory !== undefined && `${(limits.memory / 1e9).toFixed(1)} GB`,
    `${results.parallel} at a time`,
  ];
  const header = element("header", {}, element("h1", {}, "Heddle bench"), element("p", { class: "muted" }, parts.filter(Boolean).join(" · ")));
  addThemeSwitch(header);
  return header;
}

function wrongVerdicts(results: Results): HTMLElement | undefined {
  const wrong = results.records.filter((run) => run.judgement === "WRONG");
  if (wrong.length === 0) return undefined;
  const list = element("ul");
  for (const run of wrong) list.append(element("li", {}, `${run.task} (${run.property}): ${run.tool} says ${run.verdict}, expected ${run.expected}`));
  return element("section", { class: "alarm" }, element("h2", {}, `${wrong.length} wrong verdict${wrong.length === 1 ? "" : "s"}`), list);
}

function summaryTable(results: Results): HTMLElement {
  const head = ["tool", "runs", "right true", "right false", "wrong", "unknown", "errors", "score", "median s", "total s", "memory MB"];
  const body = results.summary.map((summary) =>
    element("tr", {},
      element("td", { title: results.versions[summary.tool] }, summary.tool),
      ...[summary.runs, summary.rightTrue, summary.rightFalse, summary.wrongTrue + summary.wrongFalse, summary.unknown, summary.errors, summary.score, summary.medianSeconds.toFixed(2), summary.totalSeconds.toFixed(1), (summary.largestMemory / 1e6).toFixed(0)].map((value) => element("td", { class: "amount" }, String(value)))));
  return element("section", {},
    element("div", { class: "scroll" }, element("table", {}, element("thead", {}, element("tr", {}, ...head.map((label) => element("th", { scope: "col" }, label)))), element("tbody", {}, ...body))),
    element("p", { class: "muted" }, "Score as in SV-COMP: 2 for a right true, 1 for a right false, -32 for a wrong true, -16 for a wrong false. Times are of right verdicts."));
}

/** Other times cannot be compared: a tool that gives up on the long tasks has short times. */
function commonTimes({ common }: Results): HTMLElement | undefined {
  if (!common || common.tasks === 0) return undefined;
  const first = common.tools[0]!;
  const ratio = (seconds: number) => (first.totalSeconds > 0 ? (seconds / first.totalSeconds).toFixed(2) : "–");
  const head = ["tool", "median s", "total s", "ratio of totals"];
  const body = common.tools.map(({ tool, medianSeconds, totalSeconds }) =>
    element("tr", {}, element("td", {}, tool), ...[medianSeconds.toFixed(2), totalSeconds.toFixed(1), ratio(totalSeconds)].map((value) => element("td", { class: "amount" }, value))));
  return element("section", {},
    element("h2", {}, `On the ${common.tasks} task${common.tasks === 1 ? "" : "s"} that all are right for`),
    element("div", { class: "scroll" }, element("table", {}, element("thead", {}, element("tr", {}, ...head.map((label) => element("th", { scope: "col" }, label)))), element("tbody", {}, ...body))));
}

function differences(results: Results): HTMLElement | undefined {
  if (!results.comparedWith) return undefined;
  const list = element("ul");
  for (const { before, now } of results.differences ?? [])
    list.append(element("li", { class: now.judgement }, `${now.task} (${now.property}), ${now.tool}: ${before.verdict} → ${now.verdict}`));
  const count = results.differences?.length ?? 0;
  return element("section", {}, element("h2", {}, `Compared with ${results.comparedWith}: ${count} verdict${count === 1 ? "" : "s"} changed`), list);
}

/** Two tools against each other, which the reader selects. */
function scatter(results: Results, rows: Row[], width: number): HTMLElement | undefined {
  const tools = results.summary.map((summary) => summary.tool);
  if (tools.length < 2) return undefined;
  const choice = (label: string, chosen: number) =>
    element("select", { "aria-label": label }, ...tools.map((tool, index) => element("option", { value: tool, selected: index === chosen }, tool)));
  const left = choice("tool of the vertical axis", 0);
  const bottom = choice("tool of the horizontal axis", 1);
  const place = element("div");
  const draw = () => place.replaceChildren(scatterPlot(results, rows, left.value, bottom.value, width));
  for (const select of [left, bottom]) select.addEventListener("change", draw);
  draw();
  return element("section", {}, element("p", { class: "controls" }, left, element("span", {}, "against"), bottom), place);
}

function start(): void {
  const results = readResults();
  const rows = rowsOf(results);
  const width = Math.min(620, document.documentElement.clientWidth - 40);
  const plots = element("div", { class: "plots" }, quantilePlot(results, width), scatter(results, rows, Math.min(width, 460)));
  const parts = [wrongVerdicts(results), summaryTable(results), commonTimes(results), differences(results), plots, new Table(results, rows).root];
  document.body.append(heading(results), element("main", {}, ...parts.filter((part) => part !== undefined)));
}

start();
