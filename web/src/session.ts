// The report and the reader's place in it: which runs there are, and how to move in them.
import type { Race, Report } from "./document/report";
import { spawnOf } from "./model/arrows";
import { align, type AlignedPair, counterparts } from "./model/alignment";
import { foldedRows, type FoldingRules, type Row, rowOfEvent } from "./model/folding";
import { writersOf } from "./model/objects";
import { type ChartRow, pairedRows } from "./model/pairedrows";
import { modelOf, type RunModel } from "./model/runmodel";
import { matcher } from "./model/search";
import { type RunId, type State, Store } from "./state";

export interface Rows {
  readonly rows: readonly ChartRow[];
  readonly ofEvent: Int32Array;
}

export type Jump = "sender" | "receiver" | "spawner" | "writer" | "previous" | "next";

export class Session {
  readonly store: Store;
  private readonly models = new Map<RunId, RunModel>();
  private readonly twins = new Map<string, Int32Array>();
  private readonly alignments = new Map<string, AlignedPair[]>();
  private rowsCache: { key: string; rows: Map<RunId, Rows> } | null = null;

  constructor(
    readonly report: Report,
    linked: Partial<State>,
  ) {
    const runs = this.runIds();
    const other = runs.find((id) => id !== "failing") ?? null;
    const run = linked.run !== undefined && runs.includes(linked.run) ? linked.run : "failing";
    const start: State = {
      run,
      step: 0,
      other: run === "failing" ? other : run,
      sideBySide: false,
      pastOnly: true,
      foldLoops: true,
      opened: new Set(),
      query: "",
      hiddenLanes: new Set(),
      tab: "event",
      file: null,
    };
    // A reader who follows no link begins where the runs part.
    const first =
      report.decisive?.second ?? (report.trace === null ? 0 : (this.model("failing").errorEvent ?? 0));
    this.store = new Store({ ...start, ...linked, run, step: 0 });
    if (report.trace !== null) this.goTo(run, linked.step ?? (run === "failing" ? first : 0));
  }

  get state(): State {
    return this.store.state;
  }

  runIds(): RunId[] {
    const ids: RunId[] = this.report.trace === null ? [] : ["failing"];
    if (this.report.twin !== null) ids.push("twin");
    for (const race of this.report.races) if (race.run !== null) ids.push(`variant-${race.id}`);
    return ids;
  }

  runName(id: RunId): string {
    if (id === "failing") return "Failing run";
    return id === "twin" ? "Passing twin" : `Variant of race ${id.slice("variant-".length)}`;
  }

  model(id: RunId): RunModel {
    let model = this.models.get(id);
    if (model === undefined) {
      const trace =
        id === "failing" ? this.report.trace : id === "twin" ? this.report.twin : this.raceOfVariant(id)?.run;
      if (trace === null || trace === undefined) throw new RangeError(`the report has no run ${id}`);
      model = modelOf(trace);
      this.models.set(id, model);
    }
    return model;
  }

  private raceOfVariant(id: RunId): Race | undefined {
    return this.report.races.find((race) => `variant-${race.id}` === id);
  }

  get current(): RunModel {
    return this.model(this.state.run);
  }

  /** The runs on the screen, left to right. */
  shownRuns(): RunId[] {
    const { sideBySide, other, run } = this.state;
    return sideBySide && other !== null ? ["failing", other] : [run];
  }

  /** The same event in another run, or undefined. */
  counterpart(from: RunId, index: number, to: RunId): number | undefined {
    if (from === to) return index;
    const key = `${from} ${to}`;
    let map = this.twins.get(key);
    if (map === undefined) {
      map = counterparts(this.model(from).run, this.model(to).run);
      this.twins.set(key, map);
    }
    const found = map[index] ?? -1;
    return found < 0 ? undefined : found;
  }

  // --- Rows ---

