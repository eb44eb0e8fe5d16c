// The values of variables at a moment of an execution.
//
// A variable is a range of bytes of an object; a thread may reach the same bytes by different names, so the name that
// is shown is that of the last access. Reads tell the value as well as writes do. A write to a part of a variable under
// another range makes its value unknown until the next access.

import { threadName, type Access, type Trace } from "./data.ts";

interface Moment {
  event: number;
  thread: number;
  name: string;
  /** null: changed in a way that the trace does not show */
  value: string | null;
  isRead: boolean;
}

interface Variable {
  key: string;
  isLocal: boolean;
  moments: Moment[];
}

export interface Value {
  key: string;
  name: string;
  text: string | null;
  isLocal: boolean;
  /** the event that has written it last, if there is one yet */
  write: number | null;
  thread: number | null;
  /** the last event that has read or written it; -1 before the first one */
  access: number;
  isAccessed: boolean;
  isChanged: boolean;
}

export function keyOf(access: Access, thread: number): string {
  return access.object === 0
    ? `${thread}.${access.variable}`
    : `${access.object}:${access.begin}:${access.end}`;
}

export class Values {
  private readonly variables = new Map<string, Variable>();

  constructor(private readonly trace: Trace) {
    const ranges = new Map<number, Map<string, Access>>();
    trace.events.forEach((event, index) => {
      for (const access of event.accesses) {
        const key = keyOf(access, event.thread);
        const name = access.object === 0 ? `${threadName(event.thread)}: ${access.variable}` : access.variable;
        const variable = this.variable(key);
        variable.isLocal &&= event.local; // it may be initialised before other threads get at it
        variable.moments.push({ event: index, thread: event.thread, name, value: access.value, isRead: access.isRead });
        if (access.object === 0) continue;
        const known = ranges.get(access.object) ?? new Map<string, Access>();
        known.set(key, access);
        ranges.set(access.object, known);
      }
    });
    this.noteOverlaps(ranges);
  }

  private variable(key: string): Variable {
    const known = this.variables.get(key) ?? { key, isLocal: true, moments: [] };
    this.variables.set(key, known);
    return known;
  }

  private noteOverlaps(ranges: Map<number, Map<string, Access>>): void {
    const overlapping = new Map<string, string[]>();
    for (const known of ranges.values()) {
      const sorted = [...known].sort(([, a], [, b]) => a.begin - b.begin);
      sorted.forEach(([key, access], index) => {
        for (let i = index + 1; i < sorted.length && sorted[i]![1].begin < access.end; ++i) {
          const other = sorted[i]![0];
          overlapping.set(key, [...(overlapping.get(key) ?? []), other]);
          overlapping.set(other, [...(overlapping.get(other) ?? []), key]);
        }
      });
    }
    if (overlapping.size === 0) return;
    this.trace.events.forEach((event, index) => {
      for (const access of event.accesses)
        if (!access.isRead)
          for (const key of overlapping.get(keyOf(access, event.thread)) ?? []) {
            const { moments } = this.variable(key);
            const name = moments[0]?.name ?? access.variable;
            moments.push({ event: index, thread: event.thread, name, value: null, isRead: false });
          }
    });
    for (const key of overlapping.keys()) this.variable(key).moments.sort((a, b) => a.event - b.event);
  }

  /** All variables, by their names: for the filter. */
  names(): { key: string; name: string; isLocal: boolean }[] {
    const list = [...this.variables.values()].map(({ key, moments, isLocal }) => ({
      key,
      name: moments[0]?.name ?? "",
      isLocal,
    }));
    return list.sort((a, b) => Number(a.isLocal) - Number(b.isLocal) || a.name.localeCompare(b.name));
  }

  /** After the event. */
  at(event: number): Value[] {
    const values: Value[] = [];
    for (const { key, isLocal, moments } of this.variables.values()) {
      let now: Moment | undefined;
      let before: Moment | undefined;
      let write: Moment | undefined;
      for (const moment of moments) {
        if (moment.event > event) break;
        if (moment.event < event) before = moment;
        now = moment;
        if (!moment.isRead) write = moment;
      }
      const first = moments[0]!;
      // What the first read finds has been there from the beginning.
      const initial = first.isRead ? first.value : null;
      values.push({
        key,
        isLocal,
        name: (now ?? first).name,
        text: now ? now.value : initial,
        write: write?.event ?? null,
        thread: write?.thread ?? null,
        access: now?.event ?? -1,
        isAccessed: now?.event === event,
        isChanged: now?.event === event && !now.isRead && now.value !== (before ? before.value : initial),
      });
    }
    return values;
  }

  /** The last write before the event of a variable. */
  lastWrite(key: string, before: number): number | null {
    const writes = this.variables.get(key)?.moments.filter((m) => !m.isRead && m.event < before) ?? [];
    return writes.at(-1)?.event ?? null;
  }
}
