/** A dealer with an approved batch, whose codes the dealer owes for. */
import { approveBatch } from "../batches/approve.ts";
import { createBatch } from "../batches/create.ts";
import { submitAndGenerate } from "../batches/submit.ts";
import type { ExchangeTestEnv } from "../testing.ts";
import { setDealer } from "./actions.ts";

type Owing = {
  readonly memberId: string;
  /** The batch's. */
  readonly name?: string;
  readonly codes: number;
  /** Face value of a code. */
  readonly faceFen: number;
  /** The price of a code: of each, or in basis points of the face value. */
  readonly price: { readonly fen: number } | { readonly basisPoints: number };
};

/** Makes the member a dealer and lets the checker approve one batch; returns the batch. */
export async function makeOwingDealer(
  { context, db, checkerId }: ExchangeTestEnv,
  { memberId, name = "批次", codes, faceFen, price }: Owing,
): Promise<{ readonly batchId: string }> {
  await setDealer(context, db, {
    memberId,
    name: "华东渠道",
    priceBp: "basisPoints" in price ? price.basisPoints : null,
    priceFen: "fen" in price ? price.fen : null,
    codesMonth: 1_000_000,
    faceFenMonth: 1_000_000,
    isOn: true,
    version: 0,
  });
  const validUntil = context.clock.now().getTime() + 60 * 86_400_000;
  const target = { target: "balance", title: "余额", valueFen: faceFen, validUntil } as const;
  const input = { name, count: codes, target };
  const by = { makerId: memberId, key: `batch-of-${memberId}` };
  const { batchId } = await createBatch(context, db, { ...by, input });
  await submitAndGenerate(context, db, { ...by, batchId });
  await approveBatch(context, db, { batchId, checkerId });
  return { batchId };
}
