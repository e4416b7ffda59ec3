/** Values and JSON shapes of the SQL functions of risk. */
import { RiskPlace } from "@yunjing/contract/schemas/operators/risk";
import Type from "typebox";
import { type ModuleSchemas, object, oneOf } from "./schema.ts";

const at = object({
  place: RiskPlace,
  device: Type.Optional(Type.String()),
  network: Type.String(),
});
const hitFields = {
  rule: Type.String(),
  subject: Type.String(),
  label: Type.String(),
  mode: oneOf("dry", "on"),
  verdict: oneOf("watch", "review", "refuse"),
  figure: Type.Optional(Type.Integer()),
  found: Type.Optional(Type.Integer()),
  hitId: Type.String(),
  caseId: Type.String(),
};
const hits = Type.Array(object(hitFields));
const { found: _found, ...ruleFields } = hitFields;
const rule = object({
  ...ruleFields,
  measure: oneOf("count", "count_new", "phone_age"),
  windowMs: Type.Integer(),
  withinMs: Type.Optional(Type.Integer()),
  isCounted: Type.Boolean(),
});

const judged = { member: { orNull: true }, at, rules: Type.Array(rule), listed: hits } as const;

export const risk = {
  risk_judge: { arguments: judged, result: hits },
  risk_judge_or_refuse: { arguments: judged },
  risk_record: { arguments: { member: { orNull: true }, at, hits } },
} satisfies ModuleSchemas;
