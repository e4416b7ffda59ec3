/** Fulfilment terms that benefits share, and the texts that members read because of them. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorContracts as routes } from "../../routes/operators/contracts.ts";
import { Instant, listOf, Version } from "../../values.ts";
import { FormField } from "../benefit.ts";
import { ContractTerms, DraftPreview } from "./goods.ts";
import { Person } from "./people.ts";

const Code = Type.String({ minLength: 2, maxLength: 40, pattern: "^[a-z0-9][a-z0-9-]*$" });
const Reason = Type.String({ minLength: 2, maxLength: 200 });
const Name = Type.String({ minLength: 1, maxLength: 20 });

export const ContractLine = Type.Object({
  code: Type.String(),
  name: Type.String(),
  terms: ContractTerms,
  /** False: no draft can choose it; benefits that did stay as they are. */
  isOn: Type.Boolean(),
  version: Type.Integer(),
  changedAt: Instant,
  changedBy: Person,
  /** Benefits whose live contract was made from it. */
  benefits: Type.Integer(),
  /** Those of them that were published with an earlier version. */
  behind: Type.Integer(),
});
export type ContractLine = Static<typeof ContractLine>;

const VersionLine = Type.Object({
  version: Type.Integer(),
  name: Type.String(),
  reason: Type.String(),
  at: Instant,
  by: Person,
});

export const operatorContracts = shapesOf<typeof routes>()({
  list: {
    summary: "All fulfilment terms, those in use on top",
    input: Type.Object({}),
    output: listOf(ContractLine),
    refusals: [],
  },
  forms: {
    summary: "What members can be asked to fill in: the presets and what is in use",
    input: Type.Object({}),
    output: listOf(FormField),
    refusals: [],
  },
  detail: {
    summary: "One set of terms: the texts that members read, its benefits and its versions",
    input: Type.Object({ code: Code }),
    output: Type.Object({
      ...ContractLine.properties,
      texts: DraftPreview,
      inUse: Type.Array(
        Type.Object({
          benefitId: Type.String(),
          title: Type.String(),
          /** The version that its live contract was made from. */
          version: Type.Integer(),
        }),
      ),
      versions: Type.Array(VersionLine),
    }),
    refusals: ["NOT_FOUND"],
  },
  preview: {
    summary: "The texts that members would read of terms that are not stored",
    input: Type.Object({ terms: ContractTerms }),
    output: DraftPreview,
    refusals: [],
  },
  set: {
    summary:
      "Make terms (`sinceVersion` 0) or change them; members read it after a benefit's next publication",
    input: Type.Object({
      code: Code,
      name: Name,
      terms: ContractTerms,
      isOn: Type.Boolean(),
      sinceVersion: Version,
      reason: Reason,
    }),
    output: Type.Object({ version: Type.Integer() }),
    refusals: ["STATE_CHANGED", "INPUT_INVALID"],
  },
});