  rows(id: RunId): Rows {
    const { state } = this;
    const shown = this.shownRuns();
    const folding = [state.pastOnly, state.foldLoops, state.query, ...state.hiddenLanes].join("\0");
    const key = [shown.join(), folding, ...[...state.opened].sort()].join("\n");
    if (this.rowsCache?.key !== key) {
      this.rowsCache = {
        key,
        rows: shown.length === 2 ? this.alignedRows(shown[0]!, shown[1]!) : this.singleRows(shown[0]!),
      };
    }
    const rows = this.rowsCache.rows.get(id);
    if (rows === undefined) throw new RangeError(`${id} is not on the screen`);
    return rows;
  }

  private rules(id: RunId): FoldingRules {
    return {
      wanted: this.wanted(id),
      why: this.isFiltered() ? "filtered" : "unrelated",
      foldLoops: this.state.foldLoops && !this.isFiltered(),
      pinned: this.pinned(id),
      opened: this.openedIn(id),
    };
  }

  private singleRows(id: RunId): Map<RunId, Rows> {
    const { run } = this.model(id);
    const rows = foldedRows(run, this.rules(id));
    return new Map([[id, { rows, ofEvent: rowOfEvent(rows, run.events.length) }]]);
  }

  private alignedRows(left: RunId, right: RunId): Map<RunId, Rows> {
    const runs = [this.model(left).run, this.model(right).run] as const;
    const rows = pairedRows(this.alignment(left, right), runs, [this.rules(left), this.rules(right)]);
    const index = (rows: ChartRow[], id: RunId): Rows => {
      const known = rows.map((row): Row => (row.kind === "gap" ? { kind: "event", index: -1 } : row));
      return { rows, ofEvent: rowOfEvent(known, this.model(id).run.events.length) };
    };
    return new Map([
      [left, index(rows[0], left)],
      [right, index(rows[1], right)],
    ]);
  }

  private alignment(left: RunId, right: RunId): AlignedPair[] {
    const key = `${left} ${right}`;
    const pairs = this.alignments.get(key) ?? align(this.model(left).run, this.model(right).run);
    this.alignments.set(key, pairs);
    return pairs;
  }

  isFiltered(): boolean {
    return this.state.query.trim() !== "" || this.state.hiddenLanes.size > 0;
  }

  private wanted(id: RunId): boolean[] {
    const { run, lanes, errorPast } = this.model(id);
    const { query, hiddenLanes, pastOnly } = this.state;
    const matches = matcher(run, query);
    // A search looks everywhere: what it finds may be outside the causal past.
    const past = pastOnly && query.trim() === "" ? this.pastIn(id, errorPast) : null;
    return run.events.map((_, index) => {
      const lane = lanes.all[lanes.ofEvent[index]!]!;
      return (past === null || past[index] === true) && !hiddenLanes.has(lane.id) && matches(index);
    });
  }

  /** A passing run has no error; its events that matter are those that matter in the failing one. */
  private pastIn(id: RunId, own: readonly boolean[]): readonly boolean[] {
    const { run } = this.model(id);
    if (id === "failing" || run.trace.errors.length > 0) return own;
    const failing = this.model("failing").errorPast;
    return run.events.map((_, index) => {
      const same = this.counterpart(id, index, "failing");
      return same === undefined || failing[same] === true;
    });
  }

  private pinned(id: RunId): Set<number> {
    if (this.isFiltered()) return new Set();
    const { decisive } = this.report;
    const pair = decisive === null ? [] : [decisive.first, decisive.second];
    const pinned = new Set(
      pair.map((index) => this.counterpart("failing", index, id)).filter((one) => one !== undefined),
    );
    const error = this.model(id).errorEvent;
    if (error !== undefined) pinned.add(error);
    return pinned;
  }

  private openedIn(id: RunId): Set<number> {
    const own = [...this.state.opened].filter((one) => one.startsWith(`${id}:`));
    return new Set(own.map((one) => Number(one.slice(id.length + 1))));
  }

  // --- Moving ---

