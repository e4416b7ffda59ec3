/**
 * A reference implementation of the balance, as simple as possible: every lease and expiry is
 * processed at its instant.
 */

export const DAY_MS = 24 * 60 * 60 * 1000;
const GRACE_MS = 7 * DAY_MS;
export const parts = ["bonus", "principal", "reward"] as const;
export type Part = (typeof parts)[number];
type Sums = Record<Part, number>;

type TopUp = { fen: number; taken: number; bonus: number; deducted: number; isOpen: boolean };
type Lot = {
  left: number;
  readonly end: number;
  readonly of: TopUp;
  isBooked: boolean;
  gone: number;
};
type Hold = {
  readonly end: number;
  fen: number;
  sums: Sums;
  back: Sums;
  state: "open" | "over" | "spent";
  lots: { lot: Lot; n: number }[];
  endless: number;
};
/** Received principal, in the order of receipt. */
type Came = { fen: () => number; isGone: boolean; readonly topUp?: TopUp };

const none = (): Sums => ({ bonus: 0, principal: 0, reward: 0 });
const sumOf = ({ bonus, principal, reward }: Sums): number => bonus + principal + reward;

export class ReferenceWallet {
  now: number;
  /** The expected statement lines, as `type part change`; open holds are listed by `held`. */
  readonly shown: string[] = [];
  #lots: Lot[] = [];
  #endless = 0;
  #principal = 0;
  #reward = 0;
  readonly #came: Came[] = [];
  readonly #gifts = new Map<string, { part: Part; fen: number; came: Came | undefined }>();
  readonly #holds = new Map<string, Hold>();
  readonly #topUps = new Map<string, TopUp>();
  readonly #returned = new Map<string, string>();

  constructor(now: number) {
    this.now = now;
  }

  #free = (): Lot[] =>
    this.#lots.filter(({ left, end }) => left > 0 && end > this.now).sort((a, b) => a.end - b.end);

  get sums(): Sums {
    const bonus = this.#endless + this.#free().reduce((sum, { left }) => sum + left, 0);
    return { bonus, principal: this.#principal, reward: this.#reward };
  }

  /** The open holds, as the statement lists them. */
  get held(): string[] {
    return [...this.#holds.values()]
      .filter(({ state }) => state === "open")
      .flatMap(({ sums }) =>
        parts.filter((part) => sums[part] > 0).map((part) => `hold ${part} ${-sums[part]}`),
      );
  }

  #tell(type: string, sums: Partial<Sums>, sign: 1 | -1): void {
    for (const part of parts) {
      const fen = sums[part] ?? 0;
      if (fen > 0) this.shown.push(`${type} ${part} ${sign * fen}`);
    }
  }

  wait(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const [next] = [...this.#holds.values()]
        .filter(({ state, end }) => state === "open" && end <= until)
        .sort((a, b) => a.end - b.end);
      if (!next) break;
      this.now = next.end;
      this.#end(next, next.end);
    }
    this.now = until;
  }

  give(name: string, part: Part, fen: number): string {
    const came = part === "principal" ? { fen: () => fen, isGone: false } : undefined;
    if (came) this.#came.push(came);
    if (part === "principal") this.#principal += fen;
    else if (part === "bonus") this.#endless += fen;
    else this.#reward += fen;
    this.#gifts.set(name, { part, fen, came });
    this.#tell("adjust", { [part]: fen }, 1);
    return "posted";
  }

  /**
   * Reverses a gift completely. Not used for bonus: the lots would show bonus that the account no
   * longer has.
   */
  reverse(name: string): string {
    const gift = this.#gifts.get(name);
    if (!gift || gift.part === "bonus") return "none";
    if (this.sums[gift.part] < gift.fen) return "BALANCE_SHORT";
    this.#gifts.delete(name);
    if (gift.part === "principal") this.#principal -= gift.fen;
    else this.#reward -= gift.fen;
    if (gift.came) gift.came.isGone = true;
    this.#tell("adjust", { [gift.part]: gift.fen }, -1);
    return "posted";
  }

  topUp(name: string, fen: number, bonus: number, end: number): string {
    const topUp: TopUp = { fen, taken: 0, bonus, deducted: 0, isOpen: false };
    this.#topUps.set(name, topUp);
    this.#came.push({ fen: () => topUp.fen - topUp.taken, isGone: false, topUp });
    this.#principal += fen;
    if (bonus > 0) this.#lots.push({ left: bonus, end, of: topUp, isBooked: false, gone: 0 });
    this.#tell("topup", { principal: fen }, 1);
    this.#tell("topup_bonus", { bonus }, 1);
    return "paid";
  }

  #take(hold: Hold): boolean {
    const have = this.sums;
    if (sumOf(have) < hold.fen) return false;
    let left = hold.fen;
    hold.sums = none();
    for (const part of parts) {
      hold.sums[part] = Math.min(left, have[part]);
      left -= hold.sums[part];
    }
    this.#principal -= hold.sums.principal;
    this.#reward -= hold.sums.reward;
    let bonus = hold.sums.bonus;
    hold.lots = [];
    for (const lot of this.#free()) {
      const n = Math.min(bonus, lot.left);
      bonus -= n;
      lot.left -= n;
      if (n > 0) hold.lots.push({ lot, n });
    }
    this.#endless -= bonus;
    hold.endless = bonus;
    return true;
  }

