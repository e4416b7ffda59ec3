/**
 * The registry of suppliers. An entry is all that the server needs besides the supplier's gateway
 * file: its settings, its row of table `supplier` and its callback endpoint follow from its id.
 */
import { DINING_SUPPLIER } from "../../domain/dining/port.ts";
import type { CallbackMessage, CallbackReader, Supplier } from "../../domain/fulfilment/port.ts";
import type { Partner } from "../signing/call.ts";
import { readSupplierCallback } from "./callback.ts";
import { cardsSupplier } from "./cards.ts";
import { diningSupplier } from "./dining.ts";
import { movieSupplier } from "./movie.ts";
import { topupSupplier } from "./topup.ts";

export type SupplierEntry = {
  /** What operators read. */
  readonly name: string;
  /** Throws TypeError at once when the partner's origin is not safe. */
  readonly connect: (partner: Partner) => Supplier;
  /** Verifies and parses a callback to `/callback/supplier/<id>`. */
  readonly readCallback: (
    message: CallbackMessage,
    verification: Parameters<typeof readSupplierCallback>[1],
  ) => ReturnType<CallbackReader>;
};

/**
 * By supplier id. The settings are `<ID>_ORIGIN`, `<ID>_KEY_ID`, `<ID>_SECRET`,
 * `<ID>_CALLBACK_KEY_ID` and `<ID>_CALLBACK_SECRET`.
 */
export const suppliers: Readonly<Record<string, SupplierEntry>> = {
  [DINING_SUPPLIER.supplierId]: {
    name: DINING_SUPPLIER.name,
    connect: diningSupplier,
    readCallback: readSupplierCallback,
  },
  topup: {
    name: "话费与会员直充",
    connect: topupSupplier,
    readCallback: readSupplierCallback,
  },
  cards: {
    name: "卡券供应商",
    connect: cardsSupplier,
    readCallback: readSupplierCallback,
  },
  movie: {
    name: "电影票供应商",
    connect: movieSupplier,
    readCallback: readSupplierCallback,
  },
};

/**
 * The suppliers that are connected when their settings are set. The settings of the dining supplier
 * are required, because the stores and menus come from it too.
 */
export const optionalSupplierIds: readonly string[] = Object.keys(suppliers).filter(
  (id) => id !== DINING_SUPPLIER.supplierId,
);
