// What the server is asked and what it answers. The token is in the address of the page.

export type Language = "erlang" | "elixir" | "cpp";
export type Command = "check" | "verify";
export type OptionValues = Record<string, string | number | boolean>;

export interface OptionSpec {
  command: Command;
  /** Of a C++ program only, which has no others. */
  native: boolean;
  name: string;
  kind: "flag" | "number" | "choice" | "name";
  label: string;
  common: boolean;
  least?: number;
  most?: number;
  choices?: string[];
}

export interface Info {
  version: string;
  confined: boolean;
  native: boolean;
  cpp_refusal: string;
  /** The address of the queue; empty: there is none. */
  queue: string;
  options: OptionSpec[];
  limits: { time: number; memory: number; source: number };
}

export interface Example {
  id: string;
  group: string;
  name: string;
  language: Language;
  command: Command;
}

export interface Run {
  id: number;
  key: string;
  name: string;
  language: Language;
  command: Command;
  state: "queued" | "running" | "done" | "stopped" | "failed";
  before: number;
  phase: string;
  verdict: string;
  exit_code: number;
  seconds: number;
  report: boolean;
  acs: boolean;
  /** check has interleavings and perhaps an estimate of them, verify the seconds of its limit. */
  progress: {
    interleavings: number;
    estimate: number;
    errors: number;
    seconds: number;
    limit: number;
    text: string;
  };
}

export interface QueuedRun {
  id: number;
  title: string;
  state: string;
  reason: string;
  interleavings: number;
  /** Of all of them; 0: not known. */
  estimate: number;
  errors: number;
  tasks: number;
  seconds: number;
  workers: {
    host: string;
    process: number;
    threads: number;
    waiting: number;
    interleavings: number;
    rate: number;
    state: "working" | "left" | "gone";
  }[];
}

export interface Queue {
  runs: QueuedRun[];
  error: string;
}

export interface Diagnostic {
  line: number;
  column: number;
  warning: boolean;
  message: string;
}

export interface Property {
  property: string;
  where: string;
  answer: string;
  by?: string;
  reasons?: string[];
  abstract_execution?: string[] | string;
}

export interface Result {
  errors?: { reason?: string; file?: string; line?: number }[];
  properties?: Property[];
  notes?: string[];
}

export interface FullRun extends Run {
  options: OptionValues;
  source: string;
  /** What errors call the program. */
  file: string;
  text: string;
  message: string;
  result: Result | null;
  diagnostics: Diagnostic[];
}

export interface Acs {
  classes: string[];
  initial: string;
  places: {
    name: string;
    kind: "state" | "message" | "failure";
    class: string;
    label?: string;
    failure?: string;
  }[];
  rules: { from: string; to?: string; receives?: string; sends?: string; spawns?: string }[];
}

const token = new URLSearchParams(location.search).get("token") ?? "";

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { "X-Heddle-Token": token };
  const init: RequestInit = { headers };
  if (body !== undefined) {
    init.method = "POST";
    init.body = JSON.stringify(body);
    headers["Content-Type"] = "application/json";
  }
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Error("heddle serve does not answer; is it still running?");
  }
  const value = (await answer.json()) as T & { error?: string };
  if (!answer.ok) throw new Error(value.error ?? `the server answers ${answer.status}`);
  return value;
}

export const info = () => ask<Info>("/api/info");
export const examples = () => ask<Example[]>("/api/examples");
export const exampleSource = (id: string) =>
  ask<{ source: string }>(`/api/example?id=${encodeURIComponent(id)}`).then((found) => found.source);
export const runs = () => ask<Run[]>("/api/runs");
export const run = (id: number) => ask<FullRun>(`/api/runs/${id}`);
export const stop = (id: number) => ask<unknown>(`/api/runs/${id}/stop`, {});
export const stopQueued = (id: number) => ask<unknown>(`/api/queue/${id}/stop`, {});
export const acs = (id: number) => ask<{ acs: Acs; result: Result }>(`/api/runs/${id}/acs`);
export const start = (request: {
  language: Language;
  name: string;
  source: string;
  command: Command;
  options: OptionValues;
}) => ask<{ id: number }>("/api/runs", request).then((made) => made.id);

/** The report has an address that opens it alone: its scripts never see the token. */
export const reportAddress = (run: Run) => `/api/runs/${run.id}/report.html?key=${run.key}`;

/** Tells of each change until the run is over; the function returned ends it before. */
export function listen(id: number, onChange: (run: Run) => void): () => void {
  const source = new EventSource(`/api/runs/${id}/events?token=${token}`);
  const take = (event: MessageEvent<string>) => onChange(JSON.parse(event.data) as Run);
  source.addEventListener("queued", take);
  source.addEventListener("progress", take);
  source.addEventListener("done", (event) => {
    source.close();
    take(event);
  });
  return () => source.close();
}

/** Tells of each change of the queue, for as long as the page is open. */
export function listenToQueue(onChange: (queue: Queue) => void): void {
  const source = new EventSource(`/api/queue/events?token=${token}`);
  source.addEventListener("queue", (event: MessageEvent<string>) =>
    onChange(JSON.parse(event.data) as Queue),
  );
}
