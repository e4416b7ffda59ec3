/** Values, JSON shapes and nulls of the SQL functions of payment security. */
import { StepUpPurpose } from "@yunjing/contract/schemas/security";
import Type from "typebox";
import { type ModuleSchemas, object } from "./schema.ts";

/** The end of the block on money proofs, as the refusal shows it and in ms. */
const Cooldown = object({ until: Type.String(), untilMs: Type.Integer() });

export const security = {
  security_consume_proof: { arguments: { purpose: StepUpPurpose } },
  security_cooldown: { result: { orNull: Cooldown } },
  security_free_allowance: { arguments: { ref: { orNull: true } } },
} satisfies ModuleSchemas;
