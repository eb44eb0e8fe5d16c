// Arrows between the lanes: which there are, and their paths.
//
// The text of a row begins to the right of its lane, so an arrow to the right
// goes down first and crosses in the row of its target, and an arrow to the left crosses in the row of its source and
// goes down then: it never runs through text.

import type { OriginKind, Trace } from "./data.ts";
import type { Row } from "./rows.ts";

export interface Arrow {
  kind: OriginKind;
  /** events */
  source: number;
  target: number;
  /** rows */
  from: number;
  to: number;
}

/** Between rows of different threads. What is folded has an arrow if it is the source of a value. */
export function arrowsOf(trace: Trace, rows: Row[], rowOf: Int32Array): Arrow[] {
  const hasRow = (event: number) => rows[rowOf[event] ?? -1]?.kind === "event";
  const arrows: Arrow[] = [];
  trace.events.forEach(({ thread, origins }, index) => {
    for (const { kind, event: origin } of origins) {
      if (trace.events[origin]!.thread === thread) continue;
      // The start of a thread leads to the first of its events that is shown, its end to the last one.
      let [source, target] = [origin, index];
      const sameThread = (event: number, other: number) => trace.events[event]?.thread === trace.events[other]?.thread;
      while (kind === "start" && target < trace.events.length && !(hasRow(target) && sameThread(target, index))) ++target;
      while (kind === "end" && source >= 0 && !(hasRow(source) && sameThread(source, origin))) --source;
      const [from, to] = [rowOf[source] ?? -1, rowOf[target] ?? -1];
      if (from >= 0 && hasRow(target) && from < to) arrows.push({ kind, source, target, from, to });
    }
  });
  return arrows;
}

export interface Geometry {
  /** width of the column of steps, of a lane, and height of a row */
  step: number;
  lane: number;
  height: number;
}

const inset = 10;
const radius = 6;

/** Arrows of different kinds that go down next to the same lane are apart. */
const aside: Record<OriginKind, number> = { write: 0, unlock: 3, signal: -3, start: 0, end: 0 };

export function laneX(geometry: Geometry, lane: number): number {
  return geometry.step + lane * geometry.lane + inset;
}

export function arrowPath(
  geometry: Geometry,
  kind: OriginKind,
  from: number,
  fromLane: number,
  to: number,
  toLane: number,
): string {
  const middle = geometry.height / 2;
  const [y1, y2] = [from * geometry.height + middle, to * geometry.height + middle];
  const [x1, x2] = [laneX(geometry, fromLane), laneX(geometry, toLane)];
  const shift = aside[kind];
  if (x1 < x2) {
    const x = x1 + shift;
    return `M${x} ${y1 + 5} V${y2 - radius} Q${x} ${y2} ${x + radius} ${y2} H${x2 - 6}`;
  }
  const x = x2 + shift;
  return `M${x1 - 5} ${y1} H${x + radius} Q${x} ${y1} ${x} ${y1 + radius} V${y2 - 6}`;
}
