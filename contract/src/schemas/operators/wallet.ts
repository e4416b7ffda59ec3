/** What can be topped up and with which bonus, as operators see and set it. Money in fen. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorWallet as routes } from "../../routes/operators/wallet.ts";
import { Fen, listOf, Nothing } from "../../values.ts";

const fields = {
  packageId: Type.String({ pattern: "^[a-z0-9-]{1,64}$" }),
  amountFen: Fen,
  bonusFen: Type.Integer({ minimum: 0, maximum: 1_000_000, description: "less than the amount" }),
  /** Preselected; choosing one deselects the others. */
  isChosen: Type.Boolean(),
  isOn: Type.Boolean(),
  sort: Type.Integer({ minimum: 0, maximum: 10_000 }),
};

export const SetTopUpPackage = Type.Object(fields);
export type SetTopUpPackage = Static<typeof SetTopUpPackage>;

export const operatorWallet = shapesOf<typeof routes>()({
  packages: {
    summary: "Every package, those that are off as well, as members see them in order",
    input: Type.Object({}),
    output: listOf(SetTopUpPackage),
    refusals: [],
  },
  setPackage: {
    summary: "Make or change a package; top-ups begun before keep their terms",
    input: Type.Object({ ...fields, reason: Type.String({ minLength: 2, maxLength: 200 }) }),
    output: Nothing,
    refusals: ["TOPUP_LIMIT"],
  },
});
