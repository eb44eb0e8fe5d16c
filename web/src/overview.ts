// The overview of several properties or violations: a table from which one is chosen.

import type { Case } from "./data.ts";
import { button, element } from "./dom.ts";
import { badge, place } from "./summary.ts";

function about(shown: Case): string {
  if (shown.violation) return shown.violation.message;
  if (shown.report.verdict === "unknown") return shown.report.reason ?? "";
  const assumptions = shown.report.assumptions ?? [];
  return assumptions.length > 0 ? `assuming ${assumptions.join(", ")}` : "for every interleaving and every input";
}

export function overview(cases: Case[], selected: number, onSelect: (index: number) => void): HTMLElement {
  const rows = cases.map((shown, index) => {
    const name = shown.violation?.property ?? shown.report.properties.join(", ");
    const location = shown.violation?.location;
    const choose = button(name, `show ${index + 1} of ${cases.length}: ${name}`, () => onSelect(index), {
      class: "link",
      "aria-current": index === selected ? "true" : undefined,
    });
    return element(
      "tr",
      { class: index === selected ? "selected" : undefined },
      element("td", {}, badge(shown.report.verdict)),
      element("th", { scope: "row" }, choose),
      element("td", {}, about(shown)),
      element("td", { class: "place" }, location ? place(location) : ""),
    );
  });
  return element(
    "nav",
    { class: "overview", "aria-label": "Overview" },
    element("table", {}, element("tbody", {}, ...rows)),
  );
}
