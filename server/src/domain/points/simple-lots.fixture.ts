/** A simple model of points: every lease, freeze and end is applied at its exact time. */
/** 1 元 of cash kept earns 1 点 (domain.md 13); a remainder below 1 元 earns none. */
export const pointsFor = (cashFen: number): number => Math.floor(cashFen / 100);

export const DAY_MS = 24 * 60 * 60 * 1000;
const GRACE_MS = 7 * DAY_MS;
const SHANGHAI_MS = 8 * 60 * 60 * 1000;
/** domain.md 13, and the additional points of the first order. */
const WEEK = [1, 2, 3, 4, 5, 6, 10];
const FIRST_ORDER = 50;
const YUAN_FEN = 100;

type Lot = {
  left: number;
  readonly end: number;
  readonly order?: string;
  readonly isTask?: boolean;
  readonly activeAt?: number;
  readonly earned: number;
  state: "pending" | "active" | "booked";
  clawed: number;
};
type Hold = {
  readonly points: number;
  readonly end: number;
  state: "open" | "over" | "spent";
  /** The latest end first, in the order of return. */
  parts: { lot: Lot; n: number }[];
};

export class SimpleLots {
  now: number;
  debt = 0;
  #lots: Lot[] = [];
  readonly #holds = new Map<string, Hold>();
  readonly #returned = new Map<string, string>();
  #signed: { day: number; streak: number; points: number } | undefined;

  constructor(now: number) {
    this.now = now;
  }

