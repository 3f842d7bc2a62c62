// What the reader has chosen. Views subscribe; whoever changes something says only what changes.

/** A run that the report holds: the failing one, its passing twin, the run of a race's variant. */
export type RunId = "failing" | "twin" | `variant-${number}`;

export type Tab = "event" | "mailbox" | "races" | "waiting" | "lanes" | "tree";

export interface State {
  /** The run that steps, and the event it stands at. */
  readonly run: RunId;
  readonly step: number;
  /** The run to compare with, if there is one. */
  readonly other: RunId | null;
  /** One run, or the failing one and `other` side by side. */
  readonly sideBySide: boolean;
  readonly pastOnly: boolean;
  readonly foldLoops: boolean;
  /** Folds opened by the reader, each by its run and first event. */
  readonly opened: ReadonlySet<string>;
  readonly query: string;
  /** Lanes that were switched off, by id. */
  readonly hiddenLanes: ReadonlySet<string>;
  readonly tab: Tab;
  /** The file shown; null: that of the current event. */
  readonly file: string | null;
}

type Listener = (state: State, before: State) => void;

export class Store {
  private readonly listeners: Listener[] = [];

  constructor(private current: State) {}

  get state(): State {
    return this.current;
  }

  set(change: Partial<State>): void {
    const before = this.current;
    this.current = { ...before, ...change };
    for (const listener of this.listeners) listener(this.current, before);
  }

  subscribe(listener: Listener): void {
    this.listeners.push(listener);
  }
}
