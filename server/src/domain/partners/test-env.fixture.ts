/**
 * Test environment for partners: a database with two partners whose hosts are approved, and
 * scripted gateways.
 */
import type { Input } from "@yunjing/contract/operations";
import { closeDatabase, openDatabase } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { decideHost, jump, proposeHost, storeCheckedLink, insertPartner } from "./actions.ts";
import type { Scheme } from "./model.ts";
import type { PartnerGateway, PartnerOrderUpdate, Pass, PulledPage } from "./port.ts";

export const MINI = `wx${"0".repeat(16)}`;
const reason = "试一试";

type Wanted = Input<"operatorPartners", "setLink">;
export const linkInput = (over: Partial<Wanted> = {}): Wanted => ({
  linkId: "ride",
  partnerId: "yunda",
  title: "打车",
  brandName: "云达",
  artwork: "car",
  tint: "sea",
  kind: "h5",
  target: "https://h5.yunda.example/open",
  tip: "",
  cityCodes: [],
  isOn: true,
  sinceVersion: 0,
  reason,
  ...over,
});

/** Returns an update for an order that was just placed and paid. */
export const orderUpdate = (
  over: Partial<PartnerOrderUpdate> & { readonly partnerNo: string },
): PartnerOrderUpdate => ({
  state: "PAID",
  commission: "ESTIMATED",
  title: "快车",
  amountFen: 1_590,
  commissionFen: 47,
  isRisk: false,
  placedAt: 1_700_000_000_000,
  updatedAt: 1_700_000_000_000,
  ...over,
});

export async function createPartnersTestEnv() {
  const fresh = await freshDatabase();
  const context = testContext();
  const db = openDatabase({ url: fresh.appUrl, log: context.log, size: 16 });
  const passes: Pass[] = [];
  const pages: PulledPage[] = [];
  const pulls: Parameters<PartnerGateway["pull"]>[0][] = [];
  const unheard = { kind: "unreadable" } as const;
  const gate: PartnerGateway = {
    sign: (target, pass) => {
      passes.push(pass);
      return target.href;
    },
    pull: (window) => {
      pulls.push(window);
      return Promise.resolve(pages.shift() ?? { isAvailable: true, updates: [] });
    },
    readOrders: () => unheard,
    readExchange: () => unheard,
  };
  const gateways = { yunda: gate, fanmao: gate };
  const deps = { gateways, cityOf: (code: string) => code };
  const [maker, checker] = [context.ids.next(), context.ids.next()];

  async function allow(partnerId: string, scheme: Scheme, place: string): Promise<void> {
    const wanted = { partnerId, scheme, place, maker, reason };
    const approvalId = await proposeHost(context, db, wanted);
    await decideHost(context, db, { approvalId, checker, state: "approved", reason });
  }
  for (const partnerId of ["yunda", "fanmao"]) {
    await insertPartner(db, { partnerId, name: partnerId }, context.clock.sql());
  }
  await allow("yunda", "https", "h5.yunda.example");
  await allow("yunda", "weixin", MINI);
  await storeCheckedLink(context, db, linkInput());

  /** Creates a jump of a member. Returns the member and the pass of the jump. */
  async function jumped(memberId = context.ids.next()): Promise<Pass & { memberId: string }> {
    await jump(context, db, deps, { memberId, linkId: "ride" });
    const pass = passes.at(-1);
    if (!pass) throw new Error("a jump signs a pass");
    return { ...pass, memberId };
  }

  return {
    context,
    db,
    deps,
    gate,
    gateways,
    pages,
    pulls,
    maker,
    checker,
    allow,
    jumped,
    ownerUrl: fresh.ownerUrl,
    appUrl: fresh.appUrl,
    close: async () => {
      await closeDatabase(db);
      await fresh.drop();
    },
  };
}
export type PartnersTestEnv = Awaited<ReturnType<typeof createPartnersTestEnv>>;