  /** Available, frozen and owed points. */
  get view() {
    const sum = (lots: readonly Lot[]) => lots.reduce((total, { left }) => total + left, 0);
    return {
      available: sum(this.#free()),
      pending: sum(this.#lots.filter(({ state }) => state === "pending")),
      debt: this.debt,
    };
  }

  #free = (): Lot[] =>
    this.#lots
      .filter(({ state, end, left }) => state === "active" && end > this.now && left > 0)
      .sort((a, b) => a.end - b.end);

  #add(left: number, end: number, more: Partial<Lot> = {}): Lot {
    const lot: Lot = { left, end, earned: left, state: "active", clawed: 0, ...more };
    this.#lots.push(lot);
    return lot;
  }

  /** Applies everything that happens by time up to a later moment, in its order. */
  wait(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const turns = [
        ...[...this.#holds.values()]
          .filter(({ state, end }) => state === "open" && end <= until)
          .map((hold) => ({ at: hold.end, run: () => this.#end(hold, hold.end) })),
        ...this.#lots
          .filter(({ state, activeAt }) => state === "pending" && (activeAt ?? 0) <= until)
          .map((lot) => ({ at: lot.activeAt ?? 0, run: () => this.#activate(lot) })),
      ].sort((a, b) => a.at - b.at);
      const [first] = turns;
      if (!first) break;
      this.now = first.at;
      first.run();
    }
    this.now = until;
  }

  #activate(lot: Lot): void {
    const repaid = Math.min(lot.left, this.debt);
    this.debt -= repaid;
    lot.left -= repaid;
    lot.state = "active";
  }

  #back(hold: Hold, points: number, at: number): void {
    let left = points;
    for (const part of hold.parts.toSorted((a, b) => b.lot.end - a.lot.end)) {
      const n = Math.min(left, part.n);
      left -= n;
      part.n -= n;
      if (n === 0) continue;
      if (part.lot.state !== "booked" && part.lot.end > at) part.lot.left += n;
      else this.#add(n, at + GRACE_MS);
    }
  }

  #end(hold: Hold, at: number): void {
    hold.state = "over";
    this.#back(hold, hold.points, at);
  }

  /** New points of any source pay the debt first. */
  #gain(points: number, end: number): void {
    const repaid = Math.min(points, this.debt);
    this.debt -= repaid;
    this.#add(points - repaid, end);
  }

  grant(points: number, days: number): string {
    this.#gain(points, this.now + days * DAY_MS);
    return "posted";
  }

  signIn(end: number): string {
    const day = Math.floor((this.now + SHANGHAI_MS) / DAY_MS);
    const before = this.#signed;
    if (before?.day === day) return `(${before.points},${before.streak},f)`;
    const streak = before?.day === day - 1 ? before.streak + 1 : 1;
    const points = WEEK[(streak - 1) % WEEK.length] ?? 0;
    this.#signed = { day, streak, points };
    this.#gain(points, end);
    return `(${points},${streak},t)`;
  }

  earn(order: string, cashFen: number, activeAt: number, end: number): string {
    if (this.#lots.some((lot) => lot.order === order)) return "replay";
    this.#add(pointsFor(cashFen), end, { order, activeAt, state: "pending" });
    const hasFirst = this.#lots.some(({ isTask, clawed, earned }) => isTask && clawed < earned);
    if (!hasFirst) {
      this.#add(FIRST_ORDER, end, { order, activeAt, state: "pending", isTask: true });
    }
    return "posted";
  }

  #take(hold: Hold): number {
    const missing = hold.points - this.view.available;
    if (missing > 0) return missing;
    let left = hold.points;
    for (const lot of this.#free()) {
      const n = Math.min(left, lot.left);
      left -= n;
      lot.left -= n;
      if (n > 0) hold.parts.push({ lot, n });
    }
    return 0;
  }

  hold(name: string, points: number, lastsMs: number): string {
    const known = this.#holds.get(name);
    if (known) return known.points === points ? "replay" : "YJ001";
    const hold: Hold = { points, end: this.now + lastsMs, state: "open", parts: [] };
    const missing = this.#take(hold);
    if (missing > 0) return `POINTS_SHORT ${missing}`;
    this.#holds.set(name, hold);
    return "held";
  }

  confirm(name: string): string {
    const hold = this.#holds.get(name);
    if (!hold) return "P0002";
    if (hold.state === "over" && this.#take(hold) > 0) return "false";
    hold.state = "spent";
    return "true";
  }

  void(name: string): string {
    const hold = this.#holds.get(name);
    if (!hold) return "P0002";
    if (hold.state === "spent") return "YJ002";
    if (hold.state === "over") return "replay";
    this.#end(hold, this.now);
    return "voided";
  }

  return(ref: string, name: string, points: number): string {
    const hold = this.#holds.get(name);
    if (!hold) return "P0002";
    const content = `${name} ${points}`;
    const before = this.#returned.get(ref);
    if (before) return before === content ? "replay" : "YJ001";
    const spent = hold.parts.reduce((sum, { n }) => sum + n, 0);
    if (hold.state !== "spent" || points > spent) return "23514";
    this.#returned.set(ref, content);
    this.#back(hold, points, this.now);
    return "posted";
  }

  clawback(order: string, retainedFen: number): string {
    const came = { cancelled: 0, taken: 0, debt: 0 };
    for (const own of this.#lots.filter((lot) => lot.order === order)) {
      if (own.isTask && retainedFen >= YUAN_FEN) continue;
      const due = own.earned - own.clawed - (own.isTask ? 0 : pointsFor(retainedFen));
      if (due <= 0) continue;
      const wasPending = own.state === "pending";
      let left = due;
      for (const lot of wasPending ? [own] : [own, ...this.#free()]) {
        const n = Math.min(left, lot.left);
        left -= n;
        lot.left -= n;
      }
      own.clawed += due;
      came.debt += left;
      came[wasPending ? "cancelled" : "taken"] += due - left;
    }
    this.debt += came.debt;
    return `${came.cancelled} ${came.taken} ${came.debt}`;
  }

  expire(): string {
    let points = 0;
    for (const lot of this.#lots) {
      if (lot.state !== "active" || lot.end > this.now || lot.left === 0) continue;
      points += lot.left;
      lot.left = 0;
      lot.state = "booked";
    }
    return String(points);
  }
}
