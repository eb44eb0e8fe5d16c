// Which rows the interleaving has: an event each, or a remark in place of the events that are folded.

import type { Trace } from "./data.ts";
import { keyOf } from "./values.ts";

export type Row = { kind: "event"; event: number } | { kind: "fold"; fold: number };

export interface View {
  /** folds that are open */
  open: Set<number>;
  /** local assignments too */
  locals: boolean;
  /** only the events of this variable, folded or not */
  variable: string | null;
}

function concerns(trace: Trace, event: number, key: string): boolean {
  const { accesses, thread } = trace.events[event]!;
  return accesses.some((access) => keyOf(access, thread) === key);
}

export function rowsOf(trace: Trace, view: View): Row[] {
  const rows: Row[] = [];
  let fold = 0;
  for (let event = 0; event < trace.events.length; ++event) {
    if (view.variable !== null) {
      if (concerns(trace, event, view.variable)) rows.push({ kind: "event", event });
      continue;
    }
    while (fold < trace.folds.length && trace.folds[fold]!.first < event) ++fold;
    const next = trace.folds[fold];
    if (next && next.first === event) {
      rows.push({ kind: "fold", fold });
      if (!view.open.has(fold)) {
        event = next.end - 1;
        continue;
      }
    }
    if (view.locals || !trace.events[event]!.local) rows.push({ kind: "event", event });
  }
  return rows;
}

/** By event: its row, or that of the fold that contains it, or -1. */
export function rowOfEvents(trace: Trace, rows: Row[], open: Set<number>): Int32Array {
  const result = new Int32Array(trace.events.length).fill(-1);
  rows.forEach((row, index) => {
    if (row.kind === "event") result[row.event] = index;
    else if (!open.has(row.fold)) {
      const { first, end } = trace.folds[row.fold]!;
      result.fill(index, first, end);
    }
  });
  return result;
}
