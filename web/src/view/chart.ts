// The sequence chart of one run: a row for each event or fold, of which only those on the screen
// exist as elements, so that the length of a run costs nothing.
import type { TraceSource } from "../generated/trace";
import { type Relation, relation } from "../model/causality";
import { KIND_WORDS } from "../model/kinds";
import type { RunModel } from "../model/runmodel";
import { differs } from "../model/alignment";
import type { ChartRow } from "../model/pairedrows";
import type { Session } from "../session";
import type { RunId } from "../state";
import { el, fill, svg } from "./dom";
import { drawWindow, type Emphasis, type Geometry, ROW } from "./drawing";
import { laneHeader } from "./laneheader";
import { briefly, counted, place, resultOf } from "./words";

const SPARE_ROWS = 8;
const GUTTER = 72;
const LANES_LEFT = 34;
const NARROWEST_LANE = 38;
const EASY_LANE = 60;
const NARROWEST_TEXT = 320;
const WIDEST_LANE = 116;

const RELATION_SIGNS: Record<Relation, string> = { self: "●", past: "◂", future: "▸", concurrent: "∥" };
const RELATION_WORDS: Record<Relation, string> = {
  self: "current",
  past: "in its past",
  future: "in its future",
  concurrent: "concurrent",
};

export class Chart {
  readonly element: HTMLElement;
  private readonly scroller: HTMLElement;
  private readonly lanes: HTMLElement;
  private readonly canvas: HTMLElement;
  private readonly drawing: SVGSVGElement;
  private readonly rowHost: HTMLElement;
  private readonly picture: SVGGElement;
  private readonly model: RunModel;
  private readonly resizing: ResizeObserver;
  private rows: readonly ChartRow[] = [];
  private geometry: Geometry = { x: [], width: 0, rowOf: new Int32Array(), eventOf: new Int32Array() };
  private drawn = { first: 0, last: -1 };

  constructor(
    private readonly session: Session,
    private readonly id: RunId,
    private readonly onScroll: (top: number) => void,
  ) {
    this.model = session.model(id);
    this.lanes = el("div", { class: "lane-header", "aria-hidden": "true" });
    this.rowHost = el("div", { class: "rows" });
    this.picture = svg("g");
    this.drawing = svg("svg", { class: "drawing", "aria-hidden": "true" }, this.picture);
    this.canvas = el("div", { class: "canvas" }, this.drawing, this.rowHost);
    this.scroller = el(
      "div",
      {
        class: "scroller",
        role: "listbox",
        tabindex: 0,
        "aria-label": `Steps of the ${session.runName(id).toLowerCase()}`,
        scroll: () => this.scrolled(),
        click: (event: MouseEvent) => this.clicked(event),
      },
      this.lanes,
      this.canvas,
    );
    this.element = el("section", { class: "chart", "data-run": id }, this.title(), this.scroller);
    this.resizing = new ResizeObserver(() => {
      this.rebuild();
      this.refresh();
    });
    this.resizing.observe(this.scroller);
  }

  private title(): HTMLElement {
    const errors = this.model.run.trace.errors.length;
    const end = errors > 0 ? `ends with ${counted(errors, "error")}` : "passes";
    return el(
      "h2",
      { class: `chart-title ${errors > 0 ? "bad" : "good"}` },
      el("span", { "aria-hidden": "true" }, errors > 0 ? "✕ " : "✓ "),
      `${this.session.runName(this.id)}: ${end}, ${counted(this.model.run.events.length, "step")}`,
    );
  }

  /** After a change of what is folded or filtered; to be followed by a refresh. */
  rebuild(): void {
    const { rows, ofEvent } = this.session.rows(this.id);
    this.rows = rows;
    this.geometry = this.layOut(rows, ofEvent);
    const { width, x } = this.geometry;
    this.element.style.setProperty("--gutter", `${GUTTER}px`);
    this.element.style.setProperty("--lanes", `${width}px`);
    fill(this.lanes, ...laneHeader(this.model, x));
    this.canvas.style.height = `${(rows.length + 1) * ROW}px`;
    this.drawing.setAttribute("width", String(width));
  }

  /** After a change of the current event. */
  refresh(): void {
    this.drawn = { first: 0, last: -1 };
    this.reveal();
    this.render();
  }

  /** A chart that has left the page must not hear of its new size, which is none. */
  dispose(): void {
    this.resizing.disconnect();
  }

  scrollTo(top: number): void {
    if (Math.abs(this.scroller.scrollTop - top) > 1) this.scroller.scrollTop = top;
  }

  focus(): void {
    this.scroller.focus({ preventScroll: true });
  }

  get rowsOnScreen(): number {
    return Math.max(1, Math.floor((this.scroller.clientHeight - this.lanes.offsetHeight) / ROW) - 1);
  }

  /** The current event here: the same one if another run is the one that steps. */
  private selected(): number | null {
    const { run, step } = this.session.state;
    return this.session.counterpart(run, step, this.id) ?? null;
  }

