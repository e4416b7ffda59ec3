/** Values, JSON shapes and nulls of the SQL functions of payment security. */
import { StepUpPurpose } from "@yunjing/contract/schemas/security";
import Type from "typebox";
import { type ModuleSchemas, object } from "./schema.ts";

/** When the block on money proofs ends, in ms. */
const Cooldown = object({ untilMs: Type.Integer() });

export const security = {
  security_consume_proof: { arguments: { purpose: StepUpPurpose } },
  security_cooldown: { result: { orNull: Cooldown } },
  security_free_allowance: { arguments: { ref: { orNull: true } } },
} satisfies ModuleSchemas;
