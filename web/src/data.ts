// The data of the page, as src/report/json.cpp and src/report/page.cpp write it.

export interface Location {
  file: string;
  line: number;
  column: number;
}

export interface Frame {
  function: string;
  location: Location | null;
}

export interface Fact {
  role: string;
  text: string;
  /** the end of `text`, which follows the place */
  rest: string;
  thread: number | null;
  location: Location | null;
  stack: Frame[];
}

export interface Violation {
  property: string;
  message: string;
  location: Location | null;
  thread: number;
  stack: Frame[];
  explanation: Fact[];
}

export interface Access {
  variable: string;
  value: string;
  isRead: boolean;
  /** 0: a local variable that is not in memory */
  object: number;
  begin: number;
  end: number;
}

export type OriginKind = "write" | "unlock" | "signal" | "start" | "end";

export interface Origin {
  kind: OriginKind;
  event: number;
}

export interface TraceEvent {
  step: number;
  thread: number;
  location: Location | null;
  source: string;
  text: string;
  local: boolean;
  relevant: boolean;
  accesses: Access[];
  origins: Origin[];
  /** only at a context switch */
  stack?: Frame[];
}

export interface Fold {
  first: number;
  end: number;
  text: string;
}

export interface Trace {
  threads: { index: number; name: string }[];
  events: TraceEvent[];
  folds: Fold[];
  ending: string;
  endingText: string;
}

export interface Length {
  contextSwitches: number;
  steps: number;
}

export interface Warning {
  message: string;
  location: Location | null;
  blocksProof: boolean;
}

export interface Report {
  verdict: "true" | "false" | "unknown";
  reason?: string;
  /** why nothing was verified: the program does not compile, for example */
  error?: string;
  assumptions?: string[];
  checked?: boolean;
  check?: string;
  uncheckedBecause?: string;
  unreached?: string[];
  invariant?: string;
  /** what protects what several threads use */
  protections?: { variable: string; protection: string }[];
  /** why two conflicting accesses do not race */
  conflicts?: { variable: string; first: string; second: string; reason: string }[];
  files?: string[];
  dataModel?: string;
  memoryModel?: string;
  properties: string[];
  engine?: string;
  violation?: Violation;
  shortened?: { from: Length; to: Length };
  warnings?: Warning[];
  statistics?: { engine: string; values: Record<string, number> }[];
  internalErrors?: { engine: string; message: string }[];
  trace?: Trace;
  violations?: { violation: Violation; trace: Trace }[];
  suppressed?: number;
}

export interface Part {
  report: Report;
  sources: Record<string, string>;
}

/** One thing to look at: a violation with its execution, or the answer for a property. */
export interface Case {
  report: Report;
  sources: Record<string, string>;
  violation?: Violation;
  trace?: Trace;
}

export function readParts(): Part[] {
  const element = document.getElementById("data");
  return JSON.parse(element?.textContent ?? "[]") as Part[];
}

export function casesOf(parts: Part[]): Case[] {
  return parts.flatMap(({ report, sources }) => {
    const several = report.violations ?? [];
    if (several.length > 0)
      return several.map(({ violation, trace }) => ({ report, sources, violation, trace }) as Case);
    return [{ report, sources, violation: report.violation, trace: report.trace } as Case];
  });
}

export function threadLabel(trace: Trace, thread: number): string {
  const name = trace.threads[thread]?.name ?? "";
  if (thread === 0) return name || "main";
  return `T${thread} ${name}`.trim();
}

/** "main", "T1" */
export function threadName(thread: number): string {
  return thread === 0 ? "main" : `T${thread}`;
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