  private layOut(rows: readonly ChartRow[], rowOf: Int32Array): Geometry {
    const { lanes } = this.model;
    const used = new Set<number>();
    for (const row of rows) {
      if (row.kind !== "event") continue;
      used.add(lanes.ofEvent[row.index]!);
      for (const lane of lanes.objectsOf[row.index] ?? []) used.add(lane);
    }
    const { hiddenLanes } = this.session.state;
    const shown = lanes.all.map((lane, at) => used.has(at) && !hiddenLanes.has(lane.id));
    const count = Math.max(1, shown.filter(Boolean).length);
    const step = this.laneWidth(count);
    let nth = 0;
    const x = shown.map((isShown) => (isShown ? LANES_LEFT + step * nth++ + step / 2 : undefined));
    return {
      x,
      width: LANES_LEFT + step * count,
      rowOf,
      eventOf: Int32Array.from(rows, (row) => (row.kind === "event" ? row.index : -1)),
    };
  }

  /** Lanes share half the width with ease; many may take what the words can spare, and then get narrow. */
  private laneWidth(count: number): number {
    const width = this.scroller.clientWidth - GUTTER - LANES_LEFT;
    const easy = Math.min(WIDEST_LANE, Math.floor((width * 0.4) / count));
    if (easy >= EASY_LANE) return easy;
    return Math.max(NARROWEST_LANE, Math.min(EASY_LANE, Math.floor((width - NARROWEST_TEXT) / count)));
  }

  private scrolled(): void {
    this.onScroll(this.scroller.scrollTop);
    this.render();
  }

  /** Brings the current row and its lane into view, with some of what is around them. */
  private reveal(): void {
    const selected = this.selected();
    const row = selected === null ? -1 : (this.geometry.rowOf[selected] ?? -1);
    if (selected === null || row < 0) return;
    this.revealLane(this.geometry.x[this.model.lanes.ofEvent[selected]!]);
    const height = this.scroller.clientHeight - this.lanes.offsetHeight;
    const margin = Math.min(3 * ROW, height / 4);
    const top = row * ROW;
    const { scrollTop } = this.scroller;
    if (top < scrollTop + margin) this.scroller.scrollTop = top - margin;
    else if (top + ROW > scrollTop + height - margin) this.scroller.scrollTop = top + ROW + margin - height;
  }

  private revealLane(x: number | undefined): void {
    const room = this.scroller.clientWidth - GUTTER - NARROWEST_TEXT;
    if (x === undefined || this.geometry.width <= room) return;
    const { scrollLeft } = this.scroller;
    if (x < scrollLeft + LANES_LEFT || x > scrollLeft + room - NARROWEST_LANE)
      this.scroller.scrollLeft = x - room / 2;
  }

  private render(): void {
    // The browser may still be at a place that the chart no longer has.
    const first = Math.max(0, Math.min(Math.floor(this.scroller.scrollTop / ROW), this.rows.length - 1));
    const last = Math.min(this.rows.length - 1, first + Math.ceil(this.scroller.clientHeight / ROW));
    if (first >= this.drawn.first && last <= this.drawn.last) return;
    this.drawn = {
      first: Math.max(0, first - SPARE_ROWS),
      last: Math.min(this.rows.length - 1, last + SPARE_ROWS),
    };
    const top = this.drawn.first * ROW;
    const height = (this.drawn.last - this.drawn.first + 2) * ROW;
    // The drawing covers only what exists, in the coordinates of the whole chart.
    this.drawing.style.top = `${top}px`;
    this.drawing.setAttribute("height", String(height));
    this.drawing.setAttribute("viewBox", `0 ${top} ${this.geometry.width} ${height}`);
    const selected = this.selected();
    fill(
      this.picture,
      ...drawWindow(this.model, this.geometry, this.drawn.first, this.drawn.last, this.emphasis(selected)),
    );
    const elements: HTMLElement[] = [];
    for (let at = this.drawn.first; at <= this.drawn.last; ++at) elements.push(this.rowElement(at, selected));
    fill(this.rowHost, ...elements);
    const current = selected === null ? -1 : (this.geometry.rowOf[selected] ?? -1);
    this.scroller.setAttribute("aria-activedescendant", current < 0 ? "" : this.rowId(current));
  }

  private emphasis(selected: number | null): Emphasis {
    const here = (index: number) => this.session.counterpart("failing", index, this.id);
    const { decisive } = this.session.report;
    const pairs: { first: number; second: number; decisive: boolean }[] = [];
    const add = (pair: { first: number; second: number }, isDecisive: boolean) => {
      const [first, second] = [here(pair.first), here(pair.second)];
      if (first !== undefined && second !== undefined) pairs.push({ first, second, decisive: isDecisive });
    };
    if (decisive !== null) add(decisive, true);
    if (selected !== null && this.id === "failing") {
      for (const race of this.session.racesOf(selected)) if (!this.session.isDecisive(race)) add(race, false);
    }
    return { selected, error: this.model.errorEvent, races: pairs };
  }

