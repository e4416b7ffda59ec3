/** The choices of a benefit code: benefits of the shop with their current availability. */
import { fieldErrors, normalizedInput } from "@yunjing/contract/benefit-form";
import type { Manifest } from "@yunjing/contract/schemas/exchange";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { Refusal } from "../../platform/refusal.ts";
import { sellables } from "../catalog/actions.ts";
import { FIRST_GRADE, type Sellable } from "../catalog/model.ts";
import { deliveryKinds } from "../catalog/model/delivery-kinds.ts";
import { isStoredInAccount } from "../orders/actions.ts";
import type { CodeTarget } from "./store.ts";

export type Choices = Manifest["choices"];

/**
 * Returns the sellables by SKU. A code needs no member level, purchase limit or city: its holder
 * may have what it offers.
 */
const sellablesOfChoices = ({ clock }: Context, db: Db, { choices = [] }: CodeTarget) =>
  sellables(db, {
    skuIds: choices.map(({ skuId }) => skuId),
    grade: FIRST_GRADE,
    now: clock.sql(),
  });

/** Returns every choice under the batch's own title, with the reason when it is unavailable. */
export async function choicesOf(context: Context, db: Db, target: CodeTarget): Promise<Choices> {
  const found = await sellablesOfChoices(context, db, target);
  return (target.choices ?? []).map(({ skuId, title }) => {
    const sellable = found.get(skuId);
    if (!sellable) return { skuId, title, available: false, unavailable: "已下架" };
    const { isOn, why, form, delivery, brandName, artwork, photo, tint } = sellable;
    const reason = why === "SOLD_OUT" ? "已兑完" : "暂时不可兑";
    return {
      skuId,
      title,
      available: isOn,
      brandName,
      artwork,
      ...(photo === undefined ? {} : { photo }),
      tint,
      note: deliveryKinds[delivery].choiceText,
      ...(isOn ? {} : { unavailable: reason }),
      ...(isStoredInAccount(sellable) ? { needsLogin: true } : {}),
      ...(form.length === 0 ? {} : { form: [...form] }),
    };
  });
}

/** The chosen SKU and its form input. */
export type ChosenSku = {
  readonly sellable: Sellable;
  readonly input: Readonly<Record<string, string>>;
};

/**
 * Returns the choice; it may be omitted when there is only one. Refuses INPUT_INVALID with {skuId,
 * field, label, text} for wrong form input, SOLD_OUT {skuId}, and LOGIN_NEEDED for benefits stored
 * in a member's account.
 */
export async function validateChoice(
  context: Context,
  db: Db,
  target: CodeTarget,
  chosen: {
    readonly skuId?: string | undefined;
    readonly input?: Readonly<Record<string, string>> | undefined;
    readonly isMember: boolean;
  },
): Promise<ChosenSku> {
  const { choices = [] } = target;
  const only = choices.length === 1 ? choices[0]?.skuId : undefined;
  const skuId = chosen.skuId ?? only;
  if (skuId === undefined || !choices.some((choice) => choice.skuId === skuId)) {
    throw new Refusal("INPUT_INVALID");
  }
  const sellable = (await sellablesOfChoices(context, db, target)).get(skuId);
  if (!sellable?.isOn) throw new Refusal("SOLD_OUT", { skuId });
  if (isStoredInAccount(sellable) && !chosen.isMember) throw new Refusal("LOGIN_NEEDED");
  const { form } = sellable;
  const input = chosen.input ?? {};
  const [wrong] = fieldErrors(form, input);
  if (wrong) {
    const label = form.find(({ name }) => name === wrong.name)?.label ?? wrong.name;
    throw new Refusal("INPUT_INVALID", { skuId, field: wrong.name, label, text: wrong.text });
  }
  return { sellable, input: normalizedInput(form, input) };
}
