/** Who gives an account of a day from outside: the payment channel, and each supplier. */
import type { StatementAnswer } from "../fulfilment/port.ts";

export type BillSource = {
  /** `wechatpay`, or `supplier:` and the supplier's id; kept with everything that is imported. */
  readonly source: string;
  /** The day in China as YYYY-MM-DD. Never throws what the partner says. */
  statement(day: string): Promise<StatementAnswer>;
};
