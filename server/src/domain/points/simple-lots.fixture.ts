/** Points as simply as they can be told: every lease, freeze and end is looked at the moment it comes. */
import { pointsFor } from "./model.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;
const GRACE_MS = 7 * DAY_MS;

type Lot = {
  left: number;
  readonly end: number;
  readonly order?: string;
  readonly activeAt?: number;
  readonly earned: number;
  state: "pending" | "active" | "booked";
  clawed: number;
};
type Hold = {
  readonly points: number;
  readonly end: number;
  state: "open" | "over" | "spent";
  /** Ends last first, as they go back. */
  parts: { lot: Lot; n: number }[];
};

export class SimpleLots {
  now: number;
  debt = 0;
  #lots: Lot[] = [];
  readonly #holds = new Map<string, Hold>();
  readonly #returned = new Map<string, string>();

  constructor(now: number) {
    this.now = now;
  }

  /** What may be spent, what is frozen, and what is owed. */
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

  /** Everything that time brings on the way to a later moment, in its order. */
  wait(ms: number): void {
    const till = this.now + ms;
    for (;;) {
      const turns = [
        ...[...this.#holds.values()]
          .filter(({ state, end }) => state === "open" && end <= till)
          .map((hold) => ({ at: hold.end, run: () => this.#end(hold, hold.end) })),
        ...this.#lots
          .filter(({ state, activeAt }) => state === "pending" && (activeAt ?? 0) <= till)
          .map((lot) => ({ at: lot.activeAt ?? 0, run: () => this.#activate(lot) })),
      ].sort((a, b) => a.at - b.at);
      const [first] = turns;
      if (!first) break;
      this.now = first.at;
      first.run();
    }
    this.now = till;
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

  grant(points: number, days: number): string {
    this.#add(points, this.now + days * DAY_MS);
    return "posted";
  }

  earn(order: string, cashFen: number, activeAt: number, end: number): string {
    if (this.#lots.some((lot) => lot.order === order)) return "replay";
    this.#add(pointsFor(cashFen), end, { order, activeAt, state: "pending" });
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

  clawback(order: string, keep: number): string {
    const own = this.#lots.find((lot) => lot.order === order);
    const due = own ? own.earned - own.clawed - keep : 0;
    if (!own || due <= 0) return "0 0 0";
    const wasPending = own.state === "pending";
    let left = due;
    for (const lot of wasPending ? [own] : [own, ...this.#free()]) {
      const n = Math.min(left, lot.left);
      left -= n;
      lot.left -= n;
    }
    own.clawed += due;
    this.debt += left;
    return wasPending ? `${due} 0 0` : `0 ${due - left} ${left}`;
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
