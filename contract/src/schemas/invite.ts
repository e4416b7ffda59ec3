/** Invitations: the click of somebody who may become a member. */
import Type from "typebox";
import { shapesOf } from "../operation.ts";
import type { invite as routes } from "../routes/invite.ts";

export const invite = shapesOf<typeof routes>()({
  visit: {
    summary:
      "Tells that this browser opened an invitation; without an answer when the code is nobody's",
    input: Type.Object({
      inviteCode: Type.String({ minLength: 1, maxLength: 16 }),
      from: Type.Optional(Type.String({ maxLength: 16, description: "poster, link or code" })),
    }),
    output: Type.Object({ visitId: Type.Optional(Type.String()) }),
    refusals: [],
  },
});
