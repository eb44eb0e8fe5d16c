// What `heddle bench` writes to results.json (src/batch/outputs.cpp).

export type Judgement = "right" | "undecided" | "WRONG";

export interface Run {
  tool: string;
  task: string;
  property: string;
  expected?: boolean;
  verdict: "true" | "false" | "unknown" | "error";
  judgement: Judgement;
  reason?: string;
  engine?: string;
  checked?: boolean;
  seconds: number;
  processorSeconds: number;
  memory: number;
  exitCode: number;
}

export interface Summary {
  tool: string;
  runs: number;
  rightTrue: number;
  rightFalse: number;
  wrongTrue: number;
  wrongFalse: number;
  unknown: number;
  errors: number;
  score: number;
  medianSeconds: number;
  totalSeconds: number;
  largestMemory: number;
}

export interface Results {
  heddle: string;
  started: string;
  machine: string;
  limits: { wallSeconds: number; processorSeconds?: number; memory?: number };
  parallel: number;
  versions: Record<string, string>;
  summary: Summary[];
  /** Of several tools: times on the tasks for which all are right. */
  common?: { tasks: number; tools: { tool: string; medianSeconds: number; totalSeconds: number }[] };
  records: Run[];
  comparedWith?: string;
  differences?: { before: Run; now: Run }[];
}

/** The runs of one task and property, by tool. */
export interface Row {
  task: string;
  property: string;
  expected?: boolean;
  runs: Map<string, Run>;
}

export function readResults(): Results {
  return JSON.parse(document.getElementById("data")!.textContent!);
}

export function rowsOf(results: Results): Row[] {
  const rows = new Map<string, Row>();
  for (const run of results.records) {
    const key = `${run.task}\n${run.property}`;
    let row = rows.get(key);
    if (!row) {
      row = { task: run.task, property: run.property, expected: run.expected, runs: new Map() };
      rows.set(key, row);
    }
    row.runs.set(run.tool, run);
  }
  return [...rows.values()];
}

const badness: Record<Judgement, number> = { WRONG: 2, undecided: 1, right: 0 };

/** How bad the worst run of the row is. */
export function badnessOf(row: Row): number {
  return Math.max(...[...row.runs.values()].map((run) => badness[run.judgement]));
}
