/** Values and nulls of the SQL functions of saved accounts. */
import Type from "typebox";
import { type ModuleSchemas, object } from "./schema.ts";

/** Bytes are in base64. */
const savedAccounts = Type.Array(
  object({
    id: Type.String(),
    kind: Type.String(),
    hash: Type.String(),
    sealed: Type.String(),
    mask: Type.Unknown(),
  }),
);

export const accounts = {
  accounts_save: { arguments: { accounts: savedAccounts } },
} satisfies ModuleSchemas;
