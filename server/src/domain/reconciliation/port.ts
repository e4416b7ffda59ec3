/** Port of external bill sources: the payment channel, and each supplier. */
import type { StatementAnswer } from "../fulfilment/port.ts";

export type BillSource = {
  /** `wechatpay`, or `supplier:` and the supplier's id; stored with all imported data. */
  readonly source: string;
  /**
   * Fetches the bill of a day, in China, as YYYY-MM-DD. The partner's errors are returned, never
   * thrown.
   */
  statement(day: string): Promise<StatementAnswer>;
};