  /** Makes an event the current one; a fold that hides it is opened. */
  goTo(id: RunId, index: number): void {
    const last = this.model(id).run.events.length - 1;
    const step = Math.max(0, Math.min(index, last));
    const other = id === "failing" ? this.state.other : id;
    const isAlone = !this.state.sideBySide;
    this.store.set({ run: id, other, step, file: null, sideBySide: isAlone ? false : other !== null });
    for (;;) {
      const { rows, ofEvent } = this.rows(id);
      const row = rows[ofEvent[step] ?? -1];
      // What an opened fold shows may be a loop that is folded in its turn.
      if (row?.kind !== "fold") return;
      this.open(id, row.first);
    }
  }

  open(id: RunId, firstEvent: number): void {
    this.store.set({ opened: new Set([...this.state.opened, `${id}:${firstEvent}`]) });
  }

  /** Opens what is folded next to the current event. */
  openAround(): void {
    const { run, step } = this.state;
    const { rows, ofEvent } = this.rows(run);
    const at = ofEvent[step] ?? -1;
    for (const row of [rows[at - 1], rows[at + 1]]) if (row?.kind === "fold") this.open(run, row.first);
  }

  /** So many events on or back, of those that have rows. */
  stepBy(direction: 1 | -1, count = 1): void {
    const { run, step } = this.state;
    const { rows, ofEvent } = this.rows(run);
    let found: number | undefined;
    for (
      let at = (ofEvent[step] ?? 0) + direction;
      count > 0 && at >= 0 && at < rows.length;
      at += direction
    ) {
      const row = rows[at]!;
      if (row.kind !== "event") continue;
      found = row.index;
      --count;
    }
    if (found !== undefined) this.goTo(run, found);
  }

  stepToEnd(direction: 1 | -1): void {
    const { rows } = this.rows(this.state.run);
    const events = rows.filter((row) => row.kind === "event");
    const row = direction === 1 ? events.at(-1) : events[0];
    if (row !== undefined) this.goTo(this.state.run, row.index);
  }

  /** Another run; at the same event if it has it. */
  showRun(id: RunId): void {
    const { run, step } = this.state;
    const same = this.counterpart(run, step, id);
    const fallback = Math.min(step, this.model(id).run.events.length - 1);
    this.store.set({ sideBySide: false });
    this.goTo(id, same ?? fallback);
  }

  showSideBySide(other: RunId): void {
    const { run, step } = this.state;
    this.store.set({ other, sideBySide: true, run: run === "failing" ? run : other });
    if (run !== "failing" && run !== other) this.goTo("failing", this.counterpart(run, step, "failing") ?? 0);
  }

  /** Where a jump from the current event leads, or undefined. */
  target(jump: Jump, index: number = this.state.step): number | undefined {
    const { run, messages } = this.current;
    const { actor, ordinal } = run.event(index);
    switch (jump) {
      case "sender": {
        const message = messages.byReceive.get(index) ?? messages.byArrival.get(index);
        return message === undefined || message.sent === index ? undefined : message.sent;
      }
      case "receiver":
        return (messages.bySend.get(index) ?? messages.byArrival.get(index))?.received ?? undefined;
      case "spawner":
        return spawnOf(run, actor);
      case "writer":
        return writersOf(run, index)[0];
      case "previous":
        return run.eventsOf[actor]?.[ordinal - 1];
      case "next":
        return run.eventsOf[actor]?.[ordinal + 1];
    }
  }

  follow(jump: Jump): boolean {
    const to = this.target(jump);
    if (to !== undefined) this.goTo(this.state.run, to);
    return to !== undefined;
  }

  racesOf(index: number): Race[] {
    return this.report.races.filter((race) => [race.first, race.second, race.taken].includes(index));
  }

  isDecisive(race: Race): boolean {
    const { decisive } = this.report;
    if (decisive === null) return false;
    const pair = [decisive.first, decisive.second];
    // A race of a receive is decided by the two sends.
    return (
      pair.includes(race.second) &&
      (pair.includes(race.first) || (race.taken !== undefined && pair.includes(race.taken)))
    );
  }
}
