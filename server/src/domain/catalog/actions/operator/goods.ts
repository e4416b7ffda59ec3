/** What operators read of benefits: the list, one with its draft, its versions and differences. */
import type {
  BenefitDraft,
  GoodsDetail,
  GoodsRow,
} from "@yunjing/contract/schemas/operators/goods";
import type { Context } from "../../../../platform/context.ts";
import type { Db } from "../../../../platform/database/pool.ts";
import type { NamesOf } from "../../../../platform/person-names.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import { openApprovalsOf } from "../../../approvals/actions.ts";
import type { CityOf } from "../../city.ts";
import { draftOfLive, draftPriceOf, type LiveGoods } from "../../model/draft.ts";
import { type DraftChange, draftChanges } from "../../model/draft-diff.ts";
import { type GoodsFilter, readGoods, readVersionBody, readVersions } from "../../store/drafts.ts";
import { checksOf, codeNames, draftState, previewOf } from "./draft-state.ts";
import { LOSS_KIND } from "./loss-proposal.ts";

export type GoodsReader = { readonly namesOf: NamesOf; readonly cityOf: CityOf };

const PAGE_SIZE = 20;
const orAbsent = <K extends string, V>(name: K, value: V | null | undefined) =>
  value === null || value === undefined ? {} : { [name]: value };

/** Returns a page of benefits, drafts too, in catalogue order. */
export async function goodsPage(
  { clock }: Context,
  db: Db,
  { pageSize = PAGE_SIZE, ...filter }: GoodsFilter & { readonly pageSize?: number | undefined },
): Promise<{ readonly list: GoodsRow[]; readonly nextCursor?: string }> {
  const rows = await readGoods(db, { filter, limit: pageSize + 1, now: clock.sql() });
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  return {
    list: shown.map(
      ({ version, isDraftOpen, pictureId, priceFen, priceMaxFen, marginFen, free, ...row }) => ({
        ...row,
        version: version ?? 0,
        isDraftOpen: isDraftOpen ?? false,
        ...orAbsent("pictureId", pictureId),
        ...orAbsent("priceFen", priceFen),
        ...orAbsent("priceMaxFen", priceMaxFen),
        ...orAbsent("marginFen", marginFen),
        ...orAbsent("free", free),
      }),
    ),
    ...(last ? { nextCursor: last.benefitId } : {}),
  };
}

const liveSkus = ({ skus, figures }: LiveGoods): GoodsDetail["skus"] =>
  skus.map(({ skuId, isOn, price }) => {
    const { newest = 0, stock = null } = figures.find((one) => one.skuId === skuId) ?? {};
    return {
      skuId,
      isOn,
      newest,
      priceVersion: price?.version ?? 0,
      ...(price ? { price: draftPriceOf(price) } : {}),
      ...(stock === null ? {} : { stock }),
    };
  });

/** Returns the proposal below cost of a benefit that waits for a second person. */
export async function waitingLoss(
  context: Context,
  db: Db,
  benefitId: string,
): Promise<string | undefined> {
  const open = await openApprovalsOf(context, db, { kind: LOSS_KIND, subject: benefitId });
  return open.find(({ state }) => state === "waiting")?.id;
}

/** Returns one benefit as its editor shows it. Refuses NOT_FOUND. */
export async function goodsDetail(
  context: Context,
  db: Db,
  { namesOf, cityOf }: GoodsReader,
  benefitId: string,
): Promise<GoodsDetail> {
  const state = await draftState(context, db, benefitId);
  const { live, stored, draft } = state;
  const [published] = await readVersions(db, { benefitId, before: null, limit: 1 });
  const ids = [stored?.savedBy, published?.by].filter((id) => id !== undefined);
  const nameOf = await namesOf(db, ids);
  const person = (id: string) => ({ id, name: nameOf(id) });
  const names = await codeNames(db);
  const approvalId = await waitingLoss(context, db, benefitId);
  return {
    benefitId,
    status: live.status,
    version: live.version ?? 0,
    ...(published ? { publishedAt: Number(published.at), publishedBy: person(published.by) } : {}),
    sinceVersion: stored?.version ?? 0,
    draft,
    isDraftOpen: stored?.isOpen ?? false,
    ...(stored ? { savedAt: stored.savedAt, savedBy: person(stored.savedBy) } : {}),
    changed: draftChanges(draftOfLive(live), draft, names).length,
    checks: await checksOf(context, db, state),
    preview: await previewOf(db, draft, cityOf),
    skus: liveSkus(live),
    ...(approvalId === undefined ? {} : { approvalId: `${LOSS_KIND}.${approvalId}` }),
  };
}

/** Returns a page of publications, the newest first. Refuses NOT_FOUND for an unknown benefit. */
export async function goodsVersions(
  context: Context,
  db: Db,
  { namesOf }: Pick<GoodsReader, "namesOf">,
  input: {
    readonly benefitId: string;
    readonly cursor?: string | undefined;
    readonly pageSize?: number | undefined;
  },
) {
  const { benefitId, cursor, pageSize = PAGE_SIZE } = input;
  const before = cursor === undefined ? null : Number(cursor);
  const rows = await readVersions(db, { benefitId, before, limit: pageSize + 1 });
  if (rows.length === 0) await draftState(context, db, benefitId);
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  const people = shown.flatMap(({ by, approvedBy }) => [by, approvedBy ?? by]);
  const nameOf = await namesOf(db, [...new Set(people)]);
  const person = (id: string) => ({ id, name: nameOf(id) });
  return {
    list: shown.map(({ version, at, by, reason, approvedBy }) => ({
      version,
      at: Number(at),
      by: person(by),
      reason,
      ...(approvedBy === null ? {} : { approvedBy: person(approvedBy) }),
    })),
    ...(last ? { nextCursor: String(last.version) } : {}),
  };
}

/** Returns what differs from a version (or what members see) to another (or the draft). */
export async function goodsDiff(
  context: Context,
  db: Db,
  {
    benefitId,
    from,
    to,
  }: { benefitId: string; from?: number | undefined; to?: number | undefined },
): Promise<DraftChange[]> {
  const { live, draft } = await draftState(context, db, benefitId);
  const bodyOf = async (version: number): Promise<BenefitDraft> => {
    const body = await readVersionBody(db, benefitId, version);
    if (!body) throw new Refusal("NOT_FOUND");
    return body;
  };
  const before = from === undefined ? draftOfLive(live) : await bodyOf(from);
  const after = to === undefined ? draft : await bodyOf(to);
  return draftChanges(before, after, await codeNames(db));
}
