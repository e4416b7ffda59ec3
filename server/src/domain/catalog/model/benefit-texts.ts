/**
 * The texts of a benefit as columns of table `benefit`. Fields are declared once, in `BenefitTexts`
 * of the contract; the column has the field's name in snake case.
 */
import { BenefitTexts } from "@yunjing/contract/schemas/benefit";
import { IsArray, IsOptional } from "typebox";

const { properties } = BenefitTexts;
type TextField = keyof typeof properties;
const isTextField = (name: string): name is TextField => Object.hasOwn(properties, name);

const columnOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const fields = Object.keys(properties).filter(isTextField);

/** The columns in declared order, with the types of PostgreSQL. */
export const benefitTextColumns = fields.map((field) => ({
  field,
  column: columnOf(field),
  type: IsArray(properties[field]) ? "text[]" : "text",
}));

/** The SQL expression of `Benefit.texts`, for a table `b`; an empty optional text is absent. */
export const benefitTextsSql = `jsonb_strip_nulls(jsonb_build_object(${fields
  .map((field) => {
    const value = `to_jsonb(b.${columnOf(field)})`;
    return `'${field}', ${IsOptional(properties[field]) ? `nullif(${value}, '""')` : value}`;
  })
  .join(", ")}))`;

/** Returns all texts of a benefit as one list, in declared order. */
export const allTextsOf = (texts: BenefitTexts): string[] =>
  fields.flatMap((field) => texts[field] ?? []);

/** Returns the texts of a benefit or a draft alone. */
export const textsIn = (source: BenefitTexts): BenefitTexts =>
  Object.fromEntries(
    fields.flatMap((field) => (source[field] === undefined ? [] : [[field, source[field]]])),
  ) as BenefitTexts;
