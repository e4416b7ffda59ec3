/** The product that this worker tests: each worker of the browser tests has one to itself. */
import { inject } from "vitest";
import type { TestedProduct } from "./product.ts";

/** What the global setup started for this worker, by the worker's number from 1. */
export function productOfWorker(): TestedProduct {
  const number = Number(process.env["VITEST_POOL_ID"]);
  const product = inject("products")[number - 1];
  if (!product) throw new Error(`no product was started for worker ${number}`);
  return product;
}
