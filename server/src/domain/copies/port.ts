/**
 * What the copy reads: the member's own operations, which `server/src/app` connects. So it shows what
 * the member sees in the app, with the data of all other members masked or absent.
 */
import type { AllHandlers } from "../../platform/http/handlers.ts";

type List<T extends keyof AllHandlers, N extends keyof AllHandlers[T]> = {
  readonly [K in T]: Pick<AllHandlers[T], N>;
};

export type OwnData = List<"member", "me"> &
  List<"identity", "list"> &
  List<"addresses", "list"> &
  List<"orders", "list"> &
  List<"wallet", "records" | "topUps"> &
  List<"withdrawals", "list"> &
  List<"points", "records"> &
  List<"coupons", "list"> &
  List<"messages", "list"> &
  List<"invite", "rewards"> &
  List<"tickets", "list"> &
  List<"invoices", "list">;
