/**
 * Partner commands: decisions of suppliers and of the channel's refunds, with callbacks that may
 * come twice.
 */
import { expectOneOf, mustPick } from "../model.ts";
import type { Run } from "../run.ts";
import type { Commands } from "./command.ts";

const openOrders = ({ server }: Run): string[] =>
  [...server.externalSystems.fakes.supplier.orders]
    .filter(([, { order, answer }]) => order && answer.state === "accepted")
    .map(([outNo]) => outNo);

const knownOrders = ({ server }: Run): string[] =>
  [...server.externalSystems.fakes.supplier.orders]
    .filter(([, { order }]) => order)
    .map(([outNo]) => outNo);

const openRefunds = ({ server }: Run): string[] =>
  [...server.externalSystems.fakes.pay.refunds]
    .filter(([, { state }]) => state === "processing")
    .map(([no]) => no);

/** The supplier decides the order: it issues as many cards as were ordered, or fails it. */
export function decideSupplierOrder({ server }: Run, outNo: string, isGood: boolean): void {
  const { supplier } = server.externalSystems.fakes;
  const order = supplier.orders.get(outNo)?.order;
  const quantity = order?.kind === "card" ? order.quantity : 1;
  const codes = Array.from({ length: quantity }, (_, n) => ({
    code: `C${outNo}${n}`,
    secret: `S${n}`,
  }));
  const issued = { state: "issued", supplierNo: `S${outNo}`, codes } as const;
  supplier.settle(outNo, isGood ? issued : { state: "failed", reason: "库存不足" });
}

export const partners: Commands = {
  supplierDecides: {
    weight: 6,
    isPossible: (run) => openOrders(run).length > 0,
    run: async (run, { a, b }) => {
      const outNo = mustPick(openOrders(run), a);
      const isGood = b % 3 !== 0;
      decideSupplierOrder(run, outNo, isGood);
      return `supply ${knownOrders(run).indexOf(outNo)}: ${isGood ? "issued" : "failed"}`;
    },
  },
  supplierFault: {
    weight: 2,
    isPossible: () => true,
    run: async ({ server }, { a, b }) => {
      const call = mustPick(["place", "query", "cancel"] as const, a);
      const failure = b % 2 === 0 ? "lost" : "unheard";
      server.externalSystems.fakes.supplier.script[call].push(failure);
      return `${call} will be ${failure}`;
    },
  },
  supplierCalls: {
    weight: 5,
    isPossible: (run) => knownOrders(run).length > 0,
    run: async (run, { a, b }) => {
      const { supplier, callbacks } = run.server.externalSystems.fakes;
      const outNo = mustPick(knownOrders(run), a);
      const answer = supplier.orders.get(outNo)?.answer;
      if (!answer) return "no answer yet";
      const eventId = `event-${outNo}-${answer.state}`;
      const event = { eventId, outNo, at: new Date(run.now), answer };
      const statuses: number[] = [];
      for (let time = 0; time <= b % 2; time++)
        statuses.push(
          await run.server.deliverCallback("/callback/supplier/cards", callbacks.put(event)),
        );
      for (const status of statuses) expectOneOf("a callback is taken", String(status), ["200"]);
      return `supply ${knownOrders(run).indexOf(outNo)}: ${answer.state} ${statuses.join(" ")}`;
    },
  },
  refundStatusUpdate: {
    weight: 4,
    isPossible: (run) => openRefunds(run).length > 0,
    run: async (run, { a, b }) => {
      const { pay, notices } = run.server.externalSystems.fakes;
      const refundNo = mustPick(openRefunds(run), a);
      const update = pay.settleRefund(refundNo, "success");
      if (b % 2 === 0) return "paid back, without a notification";
      const id = `refund-${refundNo}`;
      const noticeId = notices.put({ id, envelope: { id }, kind: "refund", update });
      const status = await run.server.deliverCallback("/callback/wechatpay/refund", noticeId);
      expectOneOf("a refund's notice is taken", String(status), ["204"]);
      return "paid back";
    },
  },
};
