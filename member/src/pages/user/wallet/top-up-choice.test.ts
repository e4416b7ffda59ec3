/** Tests a top-up choice: what it credits, and why it cannot be paid. */
import { expect, test } from "vitest";
import {
  balanceAfterFen,
  creditText,
  choiceError,
  firstChoice,
  worthOf,
  topUpInputOf,
} from "./top-up-choice.ts";

const packages = {
  list: [
    { packageId: "p100", amountFen: 10_000, bonusFen: 500, isChosen: false },
    { packageId: "p200", amountFen: 20_000, bonusFen: 1200, isChosen: true },
  ],
  amountMinFen: 1000,
  amountMaxFen: 500_000,
  roomFen: 21_200,
  bonusMonths: 12,
};
const own = (typed: string) => ({ typed });

test("the preselected package is chosen first; without packages it is a custom amount", () => {
  expect(firstChoice(packages)).toEqual({ packageId: "p200", typed: "" });
  expect(firstChoice({ list: packages.list.slice(0, 1) }).packageId).toBe("p100");
  expect(firstChoice({ list: [] }).packageId).toBeUndefined();
});

test("only a package has a bonus", () => {
  expect(worthOf(packages, { packageId: "p200", typed: "50" })).toMatchObject({ bonusFen: 1200 });
  expect(worthOf(packages, own("200"))).toEqual({ amountFen: 20_000, bonusFen: 0 });
  expect(worthOf(packages, own(""))).toBeUndefined();
});

test("an amount outside the limits or above the balance maximum returns an error", () => {
  expect(choiceError(packages, own(""))).toBe("请输入充值金额");
  expect(choiceError(packages, own("9.99"))).toBe("最低充值 ¥10");
  expect(choiceError(packages, own("5000.01"))).toBe("单笔最多 ¥5,000");
  expect(choiceError(packages, own("212.01"))).toBe("余额将超过上限，最多还可充 ¥212");
  expect(choiceError(packages, own("212"))).toBeUndefined();
  expect(choiceError(packages, { packageId: "p200", typed: "" })).toBeUndefined();
  expect(
    choiceError({ ...packages, roomFen: 21_199 }, { packageId: "p200", typed: "" }),
  ).toBeDefined();
});

test("the resulting balance includes the bonus, and only the choice is sent", () => {
  expect(balanceAfterFen({ totalFen: 12_850 }, { amountFen: 20_000, bonusFen: 1200 })).toBe(34_050);
  expect(creditText({ amountFen: 20_000, bonusFen: 1200 })).toBe("本金 ¥200.00 + 赠送 ¥12.00");
  expect(creditText({ amountFen: 5000, bonusFen: 0 })).toBe("本金 ¥50.00");
  expect(topUpInputOf({ packageId: "p200", typed: "50" }, 20_000)).toEqual({ packageId: "p200" });
  expect(topUpInputOf(own("50"), 5000)).toEqual({ amountFen: 5000 });
});