  private rowId(row: number): string {
    return `${this.id}-row-${row}`;
  }

  private rowElement(at: number, selected: number | null): HTMLElement {
    const row = this.rows[at]!;
    const common = {
      role: "option",
      id: this.rowId(at),
      "aria-posinset": at + 1,
      "aria-setsize": this.rows.length,
      style: `top:${at * ROW}px`,
    };
    if (row.kind === "gap") {
      return el("div", {
        ...common,
        class: "row gap",
        "aria-selected": "false",
        "aria-label": "not here in this run",
      });
    }
    if (row.kind === "fold") return this.foldElement(row, common);
    return this.eventElement(row.index, common, selected);
  }

  private foldElement(
    row: Extract<ChartRow, { kind: "fold" }>,
    common: Record<string, string | number>,
  ): HTMLElement {
    const n = row.events.length;
    const words =
      row.why === "loop"
        ? row.period === 1
          ? `the same step ${counted(n, "more time")}`
          : `${counted(n / row.period, "more round")} of these ${row.period} steps`
        : `${counted(n, "step")} ${row.why === "filtered" ? "not found by the filter" : "that could not influence the error"}`;
    return el(
      "div",
      {
        ...common,
        class: "row fold",
        "aria-selected": "false",
        "data-fold": row.first,
        title: "Click to unfold",
      },
      el("span", { class: "gutter" }, "⋯"),
      el("span", { class: "space" }),
      el("span", { class: "text" }, el("span", { class: "fold-words" }, `▸ ${words}`)),
    );
  }

  private eventElement(
    index: number,
    common: Record<string, string | number>,
    selected: number | null,
  ): HTMLElement {
    const { run, kinds } = this.model;
    const event = run.event(index);
    const how = selected === null ? null : relation(run, index, selected);
    const marks = this.marks(index);
    return el(
      "div",
      {
        ...common,
        class: `row event ${how ?? ""} ${marks.classes}`,
        "aria-selected": String(index === selected),
        "data-event": index,
        title: `${event.operation}${resultOf(event)}\n${KIND_WORDS[kinds[index]!]}${how === null ? "" : `, ${RELATION_WORDS[how]}`}`,
      },
      el(
        "span",
        { class: "gutter" },
        el("span", { class: "relation" }, how === null ? "" : RELATION_SIGNS[how]),
        el("span", { class: "number" }, String(index + 1)),
        el("span", { class: "mark" }, marks.sign),
      ),
      el("span", { class: "space" }),
      el(
        "span",
        { class: "text" },
        el("b", { class: "actor" }, run.actorName(event.actor)),
        el("span", { class: "operation" }, briefly(event)),
        el("span", { class: "value" }, resultOf(event)),
        marks.note === "" ? null : el("span", { class: "note" }, marks.note),
        el("span", { class: "place" }, this.placeOf(event.source)),
      ),
    );
  }

  /** The file goes without saying where it is the one of the error. */
  private placeOf(source: TraceSource): string {
    const isUsual = source.file === this.session.report.trace?.errors[0]?.source.file && source.line > 0;
    return isUsual ? `:${source.line}` : place(source);
  }

  /** What sets an event apart: error, part in a race, another place or value in the other run. */
  private marks(index: number): { sign: string; classes: string; note: string } {
    const { decisive, orphans } = this.session.report;
    const failing = this.session.counterpart(this.id, index, "failing");
    const isDecisive =
      failing !== undefined &&
      decisive !== null &&
      (failing === decisive.first || failing === decisive.second);
    const isRacing = this.id === "failing" && this.session.racesOf(index).length > 0;
    const isError = index === this.model.errorEvent;
    const isOrphan = this.id === "failing" && orphans.includes(index);
    const twin = this.comparison(index);
    return {
      sign: isError ? "✕" : isDecisive ? "◆" : isRacing ? "◇" : isOrphan ? "○" : "",
      classes: [
        isError ? "is-error" : "",
        isDecisive ? "is-decisive" : "",
        twin === "" ? "" : "is-different",
      ].join(" "),
      note: isOrphan && twin === "" ? "never received" : twin,
    };
  }

  private comparison(index: number): string {
    const shown = this.session.shownRuns();
    const other = shown.find((id) => id !== this.id);
    if (other === undefined) return "";
    const same = this.session.counterpart(this.id, index, other);
    if (same === undefined) return "only here";
    if (differs(this.model.run, index, this.session.model(other).run, same)) return "differs";
    const beside = this.session.rows(other).rows[this.geometry.rowOf[index] ?? -1];
    return beside?.kind === "event" && beside.index === same ? "" : `there step ${same + 1}`;
  }

  private clicked(event: MouseEvent): void {
    if (!(event.target instanceof Element)) return;
    const row = event.target.closest<HTMLElement>(".row");
    const fold = row?.dataset["fold"];
    const index = row?.dataset["event"];
    if (fold !== undefined) this.session.open(this.id, Number(fold));
    else if (index !== undefined) this.session.goTo(this.id, Number(index));
  }
}
