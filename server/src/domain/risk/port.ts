/** What modules above call where an act is judged. */
import type { RiskPlace } from "@yunjing/contract/schemas/operators/risk";
import type { Db, Tx } from "../../platform/database/pool.ts";
import type { Refusal } from "../../platform/refusal.ts";

/** Who acts. */
export type RiskCaller = {
  /** The id of the browser; empty or shared when it is unknown. */
  readonly device: string;
  /** The network address. */
  readonly address: string;
  /** Absent for the holder of a code without a login. */
  readonly memberId?: string | undefined;
};

/** A judgement that is made within the statement of the act. */
export type StatementJudgement = {
  /** The call with its first parameter `$first`; it raises when the act is refused. */
  readonly textFrom: (first: number) => string;
  readonly values: readonly unknown[];
  /** Returns RISK_REFUSED when the call raised this error. */
  readonly refusalOf: (error: unknown) => Refusal | undefined;
};

export interface RiskGuard {
  /**
   * Returns the judgement of an act that is one statement, or `undefined` when no rule and no list
   * has something to say about it. Reads memory only.
   */
  inStatement(act: {
    readonly place: RiskPlace;
    readonly caller: RiskCaller;
  }): StatementJudgement | undefined;
  /**
   * Judges an act in its transaction, with one statement at most. `review` lets a withdrawal wait for
   * its review. Refuses RISK_REFUSED; then the transaction must roll back.
   */
  judge(
    tx: Tx,
    act: {
      readonly place: Exclude<RiskPlace, "code">;
      readonly caller: RiskCaller;
      /** The phone of a registration. */
      readonly phone?: string | undefined;
    },
  ): Promise<"pass" | "review">;
  /** Judges a try of a code before its look-up, mostly without a statement. Refuses RISK_REFUSED. */
  judgeTry(db: Db, caller: RiskCaller): Promise<void>;
  /** Counts a wrong code. Refuses RISK_REFUSED when it is one too many. */
  countWrong(db: Db, caller: RiskCaller): Promise<void>;
  /** Runs a request and, when it ends with RISK_REFUSED, records why after its rollback. */
  recording<T>(db: Db, work: () => Promise<T>): Promise<T>;
}
