/** JSON shapes and nulls of the SQL functions of merging accounts. */
import { MergeContents } from "@yunjing/contract/schemas/merging";
import Type from "typebox";
import { type ModuleSchemas, object } from "./schema.ts";

/** `at` in ms. */
const Merge = object({ into: Type.String(), step: Type.Integer(), at: Type.Integer() });

export const merging = {
  merging_begin: {},
  // NULL: the step transferred nothing.
  merging_done: { arguments: { moved: { orNull: MergeContents } } },
  merging_hold: { result: { orNull: Merge } },
} satisfies ModuleSchemas;
