/** The maintenance notice that members see. */
import Type from "typebox";
import { shapesOf } from "../operation.ts";
import type { notice as routes } from "../routes/notice.ts";
import { Instant } from "../values.ts";

export const notice = shapesOf<typeof routes>()({
  current: {
    summary: "The notice of now, from memory; without one the answer is empty",
    input: Type.Object({}),
    output: Type.Object({
      notice: Type.Optional(Type.Object({ text: Type.String(), endsAt: Instant })),
    }),
    refusals: [],
    isRevalidated: true,
  },
});