  /**
   * Returns bonus: bonus without an expiry first, then the latest expiry; to a week of grace where
   * the lot has expired.
   */
  #bonusBack(hold: Hold, fen: number, at: number): void {
    const endless = Math.min(fen, hold.endless);
    hold.endless -= endless;
    this.#endless += endless;
    let left = fen - endless;
    for (const part of hold.lots.toSorted((a, b) => b.lot.end - a.lot.end)) {
      const n = Math.min(left, part.n);
      left -= n;
      part.n -= n;
      if (n === 0) continue;
      if (!part.lot.isBooked && part.lot.end > at) part.lot.left += n;
      else
        this.#lots.push({ left: n, end: at + GRACE_MS, of: part.lot.of, isBooked: false, gone: 0 });
    }
  }

  #end(hold: Hold, at: number): void {
    hold.state = "over";
    this.#principal += hold.sums.principal;
    this.#reward += hold.sums.reward;
    this.#bonusBack(hold, hold.sums.bonus, at);
  }

  hold(name: string, fen: number, lastsMs: number): string {
    const known = this.#holds.get(name);
    if (known) return known.fen === fen ? "held" : "YJ001";
    const hold: Hold = {
      end: this.now + lastsMs,
      fen,
      sums: none(),
      back: none(),
      state: "open" as const,
      lots: [],
      endless: 0,
    };
    if (!this.#take(hold)) return "BALANCE_SHORT";
    this.#holds.set(name, hold);
    return "held";
  }

  confirm(name: string): string {
    const hold = this.#holds.get(name);
    if (!hold) return "P0002";
    if (hold.state === "spent") return "true";
    if (hold.state === "over" && !this.#take(hold)) return "false";
    hold.state = "spent";
    this.#tell("pay", hold.sums, -1);
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

  return(ref: string, name: string, fen: number): string {
    const content = `${name} ${fen}`;
    const before = this.#returned.get(ref);
    if (before) return before === content ? "replay" : "YJ001";
    const hold = this.#holds.get(name);
    if (!hold) return "P0002";
    const whole = sumOf(hold.sums);
    const back = sumOf(hold.back) + fen;
    if (hold.state !== "spent" || back > whole) return "23514";
    this.#returned.set(ref, content);
    const principal = Math.floor((back * hold.sums.principal) / whole);
    const rest = Math.max(hold.sums.bonus + hold.sums.reward, 1);
    const reward = Math.floor(((back - principal) * hold.sums.reward) / rest);
    const due = { principal, reward, bonus: back - principal - reward };
    const step = none();
    for (const part of parts) step[part] = due[part] - hold.back[part];
    hold.back = due;
    this.#principal += step.principal;
    this.#reward += step.reward;
    this.#bonusBack(hold, step.bonus, this.now);
    this.#tell("pay_refund", step, 1);
    return "posted";
  }

  /** The refund of a top-up: principal from any source is spent first in, first out. */
  refundable(name: string) {
    const topUp = this.#topUps.get(name);
    if (!topUp) return undefined;
    const place = this.#came.findIndex((came) => came.topUp === topUp);
    const newer = this.#came
      .slice(place + 1)
      .reduce((sum, { fen, isGone }) => sum + (isGone ? 0 : fen()), 0);
    const principalFen = Math.max(0, Math.min(topUp.fen - topUp.taken, this.#principal - newer));
    const share = (fen: number) => Math.floor((topUp.bonus * fen) / topUp.fen);
    const due = share(topUp.taken + principalFen) - share(topUp.taken);
    const own = this.#lots.filter(({ of }) => of === topUp);
    const usable = own.filter(({ end }) => end > this.now).reduce((sum, { left }) => sum + left, 0);
    const bonusBackFen = Math.min(due, usable);
    const seen = own.reduce((sum, { left, gone }) => sum + left + gone, 0);
    const spent = Math.max(0, topUp.bonus - topUp.deducted - seen);
    const bonusSpentFen = Math.min(due - bonusBackFen, spent);
    return { principalFen, bonusBackFen, bonusSpentFen, refundFen: principalFen - bonusSpentFen };
  }

  refund(name: string): string {
    const topUp = this.#topUps.get(name);
    const sums = this.refundable(name);
    if (!topUp || !sums) return "NOT_FOUND";
    if (topUp.isOpen || topUp.taken === topUp.fen) return "ORDER_STATE";
    if (sums.refundFen <= 0) return "REFUND_DENIED";
    topUp.isOpen = true;
    topUp.taken += sums.principalFen;
    topUp.deducted += sums.bonusSpentFen;
    this.#principal -= sums.principalFen;
    let left = sums.bonusBackFen;
    for (const lot of this.#free().filter(({ of }) => of === topUp)) {
      const n = Math.min(left, lot.left);
      left -= n;
      lot.left -= n;
      lot.gone += n;
    }
    this.#tell("topup_refund", { principal: sums.refundFen }, -1);
    this.#tell("topup_refund", { principal: sums.bonusSpentFen }, -1);
    this.#tell("bonus_revoke", { bonus: sums.bonusBackFen }, -1);
    return "refunding";
  }

  done(name: string): string {
    const topUp = this.#topUps.get(name);
    if (!topUp?.isOpen) return "false";
    topUp.isOpen = false;
    return "true";
  }

  expire(): string {
    let fen = 0;
    for (const lot of this.#lots) {
      if (lot.left === 0 || lot.end > this.now) continue;
      this.#tell("bonus_expire", { bonus: lot.left }, -1);
      fen += lot.left;
      lot.gone += lot.left;
      lot.left = 0;
      lot.isBooked = true;
    }
    return String(fen);
  }
}
