/**
 * Tests the validity periods in the demo's texts against the fulfilment contracts and the coupons,
 * over the whole catalogue.
 */
import { expect, test } from "vitest";
import { promisesOf, rulesOf } from "../domain/catalog/rules.ts";
import { daysPromisedIn } from "../domain/catalog/validity.ts";
import { TEST_NOON } from "../platform/testing.ts";
import { demoBenefits } from "./data/benefits.ts";
import { demoContracts } from "./data/contracts.ts";
import { demoCoupons } from "./data/coupons.ts";
import { demoBlocks } from "./data/home.ts";

const contracts = new Map(demoContracts.map((contract) => [contract.contractId, contract]));
const termsOf = (contractId: string) => {
  const contract = contracts.get(contractId);
  if (!contract) throw new Error(`no contract ${contractId}`);
  return { contract, limits: {}, cityNames: [], brandName: "品牌" };
};

test("every text of every benefit states the days of its fulfilment contract", () => {
  const wrong = demoBenefits.flatMap(({ id, contract, title, subtitle, tags, skus }) => {
    const terms = termsOf(contract);
    const { delivery, validDays } = terms.contract;
    const generated = [...rulesOf(terms).map(({ text }) => text), ...promisesOf(terms)];
    const written =
      delivery === "topup" ? [] : [title, subtitle, ...tags, ...skus.map((sku) => sku.spec)];
    return [...written, ...generated]
      .filter((text) => daysPromisedIn(text).some((days) => days !== validDays))
      .map((text) => ({ id, text, validDays }));
  });
  expect(wrong).toEqual([]);
});

test("every benefit delivered as a card or a ticket states how long it is valid", () => {
  const silent = demoBenefits.filter(({ contract }) => {
    const { delivery, validDays } = termsOf(contract).contract;
    return delivery !== "topup" && validDays === undefined;
  });
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test("a coupon pack states the days of each coupon that it grants", () => {
  const days = new Map(
    demoCoupons(TEST_NOON).map(({ draft: { templateId, validity } }) => [
      templateId,
      "days" in validity ? validity.days : undefined,
    ]),
  );
  const wrong = demoBenefits.flatMap(({ id, contract, coupons }) =>
    coupons
      .filter((templateId) => days.get(templateId) !== termsOf(contract).contract.validDays)
      .map((templateId) => ({ id, templateId })),
  );
  expect(wrong).toEqual([]);
});

test("no banner or zone of the home page states its own days or prices beside a benefit", () => {
  const banners = demoBlocks
    .filter(({ kind }) => kind === "banner")
    .flatMap(({ body }) => ("items" in body ? (body.items as readonly object[]) : []));
  expect(banners.length).toBeGreaterThan(0);
  const ids = new Set(demoBenefits.map(({ id }) => id));
  for (const banner of banners) expect(daysPromisedIn(JSON.stringify(banner))).toEqual([]);
  expect(banners.filter((banner) => "priceFen" in banner)).toEqual([]);
  const named = banners.flatMap((banner) => ("benefitId" in banner ? [banner.benefitId] : []));
  expect(named.filter((id) => !ids.has(String(id)))).toEqual([]);
});
