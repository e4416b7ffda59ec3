/**
 * Maps the writes on goods, pages, texts, stores and menus to the states that the audit shows before
 * and after them.
 */
import type { AgreementKind } from "@yunjing/contract/schemas/agreements";
import { approvalStateOf } from "../domain/approvals/actions.ts";
import {
  benefitStateOf,
  contractStateOf,
  draftStateOf,
  homeStateOf,
  hotWordStateOf,
  namedStateOf,
  orderingStateOf,
  priceStateOf,
  skuStateOf,
} from "../domain/catalog/actions.ts";
import { contentStateOf, versionedStateOf } from "../domain/content/actions.ts";
import {
  lastSyncStateOf,
  productOverrideStateOf,
  storeOverrideStateOf,
} from "../domain/dining/actions.ts";
import type { Db } from "../platform/database/pool.ts";
import type { AuditedWrites } from "../platform/http/audited-writes.ts";

type Topic =
  | "operatorCatalog"
  | "operatorGoods"
  | "operatorHomePage"
  | "operatorContent"
  | "operatorAgreements"
  | "operatorTaxonomy"
  | "operatorContracts"
  | "operatorDining";

const NOTHING = { reason: "It stores nothing but the record of this call." } as const;

/** Readers return `undefined` for what does not exist. */
export function catalogWrites(db: Db): Pick<AuditedWrites, Topic> {
  const home = () => homeStateOf(db);
  const agreement = ({ kind }: { readonly kind: AgreementKind }) => versionedStateOf(db, kind);
  const benefit = ({ benefitId }: { readonly benefitId: string }) => benefitStateOf(db, benefitId);
  const draft = ({ benefitId }: { readonly benefitId: string }) => draftStateOf(db, benefitId);
  const sku = ({ skuId }: { readonly skuId: string }) => skuStateOf(db, skuId);
  return {
    operatorCatalog: {
      publish: benefit,
      unpublish: benefit,
      setPrice: sku,
      changeStock: sku,
      switchSku: sku,
    },
    operatorGoods: {
      create: benefit,
      saveDraft: draft,
      restore: draft,
      proposeLoss: async (_input, made) => made && approvalStateOf(db, made.approvalId),
      makePicture: NOTHING,
      preview: NOTHING,
      withdrawPrice: (price) => priceStateOf(db, price),
    },
    operatorHomePage: {
      saveDraft: home,
      preview: NOTHING,
      publish: home,
      withdraw: home,
      rollBack: home,
    },
    operatorContent: {
      setHelp: () => contentStateOf(db, "help"),
      setShare: () => contentStateOf(db, "share"),
      setContacts: () => contentStateOf(db, "contacts"),
    },
    operatorAgreements: {
      saveDraft: agreement,
      publish: agreement,
      withdraw: agreement,
    },
    operatorTaxonomy: {
      setBrand: ({ code: brandCode }) => namedStateOf(db, "brand", brandCode),
      orderBrands: () => orderingStateOf(db, "brand"),
      setCategory: ({ code: categoryCode }) => namedStateOf(db, "category", categoryCode),
      orderCategories: () => orderingStateOf(db, "category"),
      setHotWord: ({ word }) => hotWordStateOf(db, word),
      orderHotWords: () => orderingStateOf(db, "hot_word"),
    },
    operatorContracts: {
      preview: NOTHING,
      set: ({ code: terms }) => contractStateOf(db, terms),
    },
    operatorDining: {
      checkPrices: NOTHING,
      setStore: ({ storeId }) => storeOverrideStateOf(db, storeId),
      setProduct: (product) => productOverrideStateOf(db, product),
      sync: () => lastSyncStateOf(db),
    },
  };
}
