/** A simple ledger in plain maps, the reference model for the database's functions. */
import type { Transfer } from "./model.ts";

type Account = "principal" | "bonus" | "held_principal" | "held_bonus";
type Hold = {
  readonly purpose: "principal" | "bonus";
  readonly amount: number;
  readonly endsAt: number;
  state: "open" | "voided" | "confirmed";
  confirmed?: number;
};

export class SimpleLedger {
  now = 0;
  readonly balances: Record<Account, number> = {
    principal: 0,
    bonus: 0,
    held_principal: 0,
    held_bonus: 0,
  };
  readonly postings = new Map<string, { readonly transfers: readonly Transfer[] }>();
  readonly holds = new Map<string, Hold>();

  wait(ms: number): void {
    this.now += ms;
    for (const hold of this.holds.values()) {
      if (hold.state === "open" && hold.endsAt <= this.now) this.#end(hold, "voided");
    }
  }

  /** Moves all or nothing, in order; returns the missing amount when an account is short. */
  #move(transfers: readonly Transfer[]): string | undefined {
    const before = { ...this.balances };
    const accounts: Record<string, number> = this.balances;
    for (const { debit, credit, amount } of transfers) {
      const left = (accounts[debit] ?? Number.POSITIVE_INFINITY) - amount;
      if (left < 0) {
        Object.assign(this.balances, before);
        return `BALANCE_SHORT ${-left}`;
      }
      if (debit in accounts) accounts[debit] = left;
      if (credit in accounts) accounts[credit] = (accounts[credit] ?? 0) + amount;
    }
    return undefined;
  }

  #end(hold: Hold, state: "voided" | "confirmed", taken = 0): void {
    hold.state = state;
    this.balances[`held_${hold.purpose}`] -= hold.amount;
    this.balances[hold.purpose] += hold.amount - taken;
  }

  post(ref: string, transfers: readonly Transfer[]): string {
    const known = this.postings.get(ref);
    const isSame = JSON.stringify(known?.transfers) === JSON.stringify(transfers);
    if (known) return isSame ? "replay" : "defect YJ001";
    const refused = this.#move(transfers);
    if (!refused) this.postings.set(ref, { transfers });
    return refused ?? "posted";
  }

  reverse(ref: string, of: string): string {
    if (this.postings.has(ref)) return "replay";
    const transfers = this.postings.get(of)?.transfers;
    if (!transfers) return "P0002";
    const swap = ({ debit, credit, ...rest }: Transfer) =>
      ({ ...rest, debit: credit, credit: debit }) as Transfer;
    return this.post(ref, transfers.map(swap).reverse());
  }

  hold(id: string, purpose: Hold["purpose"], amount: number, endsAt: number): string {
    const known = this.holds.get(id);
    if (known) {
      return known.purpose === purpose && known.amount === amount ? "replay" : "defect YJ001";
    }
    const credit = `held_${purpose}` as const;
    const refused = this.#move([{ asset: "CNY", debit: purpose, credit, amount }]);
    if (!refused) this.holds.set(id, { purpose, amount, endsAt, state: "open" });
    return refused ?? "held";
  }

  confirm(id: string, amount: number): string {
    const hold = this.holds.get(id);
    if (!hold || hold.state === "voided") return "ORDER_STATE";
    if (hold.state === "confirmed") return hold.confirmed === amount ? "replay" : "defect YJ001";
    if (amount > hold.amount) return "ledger_hold_within";
    hold.confirmed = amount;
    this.#end(hold, "confirmed", amount);
    return "confirmed";
  }

  void(id: string): string {
    const hold = this.holds.get(id);
    if (!hold || hold.state === "confirmed") return "ORDER_STATE";
    if (hold.state === "voided") return "replay";
    this.#end(hold, "voided");
    return "voided";
  }
}
