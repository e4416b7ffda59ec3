/** What the past of the demo needs of the product around it; the composition root provides it. */
import type { ExportedLists } from "../../domain/exports/port.ts";
import type { FileDeps } from "../../domain/files/actions.ts";
import type { FulfilmentDeps } from "../../domain/fulfilment/actions.ts";
import type { Supplier } from "../../domain/fulfilment/port.ts";
import type { NewcomerListener, ProfileListener } from "../../domain/members/port.ts";
import type { Screener } from "../../domain/moderation/port.ts";
import type { NoticeDeps } from "../../domain/payments/actions.ts";
import type { PayChannel } from "../../domain/payments/port.ts";
import type { BillSource } from "../../domain/reconciliation/port.ts";
import type { Context } from "../../platform/context.ts";
import type { OutboxHandlers } from "../../platform/jobs/outbox.ts";
import type { Job } from "../../platform/jobs/schedule.ts";

/** Partners that answer for past days; they stand in for the gateways of the same names. */
export type PastPartners = {
  readonly suppliers: Readonly<Record<string, Supplier>>;
  readonly payChannel: PayChannel;
  readonly payBills: BillSource;
  /** Screens nicknames and pictures. */
  readonly screener: Screener;
};

/** The product around the same database, with a clock that is set to past days. */
export type PastProduct = {
  readonly outboxHandlers: OutboxHandlers;
  readonly jobs: readonly Job[];
  readonly payments: NoticeDeps;
  readonly fulfilment: FulfilmentDeps;
  readonly newcomers: NewcomerListener;
  readonly profile: ProfileListener;
  /** What exports read. */
  readonly lists: ExportedLists;
  readonly files: FileDeps;
  close(): PromiseLike<unknown>;
};

export type OpenPastProduct = (context: Context, partners: PastPartners) => Promise<PastProduct>;
