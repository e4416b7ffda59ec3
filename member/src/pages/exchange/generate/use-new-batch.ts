/** Hook for a new batch: validation, confirmation and submission. */
import type { OwnDealer } from "@yunjing/contract/schemas/dealers";
import type { Batch } from "@yunjing/contract/schemas/batches";
import { useState } from "react";
import { dealerApi } from "../../../dealer-api.ts";
import { serverNow } from "../../../device/clock.ts";
import { ApiFailure, userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { formatDate } from "../../../device/time.ts";
import { countText } from "../../../components/money.ts";
import { confirm, toast } from "../../../shell/facade/facade.ts";
import { codeValueText } from "./batch-text.ts";
import { chargeRows, currentDealer } from "./dealer-charge.tsx";
import { overQuotaText, shownCharge } from "./dealer-text.ts";
import { type Draft, type DraftErrors, draftErrors, emptyDraft, inputOf } from "./draft.ts";

/**
 * Generates the codes of a draft and submits it for review. Uses one idempotency key until a
 * response arrives.
 */
export const submitBatch = (batchId: string): Promise<Batch> =>
  withIdempotencyKey(`batch-submit:${batchId}`, (idempotencyKey) =>
    dealerApi.batches.submit({ batchId }, { idempotencyKey }),
  );

const create = (input: ReturnType<typeof inputOf>): Promise<Batch> =>
  withIdempotencyKey(`batch-create:${JSON.stringify(input)}`, (idempotencyKey) =>
    dealerApi.batches.create(input, { idempotencyKey }),
  );

/**
 * Asks for confirmation before submission: the number and kind of codes, and that another person
 * decides.
 */
async function confirmed(input: ReturnType<typeof inputOf>, dealer: OwnDealer | undefined) {
  const { name, target, count, activation } = input;
  const worth = codeValueText(target);
  return confirm({
    title: "提交审核？",
    content: "提交后马上生成兑换码，内容不能再改。另一人审核通过前，这些码不能用。",
    rows: [
      { label: "批次", value: name },
      { label: "兑换成", value: target.title },
      ...(worth === undefined ? [] : [{ label: "每个码", value: worth }]),
      { label: "数量", value: `${countText(count)} 个` },
      ...chargeRows(dealer, { batch: input, activation }),
      { label: "有效期至", value: formatDate(target.validUntil) },
      { label: "通过后", value: activation === "now" ? "立即生效" : "售出后再激活" },
    ],
    cancelText: "再改改",
    confirmText: "生成并提交",
    tone: "main",
  });
}

/** A target unknown to the server is shown as an error of the typed number. */
export function errorsOfRefusal(failure: unknown, { target }: Draft): DraftErrors {
  if (!(failure instanceof ApiFailure) || failure.code !== "INPUT_INVALID") return {};
  if (target === "meal") return { setMealId: "没有找到这个套餐，请核对编号和品牌" };
  if (target === "benefit") return { choices: "有的权益已下架或不能用码领取，请换一项" };
  return target === "coupon" ? { templateId: "没有找到这个券模板，请核对编号" } : {};
}

/** Focuses the first invalid field after its error is rendered. */
export const focusFirstError = (): void => {
  requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>("form :is([aria-invalid=true], [data-fault] button)")
      ?.focus(),
  );
};

export function useNewBatch(onMade: (batch: Batch) => void) {
  const [draft, setDraft] = useState(() => emptyDraft(serverNow()));
  const [errors, setErrors] = useState<DraftErrors>({});
  const [refused, setRefused] = useState<string>();

  const change = (changes: Partial<Draft>) => {
    setDraft((held) => ({ ...held, ...changes }));
    setRefused(undefined);
    const fixed = new Set(Object.keys(changes));
    setErrors((held) =>
      Object.fromEntries(Object.entries(held).filter(([name]) => !fixed.has(name))),
    );
  };
  const fail = (failure: unknown) => {
    const found = errorsOfRefusal(failure, draft);
    setErrors(found);
    if (Object.keys(found).length === 0) setRefused(userMessageFor(failure));
    else focusFirstError();
  };
  const submit = async (): Promise<void> => {
    const found = draftErrors(draft, serverNow());
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirstError();
    const input = inputOf(draft);
    const dealer = await currentDealer();
    const beyond = dealer && overQuotaText(dealer, shownCharge(dealer, input));
    if (beyond !== undefined) {
      setErrors({ count: beyond });
      return focusFirstError();
    }
    if (!(await confirmed(input, dealer))) return;
    await create(input).then(async (made) => {
      setDraft(emptyDraft(serverNow()));
      // The draft remains in any case: the sheet offers to submit it again.
      const submitted = await submitBatch(made.batchId).catch(async (failure: unknown) => {
        await toast(userMessageFor(failure), { kind: "failed" });
        return made;
      });
      onMade(submitted);
    }, fail);
  };
  return { draft, errors, refused, change, submit };
}
