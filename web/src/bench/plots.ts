// The pictures: how many tasks are decided within which time, and two tools against each other.

import * as Plot from "@observablehq/plot";
import { element } from "../dom.ts";
import type { Results, Row, Run } from "./data.ts";

const shortest = 0.01; // seconds; a logarithmic axis has no zero
const clamp = (seconds: number) => Math.max(shortest, seconds);
const seconds = { label: "seconds", type: "log" as const, grid: true, tickFormat: (value: number) => `${value}` };

/** A point for each right verdict of a tool, in the order of their times: (how many so far, time of this one). */
function quantiles(results: Results): { tool: string; count: number; time: number; task: string }[] {
  return results.summary.flatMap(({ tool }) =>
    results.records
      .filter((run) => run.tool === tool && run.judgement === "right")
      .sort((a, b) => a.seconds - b.seconds)
      .map((run, index) => ({ tool, count: index + 1, time: clamp(run.seconds), task: run.task })),
  );
}

export function quantilePlot(results: Results, width: number): HTMLElement {
  const points = quantiles(results);
  const plot = Plot.plot({
    width,
    height: 340,
    ariaLabel: "Right verdicts by time",
    x: { label: "tasks decided correctly", grid: true },
    y: { ...seconds, label: "seconds, each at most" },
    color: { legend: results.summary.length > 1, domain: results.summary.map((summary) => summary.tool) },
    marks: [
      Plot.line(points, { x: "count", y: "time", stroke: "tool", curve: "step-after" }),
      Plot.dot(points, { x: "count", y: "time", stroke: "tool", r: 1.5, tip: true, title: (d) => `${d.task}\n${d.tool}: ${d.time.toFixed(2)} s` }),
    ],
  });
  return element("figure", {}, plot as unknown as HTMLElement, element("figcaption", {}, "Right verdicts by time"));
}

/** Both axes end at the limit, where a run is that was not decided. */
export function scatterPlot(results: Results, rows: Row[], left: string, bottom: string, width: number): HTMLElement {
  const limit = results.limits.wallSeconds;
  const time = (run: Run) => (run.judgement === "right" ? Math.min(limit, clamp(run.seconds)) : limit);
  const points = rows.flatMap((row) => {
    const x = row.runs.get(bottom);
    const y = row.runs.get(left);
    return x && y ? [{ task: row.task, x: time(x), y: time(y), verdict: String(row.expected), detail: `${row.task} (${row.property})\n${bottom}: ${x.verdict}, ${x.seconds.toFixed(2)} s\n${left}: ${y.verdict}, ${y.seconds.toFixed(2)} s` }] : [];
  });
  const domain = [shortest, limit];
  const plot = Plot.plot({
    width,
    height: width,
    ariaLabel: `${left} against ${bottom}`,
    x: { ...seconds, domain, label: `${bottom}, seconds` },
    y: { ...seconds, domain, label: `${left}, seconds` },
    color: { legend: true, label: "expected", domain: ["true", "false"], range: ["var(--good)", "var(--bad)"] },
    marks: [
      Plot.line([[shortest, shortest], [limit, limit]], { stroke: "currentColor", strokeOpacity: 0.4 }),
      Plot.dot(points, { x: "x", y: "y", stroke: "verdict", r: 3, tip: true, title: "detail" }),
    ],
  });
  return element("figure", {}, plot as unknown as HTMLElement, element("figcaption", {}, `Below the line, ${left} is faster; at the edges, one of the two does not decide.`));
}
