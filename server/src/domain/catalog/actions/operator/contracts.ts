/** Operators keep fulfilment terms that many benefits share; a draft that names them takes them over. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { FormField } from "@yunjing/contract/schemas/benefit";
import type { ContractLine } from "@yunjing/contract/schemas/operators/contracts";
import type {
  BenefitDraft,
  ContractTerms,
  DraftPreview,
} from "@yunjing/contract/schemas/operators/goods";
import type { Context } from "../../../../platform/context.ts";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import { refuseInducement } from "../../../../platform/member-text.ts";
import type { NamesOf } from "../../../../platform/person-names.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import { stripControlCharacters } from "../../model.ts";
import { isSameField, presetFields } from "../../model/draft.ts";
import { deliveryKinds } from "../../model/delivery-kinds.ts";
import { textsOfContract } from "../../rules.ts";
import {
  type ContractRow,
  isContractNameTaken,
  readContracts,
  readContractVersions,
  readFormsInUse,
  readUses,
  storeContract,
} from "../../store/contracts.ts";
import { recordOperatorChange } from "./change-history.ts";

/** Stands for the brand in the texts of terms, which belong to no benefit. */
const BRAND = "品牌";

const lineOf = (
  { changedBy, ...row }: ContractRow,
  nameOf: (id: string) => string,
): ContractLine => ({
  ...row,
  changedBy: { id: changedBy, name: nameOf(changedBy) },
});

/** Returns all fulfilment terms. */
export async function contractLines(
  db: Db,
  namesOf: NamesOf,
): Promise<Output<"operatorContracts", "list">> {
  const rows = await readContracts(db);
  const nameOf = await namesOf(
    db,
    rows.map(({ changedBy }) => changedBy),
  );
  return { list: rows.map((row) => lineOf(row, nameOf)) };
}

/** Returns the fields that members can be asked to fill in. */
export async function contractForms(db: Db | Tx): Promise<FormField[]> {
  const inUse = await readFormsInUse(db);
  return [
    ...presetFields,
    ...inUse.filter((field) => !presetFields.some((preset) => isSameField(preset, field))),
  ];
}

/** Returns the texts that members read because of terms. */
export function textsOfTerms(terms: ContractTerms): DraftPreview {
  const contract = { refundDays: undefined, validDays: undefined, ...terms, contractId: "" };
  return textsOfContract({ contract, limits: {}, brandName: BRAND, cityNames: [] });
}

/** Returns one set of terms with the texts that members read. Refuses NOT_FOUND. */
export async function contractDetail(
  db: Db,
  namesOf: NamesOf,
  code: string,
): Promise<Output<"operatorContracts", "detail">> {
  const [row] = await readContracts(db, code);
  if (!row) throw new Refusal("NOT_FOUND");
  const [inUse, versions] = await Promise.all([readUses(db, code), readContractVersions(db, code)]);
  const nameOf = await namesOf(db, [row.changedBy, ...versions.map(({ by }) => by)]);
  return {
    ...lineOf(row, nameOf),
    texts: textsOfTerms(row.terms),
    inUse,
    versions: versions.map(({ by, ...version }) => ({
      ...version,
      by: { id: by, name: nameOf(by) },
    })),
  };
}

const invalid = (field: string, text: string) => new Refusal("INPUT_INVALID", { field, text });

/** Refuses INPUT_INVALID {field} for terms that no benefit could be published with. */
async function refuseTerms(tx: Tx, terms: ContractTerms): Promise<void> {
  const { delivery, usedIn, form } = terms;
  const { isSoldInShop, supply } = deliveryKinds[delivery];
  if (!isSoldInShop) throw invalid("terms.delivery", "点餐不在商城销售");
  if ((usedIn === "account" || supply === "topup") && form.length === 0)
    throw invalid("terms.form", "直充需要会员填写账号");
  const known = await contractForms(tx);
  if (!form.every((field) => known.some((one) => isSameField(one, field))))
    throw invalid("terms.form", "下单填写项不存在，请重新选择");
}

/**
 * Makes terms, or changes them, and returns their version; benefits follow with their next
 * publication. Refuses INPUT_INVALID {field}, and STATE_CHANGED {current} when another operator was
 * first.
 */
export async function setContract(
  context: Context,
  db: Db,
  { operatorId, ...input }: Input<"operatorContracts", "set"> & { readonly operatorId: string },
  namesOf: NamesOf,
): Promise<number> {
  const { code, terms, isOn, sinceVersion, reason } = input;
  const name = stripControlCharacters(input.name).trim();
  if (name === "") throw invalid("name", "请填写名称");
  refuseInducement("name", name);
  const version = await transaction(db, async (tx) => {
    await refuseTerms(tx, terms);
    if (await isContractNameTaken(tx, { code, name }))
      throw invalid("name", "已有同名的合约，请换一个名称");
    const now = context.clock.sql();
    const change = { code, name, terms, isOn, sinceVersion, reason, operatorId, now };
    const made = await storeContract(tx, change);
    if (made !== undefined)
      await recordOperatorChange(context, tx, {
        operatorId,
        entity: "contract_terms",
        name: code,
        event: sinceVersion === 0 ? "made" : "changed",
        reason,
        data: { version: made, name },
      });
    return made;
  });
  if (version !== undefined) return version;
  const { list } = await contractLines(db, namesOf);
  const current = list.find((line) => line.code === code);
  throw new Refusal("STATE_CHANGED", current && { current });
}

/**
 * Returns a draft whose contract is the present version of the terms that it names; a draft without
 * terms stays as it is. Refuses INPUT_INVALID {draft.contract.basedOn} for terms that are off.
 */
export async function withPresentTerms(tx: Tx, draft: BenefitDraft): Promise<BenefitDraft> {
  const { basedOn } = draft.contract;
  if (!basedOn) return draft;
  const [row] = await readContracts(tx, basedOn.code);
  if (!row?.isOn) throw invalid("draft.contract.basedOn", "这份合约已停用，请另选一份或单独填写");
  const { code, version, terms } = row;
  return { ...draft, contract: { ...terms, basedOn: { code, version } } };
}
